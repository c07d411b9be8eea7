import { randomBytes } from 'node:crypto';
import { parseURL } from '@solana/pay';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePayUrl, newReference, parsePayUrl } from '../../../src/chain/pay-url.js';

const recipient = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const base = { recipient, mint: null, decimals: 9, label: 'Rigsmith', message: '100 credits' };

describe('the Solana Pay link', () => {
  it('matches the specification', () => {
    const reference = newReference(() => new Uint8Array(32).fill(7));
    const url = encodePayUrl({ ...base, amountBaseUnits: 20_000_000n, reference, memo: 'int_1' });
    expect(url).toBe(
      `solana:${recipient}?amount=0.02&reference=${reference}&label=Rigsmith&message=100+credits&memo=int_1`,
    );
  });

  it('carries any amount exactly, to the last base unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 63n), fc.constantFrom(0, 6, 9), (amountBaseUnits, decimals) => {
        const reference = newReference(randomBytes);
        const url = encodePayUrl({ ...base, mint, decimals, amountBaseUnits, reference });
        const { amount } = parsePayUrl(url);
        const [whole = '', fraction = ''] = (amount ?? '').split('.');
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amountBaseUnits);
        expect(url).not.toMatch(/amount=[^&]*e/);
      }),
      { numRuns: 200 },
    );
  });

  it('round-trips, and @solana/pay reads the same', () => {
    const reference = newReference(randomBytes);
    const request = {
      ...base,
      mint,
      decimals: 6,
      amountBaseUnits: 2_500_000n,
      reference,
      message: 'ünïcode & more?',
    };
    const url = encodePayUrl(request);
    expect(parsePayUrl(url)).toEqual({
      recipient,
      amount: '2.5',
      mint,
      references: [reference],
      label: 'Rigsmith',
      message: 'ünïcode & more?',
      memo: null,
    });
    expect(parseURL(url)).toMatchObject({ message: 'ünïcode & more?' });
  });

  it('that is not a transfer request is refused with one sentence', () => {
    for (const url of [
      '',
      'hello',
      'https://example.org',
      'solana:',
      'solana:xyz',
      `solana:${recipient}?amount=-1`,
      `solana:${recipient}?amount=1e3`,
    ])
      expect(() => parsePayUrl(url), url).toThrow("That isn't a Solana Pay link.");
    expect(() => parsePayUrl('solana:https%3A%2F%2Fevil.example%2Fpay')).toThrow('a custom transaction');
  });

  it('cannot be created for a wrong address', () => {
    const reference = newReference(randomBytes);
    expect(() => encodePayUrl({ ...base, recipient: 'nobody', amountBaseUnits: 1n, reference })).toThrow(
      'not a Solana address',
    );
  });
});
