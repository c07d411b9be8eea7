import { expect, test } from 'vitest';
import { createBudget } from '../../../src/chain/budget.js';
import { manualClock } from '../../support/clock.js';

const spend = (budget: ReturnType<typeof createBudget>, times: number) => {
  for (let time = 0; time < times; time += 1) budget.spend();
};

test('a node without refusals has no limit', () => {
  const budget = createBudget(manualClock());
  spend(budget, 500);
  expect(budget.room()).toBe(Number.POSITIVE_INFINITY);
});

test('a 429 sets a limit, of which a quarter is reserved for members who wait', async () => {
  const clock = manualClock();
  const budget = createBudget(clock);
  spend(budget, 41);
  budget.refused(7_000);
  expect(budget.room()).toBe(0);
  await clock.advance(6_999);
  expect(budget.room()).toBe(0); // from Retry-After
  await clock.advance(3_001);
  expect(budget.room()).toBe(27); // 75% of 90% of 41
  spend(budget, 20);
  expect(budget.room()).toBe(7);
  await clock.advance(10_000);
  expect(budget.room()).toBe(27);
});

test('the limit grows again while the node refuses nothing, and is dropped in the end', async () => {
  const clock = manualClock();
  const budget = createBudget(clock);
  spend(budget, 40);
  budget.refused(0);
  await clock.advance(30_000);
  expect(budget.room()).toBe(32);
  await clock.advance(20 * 30_000);
  expect(budget.room()).toBe(Number.POSITIVE_INFINITY);
});

test('a node that refuses its very first request is not assumed to allow none', async () => {
  const clock = manualClock();
  const budget = createBudget(clock);
  spend(budget, 1);
  budget.refused(1_000);
  await clock.advance(1_000);
  expect(budget.room()).toBe(14);
});
