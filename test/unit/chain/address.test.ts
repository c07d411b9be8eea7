import { describe, expect, it } from 'vitest';
import {
  addressBytes,
  encodeBase58,
  parseAddress,
  parseSignature,
  signatureBytes,
} from '../../../src/chain/address.js';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const signature = encodeBase58(new Uint8Array(64).fill(200));

describe('addresses', () => {
  it('are 32 bytes of base58, with surrounding white space ignored', () => {
    expect(parseAddress(` ${usdc}\n`)).toBe(usdc);
    expect(encodeBase58(addressBytes(usdc))).toBe(usdc);
    expect(addressBytes('11111111111111111111111111111111')).toEqual(new Uint8Array(32));
  });

  it('are refused when too short, too long, of another alphabet or absurdly long', () => {
    for (const text of [
      '',
      'abc',
      `${usdc}1`,
      usdc.slice(4),
      usdc.replace('E', '0'),
      signature,
      '1'.repeat(100_000),
    ])
      expect(() => parseAddress(text)).toThrow('That is not a Solana address.');
  });
});

describe('signatures', () => {
  it('are found bare or in an explorer link', () => {
    expect(parseSignature(` ${signature} `)).toBe(signature);
    expect(parseSignature(`https://explorer.solana.com/tx/${signature}?cluster=devnet`)).toBe(signature);
    expect(signatureBytes(signature)).toEqual(new Uint8Array(64).fill(200));
  });

  it('are refused when they are addresses, cut off or not base58', () => {
    for (const text of [
      '',
      signature.slice(4),
      `${signature}2`,
      signature.replace(/^./, 'l'),
      'x'.repeat(100_000),
    ])
      expect(() => parseSignature(text)).toThrow("That isn't a Solana signature");
    expect(() => parseSignature(`from ${usdc}`)).toThrow('That is an address.');
  });
});
