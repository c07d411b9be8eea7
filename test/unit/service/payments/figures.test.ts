import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMetricsRegistry, type MetricsRegistry } from '../../../../src/metrics/registry.js';
import { measurePayments } from '../../../../src/service/payments/figures.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

/** What `/metrics` and the dashboard show of payments. */
onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let metrics: MetricsRegistry;
  let completeAt: number | null;
  beforeEach(async () => {
    books = await openBooks(openDatabase, 1_000_000);
    metrics = createMetricsRegistry();
    completeAt = null;
    measurePayments({ ...books, metrics }, () => completeAt);
  });
  afterEach(() => books.db.close());

  const valuesOf = async (name: string) =>
    ((await metrics.sample()).get(name) ?? []).map(({ value, labels }) => [value, labels.status]);
  const keep = (signature: string, amount: bigint, mint: string | null = null) =>
    books.store.settlement.keepUnmatched(
      { ...payment(signature, amount, `A/${mint}`), mint, standing: 'unmatched', commitment: 'finalized' },
      { ask: true },
    );

  it('purchases are counted by their state', async () => {
    for (const at of [1n, 2n, 3n]) await books.create(`int_${at}`, [at * 100n]);
    await books.store.settlement.settle('int_2', [payment('s', 200n)]);
    expect((await valuesOf('rigsmith_purchases')).toSorted()).toEqual([
      [1, 'succeeded'],
      [2, 'requires_payment'],
    ]);
  });

  it('open cases are counted, and listed oldest first with their amounts', async () => {
    await keep('first', 1_500_000_000n);
    await books.clock.advance(5_000);
    await keep('second', 2_000_000n, 'mint');
    expect(await valuesOf('rigsmith_review_cases_open')).toEqual([[2, undefined]]);
    expect(await metrics.rows('cases')).toEqual({
      isWhole: true,
      rows: [
        expect.objectContaining({ signature: 'first', amount: '1.5 SOL', openedAt: 1_000_000 }),
        expect.objectContaining({ signature: 'second', amount: '2 USDC', openedAt: 1_005_000 }),
      ],
    });
  });

  it('the chain lags since it was last read completely, before the first time since the start', async () => {
    await books.clock.advance(7_000);
    expect(await valuesOf('rigsmith_chain_lag_seconds')).toEqual([[7, undefined]]);
    completeAt = books.clock.now() - 2_500;
    expect(await valuesOf('rigsmith_chain_lag_seconds')).toEqual([[2.5, undefined]]);
  });
});
