import { randomBytes } from 'node:crypto';
import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import {
  type AddressLookupTableAccount,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { systemClock } from '../../../src/base/clock.js';
import { newReference } from '../../../src/chain/pay-url.js';
import { type ChainTransaction, createRpc, type Rpc } from '../../../src/chain/rpc.js';
import { createLocalChain, type LocalChain } from '../../../src/playground/chain/local-chain.js';

export type Sending = {
  signers?: Keypair[];
  v0?: boolean;
  tables?: AddressLookupTableAccount[];
  skipPreflight?: boolean;
};

export type World = {
  chain: LocalChain;
  rpc: Rpc;
  connection: Connection;
  mint: PublicKey;
  /** A member with 10 SOL and 1,000 USDC. */
  alice: Keypair;
  merchant: Keypair;
  /** Signs, sends, lets one slot pass; returns the signature. */
  send(instructions: TransactionInstruction[], sending?: Sending): Promise<string>;
  /** The same, then reads the confirmed transaction. */
  land(instructions: TransactionInstruction[], sending?: Sending): Promise<ChainTransaction>;
  read(signature: string): Promise<ChainTransaction>;
  close(): Promise<void>;
};

export const reference = (): string => newReference(randomBytes);

/** The instruction with extra read-only keys after its own, as Solana Pay attaches references. */
export function carrying(
  instruction: TransactionInstruction,
  ...references: string[]
): TransactionInstruction {
  for (const each of references)
    instruction.keys.push({ pubkey: new PublicKey(each), isSigner: false, isWritable: false });
  return instruction;
}

export const sol = (from: Keypair, to: PublicKey, lamports: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

/** Lighthouse, a guard program that wallets add to transactions, and the program that takes its place here. */
export const lighthouse = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** A manually advanced chain, a member with money and a merchant with accounts for SOL and USDC. */
export async function createWorld(): Promise<World> {
  const chain = await createLocalChain({
    port: 0,
    slotMs: 0,
    programCopies: { [lighthouse.toBase58()]: memoProgram },
  });
  const rpc = createRpc({ endpoints: [chain.rpcUrl], clock: systemClock });
  const connection = new Connection(chain.rpcUrl, { commitment: 'processed', disableRetryOnRateLimit: true });
  const alice = Keypair.generate();
  const merchant = Keypair.generate();
  chain.controls.fund(alice.publicKey.toBase58());
  chain.controls.airdropSol(merchant.publicKey.toBase58(), 1_000_000_000n);
  chain.controls.airdropUsdc(merchant.publicKey.toBase58(), 5_000_000n);
  chain.controls.advance(5); // final: no rollback can revert the money

  const send: World['send'] = async (instructions, { signers = [alice], v0, tables, skipPreflight } = {}) => {
    const message = new TransactionMessage({
      payerKey: (signers[0] ?? alice).publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(
      v0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage(),
    );
    transaction.sign(signers);
    const signature = await connection.sendTransaction(transaction, {
      skipPreflight: skipPreflight ?? false,
    });
    chain.controls.advance(1);
    return signature;
  };
  const read: World['read'] = async (signature) => {
    const transaction = await rpc.transaction(signature, 'confirmed');
    if (!transaction) throw new Error(`${signature} did not land`);
    return transaction;
  };

  return {
    chain,
    rpc,
    connection,
    mint: new PublicKey(chain.usdcMint),
    alice,
    merchant,
    send,
    read,
    land: async (instructions, sending) => read(await send(instructions, sending)),
    async close() {
      await rpc.close();
      await chain.close();
    },
  };
}

export const ata = (mint: PublicKey, owner: PublicKey, program?: PublicKey): PublicKey =>
  getAssociatedTokenAddressSync(mint, owner, true, program);
