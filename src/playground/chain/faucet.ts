import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { Bank } from './bank.js';
import { RpcFault } from './fault.js';
import { keypairFrom, signTransaction } from './keys.js';
import type { Native } from './native.js';
import { plantMint } from './tokens.js';

/** USDC at its mainnet address, so that the program under test needs no extra configuration. */
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDC_DECIMALS = 6;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const FAUCET_LAMPORTS = 10n ** 17n;

export type Faucet = {
  address: string;
  /** Both return the signature of an ordinary transaction. @throws RpcFault when the transfer fails */
  giveSol(to: PublicKey, lamports: bigint): string;
  giveUsdc(to: PublicKey, baseUnits: bigint): string;
  /** Adds SOL without a transaction, so that it never shows up as a payment. */
  plantSol(at: PublicKey, lamports: bigint): void;
  /**
   * Creates a fake token that looks like USDC, as anyone could. Each address gets a token account with `baseUnits`,
   * including the merchant, who could not receive the token otherwise. Returns the mint.
   */
  giveLookalike(to: readonly PublicKey[], baseUnits: bigint): string;
};

/** Source of the local chain's money. Its key exists only in this process and owns nothing on any other network. */
export function createFaucet(native: Native, bank: Bank): Faucet {
  const keypair = keypairFrom();
  const mint = new PublicKey(usdcMint);
  const plantSol = (at: PublicKey, lamports: bigint) =>
    bank.svm.setAccount(
      at.toBytes(),
      new native.Account(lamports, new Uint8Array(), PublicKey.default.toBytes(), false, 0n),
    );
  plantSol(keypair.publicKey, FAUCET_LAMPORTS);
  plantMint(native, bank.svm, { address: mint, decimals: USDC_DECIMALS, authority: keypair.publicKey });
  let gifts = 0;

  const send = (instructions: TransactionInstruction[]): string => {
    gifts += 1; // makes two equal gifts in one slot different transactions
    const note = { programId: MEMO_PROGRAM, keys: [], data: Buffer.from(`faucet ${gifts}`) };
    const message = new TransactionMessage({
      payerKey: keypair.publicKey,
      recentBlockhash: bank.latestBlockhash().blockhash,
      instructions: [...instructions, new TransactionInstruction(note)],
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    signTransaction(transaction, keypair);
    const { err } = bank.send(transaction);
    if (err !== null)
      throw new RpcFault(-32603, `The faucet's transfer failed: ${JSON.stringify(err)}`, { err });
    return bs58.encode(transaction.signatures[0] ?? new Uint8Array());
  };

  const giveToken = (of: PublicKey, to: PublicKey, baseUnits: bigint): string => {
    const account = getAssociatedTokenAddressSync(of, to, true);
    return send([
      createAssociatedTokenAccountIdempotentInstruction(keypair.publicKey, account, to, of),
      createMintToCheckedInstruction(of, account, keypair.publicKey, baseUnits, USDC_DECIMALS),
    ]);
  };

  return {
    plantSol,
    address: keypair.publicKey.toBase58(),
    giveSol: (to, lamports) =>
      send([SystemProgram.transfer({ fromPubkey: keypair.publicKey, toPubkey: to, lamports })]),
    giveUsdc: (to, baseUnits) => giveToken(mint, to, baseUnits),
    giveLookalike(to, baseUnits) {
      const lookalike = keypairFrom().publicKey;
      plantMint(native, bank.svm, {
        address: lookalike,
        decimals: USDC_DECIMALS,
        authority: keypair.publicKey,
      });
      for (const each of to) giveToken(lookalike, each, baseUnits);
      return lookalike.toBase58();
    },
  };
}
