import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claim, intentMachine, judge, type Payment } from '../../../../src/service/payments/machine.js';

const price = 20_004_211n;
const claim = (changes: Partial<Claim> = {}): Claim => ({
  ...{ status: 'requires_payment', exception: null, amountBaseUnits: price, requiredCommitment: 'finalized' },
  ...{ expiresAt: 900_000, canceledAt: null },
  ...changes,
});
const payment = (amountBaseUnits: bigint, changes: Partial<Payment> = {}): Payment => ({
  ...{
    signature: 's',
    part: 'p/SOL',
    standing: 'counts',
    payer: 'p',
    amountBaseUnits,
    mint: null,
    slot: 1,
    commitment: 'finalized',
    paidAt: 1_000,
  },
  ...changes,
});
const verdict = (of: Claim, payments: Payment[], now = 2_000, checked = true) => {
  const { status, exception } = judge(of, payments, { now, checked });
  return [status, exception];
};

describe('what payments make of an intent', () => {
  test.each<[string, bigint[], string, string | null]>([
    ['nothing', [], 'requires_payment', null],
    ['the exact amount', [price], 'succeeded', null],
    ['one unit too little', [price - 1n], 'partially_paid', 'underpaid'],
    ['two halves', [price / 2n, price - price / 2n], 'succeeded', null],
    ['a trifle', [1n], 'requires_payment', null],
    ['a trifle and the exact amount', [1n, price], 'succeeded', null],
    ['half as much again', [price + price / 2n], 'succeeded', 'overpaid'],
    ['everything twice', [price, price], 'succeeded', 'duplicate'],
  ])('%s', (_, amounts, status, exception) => {
    expect(
      verdict(
        claim(),
        amounts.map((amount) => payment(amount)),
      ),
    ).toEqual([status, exception]);
  });

  test('what is not final yet is processing, where only final money counts', () => {
    const seen = [payment(price, { commitment: 'confirmed' })];
    expect(verdict(claim(), seen)).toEqual(['processing', null]);
    expect(verdict(claim({ requiredCommitment: 'confirmed' }), seen)).toEqual(['succeeded', null]);
  });

  test('time alone ends the waiting only when the chain was read', () => {
    expect(verdict(claim(), [], 900_000, false)).toEqual(['requires_payment', null]);
    expect(verdict(claim(), [], 900_000, true)).toEqual(['expired', null]);
  });

  test.each<[string, Partial<Claim>]>([
    ['expired', { status: 'expired' }],
    ['canceled', { status: 'canceled', canceledAt: 500_000 }],
  ])('money after it was %s is credited as late', (_, changes) => {
    expect(verdict(claim(changes), [payment(price, { paidAt: 900_001 })])).toEqual([
      'succeeded',
      'paid_late',
    ]);
  });

  test('money sent in time but seen late is not late', () => {
    expect(verdict(claim({ status: 'expired' }), [payment(price, { paidAt: 899_000 })], 10 ** 9)).toEqual([
      'succeeded',
      null,
    ]);
  });

  test('what has succeeded stays, and a second payment is only noted', () => {
    const done = claim({ status: 'succeeded' });
    expect(verdict(done, [payment(price), payment(price)])).toEqual(['succeeded', 'duplicate']);
    expect(verdict(done, [])).toEqual(['succeeded', null]);
  });
});

test('any history of payments and clocks takes only steps of the table and settles on the same verdict when repeated', () => {
  const step = fc.record({
    amount: fc.bigInt({ min: 1n, max: price * 2n }),
    commitment: fc.constantFrom('confirmed' as const, 'finalized' as const),
    afterMs: fc.integer({ min: 0, max: 400_000 }),
    forget: fc.boolean(),
    checked: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let now = 0;
      let current = claim();
      let payments: Payment[] = [];
      for (const { amount, commitment, afterMs, forget, checked } of steps) {
        now += afterMs;
        payments = forget
          ? payments.filter((one) => one.commitment === 'finalized')
          : [...payments, payment(amount, { commitment, paidAt: now })];
        const next = judge(current, payments, { now, checked });
        if (next.status !== current.status)
          expect(intentMachine.allows(current.status, next.status)).toBe(true);
        current = { ...current, ...next };
        expect(judge(current, payments, { now, checked })).toEqual(next);
      }
    }),
    { numRuns: 2_000 },
  );
});
