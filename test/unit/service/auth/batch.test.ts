import { expect, test } from 'vitest';
import { createBatch } from '../../../../src/service/auth/batch.js';

test('calls of one turn are batched, calls of a later turn are not', async () => {
  const runs: number[][] = [];
  const add = createBatch<number>((items) => void runs.push([...items]));
  await Promise.all([add(1), add(2), add(3)]);
  await add(4);
  expect(runs).toEqual([[1, 2, 3], [4]]);
});

test('a failure rejects every call of the batch, and the next batch works', async () => {
  let fails = true;
  const add = createBatch<number>(() => {
    if (fails) throw new Error('disk full');
  });
  const both = await Promise.allSettled([add(1), add(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  await add(3);
});
