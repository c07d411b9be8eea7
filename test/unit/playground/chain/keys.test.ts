import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { keypairFrom, signTransaction } from '../../../../src/playground/chain/keys.js';

const seed = new Uint8Array(32).map((_, i) => i * 7);

const transfer = ({ publicKey }: Keypair) => {
  const to = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey;
  const message = new TransactionMessage({
    payerKey: publicKey,
    recentBlockhash: '11111111111111111111111111111111',
    instructions: [SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: to, lamports: 5 })],
  });
  return new VersionedTransaction(message.compileToLegacyMessage());
};

describe('keys of the playground', () => {
  it('are those that wallets derive from the same seed', () => {
    expect(keypairFrom(seed).secretKey).toEqual(Keypair.fromSeed(seed).secretKey);
  });

  it('are new for every pair without a seed', () => {
    expect(keypairFrom().publicKey.equals(keypairFrom().publicKey)).toBe(false);
  });

  it('sign a transaction as wallets do', () => {
    const keypair = Keypair.fromSeed(seed);
    const [ours, theirs] = [transfer(keypair), transfer(keypair)];
    signTransaction(ours, keypair);
    theirs.sign([keypair]);
    expect(ours.signatures).toEqual(theirs.signatures);
  });

  it('refuse a transaction of another signer', () => {
    expect(() => signTransaction(transfer(Keypair.fromSeed(seed)), keypairFrom())).toThrow(
      'is not required to sign',
    );
  });
});
