import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { Bank } from './bank.js';
import { RpcFault } from './fault.js';
import type { Native } from './native.js';
import { plantMint } from './tokens.js';

/** USDC at its true mainnet address, so that the program under test needs no other configuration. */
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDC_DECIMALS = 6;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const FAUCET_LAMPORTS = 10n ** 17n;

export type Faucet = {
  address: string;
  /** Both give back the signature of an ordinary transaction. @throws RpcFault when it cannot be done */
  giveSol(to: PublicKey, lamports: bigint): string;
  giveUsdc(to: PublicKey, baseUnits: bigint): string;
  /** SOL that was always there: no transaction brought it, so nobody has to ask what it is for. */
  plantSol(at: PublicKey, lamports: bigint): void;
  /**
   * A token anybody could make: it looks like USDC and is none. Everybody named gets an account of it
   * with `baseUnits`, the merchant too, who can be paid in it only then. Gives back its mint.
   */
  giveLookalike(to: readonly PublicKey[], baseUnits: bigint): string;
};

/** Where the local chain's money comes from. Its key exists in this process only and owns nothing anywhere else. */
export function createFaucet(native: Native, bank: Bank): Faucet {
  const keypair = Keypair.generate();
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
    gifts += 1; // makes two equal gifts within one slot two transactions
    const note = { programId: MEMO_PROGRAM, keys: [], data: Buffer.from(`faucet ${gifts}`) };
    const message = new TransactionMessage({
      payerKey: keypair.publicKey,
      recentBlockhash: bank.latestBlockhash().blockhash,
      instructions: [...instructions, new TransactionInstruction(note)],
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([keypair]);
    const { err } = bank.send(transaction);
    if (err !== null)
      throw new RpcFault(-32603, `The faucet could not give that: ${JSON.stringify(err)}`, { err });
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
      const lookalike = Keypair.generate().publicKey;
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
