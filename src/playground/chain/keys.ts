/**
 * Ed25519 with Node's own code. The JavaScript of `@solana/web3.js` first fills a table, which takes 0.2 s of
 * processor time in every start of the playground.
 */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Keypair, type VersionedTransaction } from '@solana/web3.js';

/** The fixed beginning of an Ed25519 key in PKCS #8 (RFC 8410). The 32 bytes of the seed follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });

/** @param seed 32 bytes; the same seed gives the same pair */
export function keypairFrom(seed: Uint8Array = randomBytes(32)): Keypair {
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  const secretKey = Uint8Array.from([...seed, ...spki.subarray(-32)]);
  return Keypair.fromSecretKey(secretKey, { skipValidation: true }); // the validation derives the public key again
}

export const signBytes = (bytes: Uint8Array, { secretKey }: Keypair): Uint8Array =>
  Uint8Array.from(sign(null, bytes, privateKeyOf(secretKey.subarray(0, 32))));

/** Adds the signature of `keypair`, which must be one of the transaction's signers. */
export function signTransaction(transaction: VersionedTransaction, keypair: Keypair): void {
  transaction.addSignature(keypair.publicKey, signBytes(transaction.message.serialize(), keypair));
}
