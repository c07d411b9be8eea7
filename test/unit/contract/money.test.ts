import { describe, expect, it } from 'vitest';
import { isMismatch } from '../../../src/contract/read/index.js';
import { readIntentReply } from '../../../src/contract/read/intent.js';
import { readPack } from '../../../src/contract/read/packs.js';
import { asked, merchant, other, reference, signature, usdc } from './shapes.js';

const link = (query: string) => `solana:${merchant}?${query}`;
const read = (body: unknown) => readIntentReply(body, asked({ body: { pack_id: 'small' } }));

describe('an intent', () => {
  it.each([
    ['lamports by name', { id: 'i', recipient: merchant, amount_lamports: 20_000_000 }, '20000000', 'SOL'],
    ['lamports in a string', { id: 'i', recipient: merchant, lamports: '20000000' }, '20000000', 'SOL'],
    ['SOL by name', { id: 'i', recipient: merchant, amount_sol: 0.02 }, '20000000', 'SOL'],
    ['SOL by name, whole', { id: 'i', recipient: merchant, amountSol: 2 }, '2000000000', 'SOL'],
    [
      'a decimal and its currency',
      { id: 'i', recipient: merchant, amount: '0.02', currency: 'SOL' },
      '20000000',
      'SOL',
    ],
    [
      'a number and its currency',
      { id: 'i', to: merchant, amount: 0.02, currency: 'sol' },
      '20000000',
      'SOL',
    ],
    [
      'a unit beside the amount',
      { id: 'i', to: merchant, amount: 20_000_000, unit: 'lamports' },
      '20000000',
      'SOL',
    ],
    ['a whole amount with its unit', { id: 'i', to: merchant, amount: 1, unit: 'SOL' }, '1000000000', 'SOL'],
    ['a text with its unit', { id: 'i', to: merchant, amount: '0.02 SOL' }, '20000000', 'SOL'],
    ['an object', { id: 'i', to: merchant, amount: { value: '0.02', currency: 'SOL' } }, '20000000', 'SOL'],
    [
      'a token amount',
      { id: 'i', to: merchant, currency: 'SOL', amount: '20000000', decimals: 9, uiAmountString: '0.02' },
      '20000000',
      'SOL',
    ],
    ['the Solana Pay link alone', { intentId: 7, url: link('amount=0.02') }, '20000000', 'SOL'],
    [
      'an envelope',
      {
        success: true,
        data: { id: 'i', status: 'pending', recipient: merchant, amountLamports: 20_000_000 },
      },
      '20000000',
      'SOL',
    ],
    [
      'parts beside each other',
      { intent: { id: 'i', status: 'created' }, payment: { recipient: merchant, lamports: 20_000_000 } },
      '20000000',
      'SOL',
    ],
    [
      'USDC with its mint',
      { id: 'i', to: merchant, amount: '5.00', currency: 'USDC', mint: usdc },
      '5000000',
      'USDC',
    ],
    ['USDC by its mint alone', { id: 'i', to: merchant, amount: '5.5', mint: usdc }, '5500000', 'USDC'],
    [
      'an ambiguous amount that a plain one explains',
      { id: 'i', to: merchant, amount: 20_000_000, amount_sol: '0.02' },
      '20000000',
      'SOL',
    ],
  ])('is read from %s', (_, body, units, currency) => {
    const { value, notes } = read(body);
    expect(value).toMatchObject({
      amount_base_units: units,
      currency,
      recipient: merchant,
      status: 'requires_payment',
    });
    expect(value.solana_pay_url).toContain(`solana:${merchant}?amount=`);
    expect(notes).not.toEqual([]);
  });

  it.each([
    ['an amount without an asset', { id: 'i', to: merchant, amount: 0.5 }, 'amount'],
    [
      'a whole number that may be SOL or lamports',
      { id: 'i', to: merchant, amount: 20_000_000, currency: 'SOL' },
      'amount',
    ],
    ['another currency', { id: 'i', to: merchant, amount: '3.50', currency: 'USD' }, 'amount'],
    [
      'two amounts that differ',
      { id: 'i', to: merchant, amount_sol: '0.02', amount_lamports: 2_000_000 },
      'amount',
    ],
    [
      'a link that asks for more',
      { id: 'i', to: merchant, amount_sol: '0.02', url: link('amount=0.2') },
      'amount',
    ],
    [
      'a link to somebody else',
      { id: 'i', to: other, amount_sol: '0.02', url: link('amount=0.02') },
      'recipient',
    ],
    [
      'a link in another token',
      { id: 'i', to: merchant, amount: '0.02', currency: 'SOL', url: link(`amount=0.02&spl-token=${usdc}`) },
      'mint',
    ],
    ['a link to a transaction alone', { id: 'i', url: 'solana:https%3A%2F%2Fpay.example%2Ftx' }, 'amount'],
    ['no recipient', { id: 'i', amount_sol: '0.02' }, 'recipient'],
    [
      "what may be the payer's own address",
      { id: 'i', amount_sol: '0.02', wallet: other, address: other },
      'recipient',
    ],
    ['USDC of an unnamed mint', { id: 'i', to: merchant, amount: '5.0', currency: 'USDC' }, 'mint'],
    ['nothing', { id: 'i', to: merchant, amount_sol: 0 }, 'amount'],
    ['less than a lamport', { id: 'i', to: merchant, amount: '0.0000000001', currency: 'SOL' }, 'amount'],
    ['more digits than a number holds', { id: 'i', to: merchant, amount_lamports: 2 ** 53 + 2 }, 'amount'],
  ])('is refused for %s', (_, body, field) => {
    const failure = (() => {
      try {
        return read(body);
      } catch (error) {
        return error;
      }
    })();
    expect(isMismatch(failure) && failure.context.field).toBe(field);
  });

  it('keeps further references of a link that is complete', () => {
    const url = link(`amount=0.02&reference=${reference}&reference=${other}`);
    expect(read({ id: 'i', url }).value).toMatchObject({ solana_pay_url: url, reference });
  });

  it('keeps its offer when a later reply names another price', () => {
    const known = read({ id: 'i', to: merchant, amount_sol: '0.02' }).value;
    const { value, notes } = readIntentReply({ status: 'paid', amount_sol: '0.5' }, asked({ known }));
    expect(value).toMatchObject({
      id: 'i',
      status: 'succeeded',
      amount_base_units: '20000000',
      recipient: merchant,
    });
    expect(notes.join()).toContain('differs from the offer');
  });

  it.each([
    [{ status: 'confirmed' }, 'succeeded'],
    [{ payment: { state: 'COMPLETED' } }, 'succeeded'],
    [{ data: { status: 'pending' } }, 'requires_payment'],
    [{ status: 'in_progress' }, 'requires_payment'],
    [{ status: 'in_progress', signature }, 'processing'],
    [{ status: 'confirming' }, 'processing'],
    [{ status: 'cancelled' }, 'canceled'],
    [{ status: 'expired' }, 'expired'],
    ['confirmed', 'succeeded'],
    [{ success: true }, 'requires_payment'],
    [{ status: 'success', data: { id: 'i', tx_signature: signature } }, 'requires_payment'],
    [undefined, 'requires_payment'],
  ])('moves by %j to %s', (body, status) => {
    const known = read({ id: 'i', to: merchant, amount_sol: '0.02' }).value;
    expect(readIntentReply(body, asked({ known })).value.status).toBe(status);
  });
});

describe('a pack', () => {
  const sol = { currency: 'SOL', amount: '0.02', amount_base_units: '20000000' };
  const five = { currency: 'USDC', amount: '5', amount_base_units: '5000000' };
  it.each([
    [
      'a list',
      {
        id: 1,
        credits: 100,
        prices: [
          { currency: 'SOL', amount: '0.02' },
          { asset: 'USDC', amount: 5, unit: 'usdc' },
        ],
      },
      [sol, five],
    ],
    ['an object of numbers', { id: 1, credits: 100, prices: { SOL: 0.02, USDC: 5 } }, [sol, five]],
    [
      'an object of objects',
      { id: 1, credits: 100, price: { sol: { amount: '0.02' }, usdc: { amount: '5.00' } } },
      [sol, five],
    ],
    ['one object', { id: 1, credits: 100, price: { amount: '0.02', currency: 'SOL' } }, [sol]],
    ['flat fields', { packId: 'a', credits: '100', priceSol: 0.02 }, [sol]],
    ['flat lamports', { sku: 'a', credit_amount: 100, price_lamports: 20_000_000 }, [sol]],
    ['a price and a currency', { slug: 'a', credits: 100, price: '0.02', currency: 'SOL' }, [sol]],
    ['a price that is not plain', { id: 'a', credits: 100, price: 20_000_000, currency: 'SOL' }, []],
    ['a price without a currency', { id: 'a', credits: 100, price: 0.02 }, []],
    [
      'two prices that differ',
      { id: 'a', credits: 100, prices: [{ SOL: 1, amount_sol: '1' }, { amount_sol: '2' }] },
      [],
    ],
  ])('is priced by %s', (_, body, prices) => {
    expect(readPack(body, asked())).toMatchObject({ credits: 100, prices });
  });
});
