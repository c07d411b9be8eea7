import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClaimedIntent,
  casesOf,
  intentMachine,
  judge,
  type Payment,
} from '../../../../src/service/payments/machine.js';
import { runsOf } from '../../../support/slice.js';

const price = 20_004_211n;
const claim = (changes: Partial<ClaimedIntent> = {}): ClaimedIntent => ({
  status: 'requires_payment',
  exception: null,
  amountBaseUnits: price,
  requiredCommitment: 'finalized',
  expiresAt: 900_000,
  canceledAt: null,
  settledAt: null,
  buyer: 'p',
  ...changes,
});
const payment = (amountBaseUnits: bigint, changes: Partial<Payment> = {}): Payment => ({
  signature: 's',
  part: 'p/SOL',
  standing: 'counts',
  payer: 'p',
  amountBaseUnits,
  returnedBaseUnits: changes.standing === 'returned' ? amountBaseUnits : 0n,
  mint: null,
  slot: 1,
  commitment: 'finalized',
  paidAt: 1_000,
  ...changes,
});
const verdict = (of: ClaimedIntent, payments: Payment[], now = 2_000, checked = true) => {
  const { status, exception } = judge(of, payments, { now, checked });
  return [status, exception];
};

describe('the state of an intent after payments', () => {
  test.each<[string, bigint[], string, string | null]>([
    ['nothing', [], 'requires_payment', null],
    ['the exact amount', [price], 'succeeded', null],
    ['one unit too little', [price - 1n], 'partially_paid', 'underpaid'],
    ['two halves', [price / 2n, price - price / 2n], 'succeeded', null],
    ['dust', [1n], 'requires_payment', null],
    ['dust and the exact amount', [1n, price], 'succeeded', null],
    ['half as much again', [price + price / 2n], 'succeeded', 'overpaid'],
    ['everything twice', [price, price], 'succeeded', 'duplicate'],
    ['too much at once and dust', [2n * price, 1n], 'succeeded', 'overpaid'],
  ])('%s', (_, amounts, status, exception) => {
    expect(
      verdict(
        claim(),
        amounts.map((amount) => payment(amount)),
      ),
    ).toEqual([status, exception]);
  });

  test('is processing while a payment is not final, if only final money counts', () => {
    const seen = [payment(price, { commitment: 'confirmed' })];
    expect(verdict(claim(), seen)).toEqual(['processing', null]);
    expect(verdict(claim({ requiredCommitment: 'confirmed' }), seen)).toEqual(['succeeded', null]);
  });

  test('expires by time only when the chain was read', () => {
    expect(verdict(claim(), [], 900_000, false)).toEqual(['requires_payment', null]);
    expect(verdict(claim(), [], 900_000, true)).toEqual(['expired', null]);
  });

  test.each<[string, Partial<ClaimedIntent>]>([
    ['expired', { status: 'expired' }],
    ['canceled', { status: 'canceled', canceledAt: 500_000 }],
  ])('credits money after it was %s as late', (_, changes) => {
    expect(verdict(claim(changes), [payment(price, { paidAt: 900_001 })])).toEqual([
      'succeeded',
      'paid_late',
    ]);
  });

  test('does not treat money sent in time but seen late as late', () => {
    expect(verdict(claim({ status: 'expired' }), [payment(price, { paidAt: 899_000 })], 10 ** 9)).toEqual([
      'succeeded',
      null,
    ]);
  });

  test('stays succeeded, and a second payment is only recorded', () => {
    const done = claim({ status: 'succeeded', settledAt: 2_000 });
    expect(verdict(done, [payment(price), payment(price)])).toEqual(['succeeded', 'duplicate']);
    expect(verdict(done, [])).toEqual(['succeeded', null]);
  });
});

describe('money that does not count towards the price', () => {
  const stray = (standing: Payment['standing'], changes: Partial<Payment> = {}) =>
    payment(price, { standing, ...changes });

  test.each(['wrong_asset', 'unmatched'] as const)('%s waits for an operator once final', (standing) => {
    expect(verdict(claim(), [stray(standing, { commitment: 'confirmed' })])).toEqual(['processing', null]);
    expect(verdict(claim(), [stray(standing)])).toEqual(['requires_review', standing]);
    expect(verdict(claim({ status: 'expired' }), [stray(standing)])).toEqual(['requires_review', standing]);
  });

  test('does not delay the right payment, and is recorded with it', () => {
    const waiting = claim({ status: 'requires_review', exception: 'wrong_asset' });
    expect(verdict(waiting, [stray('wrong_asset'), payment(price)])).toEqual(['succeeded', 'wrong_asset']);
  });

  test('ends as the operator decides', () => {
    const waiting = claim({ status: 'requires_review', exception: 'unmatched' });
    expect(verdict(waiting, [stray('accepted')])).toEqual(['succeeded', 'unmatched']);
    expect(verdict(waiting, [stray('returned')])).toEqual(['refunded', 'unmatched']);
    expect(verdict(waiting, [stray('returned'), stray('wrong_asset')])).toEqual([
      'requires_review',
      'wrong_asset',
    ]);
  });

  test('leaves no trace in the state when a fork drops it', () => {
    const half = payment(price / 2n);
    const waiting = claim({ status: 'requires_review', exception: 'wrong_asset' });
    expect(verdict(waiting, [half, stray('returned')])).toEqual(['partially_paid', 'underpaid']);
    expect(verdict(waiting, [])).toEqual(['requires_payment', null]);
  });

  test('from a stranger changes nothing, pending or refunded', () => {
    for (const standing of ['wrong_asset', 'returned'] as const)
      expect(verdict(claim(), [stray(standing, { payer: 'q' })])).toEqual(['requires_payment', null]);
  });

  test('that was refunded does not end a review: the price still counts when it comes', () => {
    const over = claim({ status: 'refunded', exception: 'wrong_asset' });
    expect(verdict(over, [stray('returned')])).toEqual(['refunded', 'wrong_asset']);
    expect(verdict(over, [stray('returned'), payment(price)])).toEqual(['succeeded', null]);
    const closed = { ...over, settledAt: 1_000 };
    expect(verdict(closed, [stray('returned'), payment(price)])).toEqual(['refunded', 'wrong_asset']);
  });

  test('refunded in full makes a settled purchase refunded, refunded surplus does not', () => {
    const done = claim({ status: 'succeeded', settledAt: 2_000 });
    const decided = { now: 2_000, checked: true, decided: true };
    expect(judge(done, [stray('returned')], decided).status).toBe('refunded');
    expect(verdict(done, [stray('returned')])).toEqual(['succeeded', null]); // a fork, without a decision
    expect(verdict(done, [payment(price), stray('returned')])).toEqual(['succeeded', null]);
  });
});

test('an exception ends when the money that caused it was refunded', () => {
  const settled = claim({ status: 'succeeded', exception: 'wrong_asset', settledAt: 1_500 });
  const back = payment(3n, { signature: 'a', standing: 'returned', mint: 'usdc' });
  expect(verdict(settled, [back, payment(price)])).toEqual(['succeeded', null]);
  const late = payment(price, { paidAt: 950_000 });
  expect(verdict(settled, [back, late])).toEqual(['succeeded', 'paid_late']);
  const taken = payment(3n, { standing: 'accepted', mint: 'usdc' });
  expect(verdict(settled, [taken])).toEqual(['succeeded', 'wrong_asset']);
});

describe('the open questions for an operator', () => {
  const left = (of: Partial<ClaimedIntent>, payments: Payment[]) =>
    casesOf(claim(of), payments).map(({ reason, amountBaseUnits }) => [reason, amountBaseUnits]);
  const done: Partial<ClaimedIntent> = { status: 'succeeded', settledAt: 2_000 };

  test.each<[string, Partial<ClaimedIntent>, Payment[], unknown[]]>([
    ['nothing of an exact payment', done, [payment(price)], []],
    ['nothing of a trifle beyond it', done, [payment(price + 1n)], []],
    ['the surplus of a payment', done, [payment(price * 2n)], [['overpaid', price]]],
    ['the whole of a second one', done, [payment(price), payment(price)], [['duplicate', price]]],
    ['nothing before the price is there', {}, [payment(price / 2n)], []],
    ['nothing that is not final', done, [payment(price), payment(price, { commitment: 'confirmed' })], []],
    [
      'a payment after its credits were taken back',
      { ...done, status: 'refunded' },
      [payment(price)],
      [['duplicate', price]],
    ],
    [
      'everything beside an accepted payment',
      done,
      [payment(price, { standing: 'accepted' }), payment(price)],
      [['duplicate', price]],
    ],
  ])('%s', (_, of, payments, cases) => {
    expect(left(of, payments)).toEqual(cases);
  });
});

test('any history of payments, forks, decisions and clocks takes only steps of the table, in any order the same', () => {
  const step = fc.record({
    amount: fc.bigInt({ min: 1n, max: price * 2n }),
    standing: fc.constantFrom(
      'counts' as const,
      'counts' as const,
      'wrong_asset' as const,
      'unmatched' as const,
    ),
    commitment: fc.constantFrom('confirmed' as const, 'finalized' as const),
    afterMs: fc.integer({ min: 0, max: 400_000 }),
    event: fc.constantFrom('pay', 'pay', 'fork', 'accept', 'return', 'cancel'),
    checked: fc.boolean(),
  });
  /** What an operator, a fork or the buyer does with the payments. */
  const apply = (event: string, payments: Payment[], last: Payment): Payment[] => {
    if (event === 'fork') return payments.filter((one) => one.commitment === 'finalized');
    if (event === 'pay') return [...payments, last];
    const decided = event === 'accept' ? 'accepted' : 'returned';
    const returnedBaseUnits = event === 'return' ? (payments[0]?.amountBaseUnits ?? 0n) : 0n;
    return payments.map((one, index) =>
      index === 0 ? { ...one, standing: decided, returnedBaseUnits } : one,
    );
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let now = 0;
      let current = claim();
      let payments: Payment[] = [];
      for (const { amount, commitment, standing, afterMs, event, checked } of steps) {
        now += afterMs;
        if (event === 'cancel' && current.status === 'requires_payment')
          current = { ...current, status: 'canceled', canceledAt: now };
        payments = apply(event, payments, payment(amount, { commitment, standing, paidAt: now }));
        const decided = event === 'accept' || event === 'return';
        const next = judge(current, payments, { now, checked, decided });
        expect(judge(current, payments.toReversed(), { now, checked, decided }).status).toBe(next.status);
        if (next.status !== current.status)
          expect(intentMachine.allows(current.status, next.status)).toBe(true);
        current = { ...current, ...next };
        if (next.status === 'succeeded') current.settledAt ??= now;
        expect(judge(current, payments, { now, checked, decided })).toEqual(next);
      }
    }),
    { numRuns: runsOf(1_500, 50_000) },
  );
});
