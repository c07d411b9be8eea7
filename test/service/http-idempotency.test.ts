import { resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, write } from '../../src/base/store.js';
import { createIdempotency, type Idempotency } from '../../src/service/idempotency.js';
import { type ManualClock, manualClock } from '../support/clock.js';

let db: Database;
let clock: ManualClock;
let idempotency: Idempotency;
let runs: number;
beforeEach(async () => {
  db = await openDatabase(':memory:', resolve('data/migrations/service'));
  clock = manualClock();
  idempotency = createIdempotency(db, clock);
  runs = 0;
});

const attempt = (key = 'k', fingerprint = 'f') => ({ userId: 'usr_1', key, fingerprint });
const work = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  runs += 1;
  return { status: 201, body: { run: runs } };
};

test('simultaneous repeats share one run; other members with the same key are refused meanwhile', async () => {
  const both = [idempotency.once(attempt(), work), idempotency.once(attempt(), work)];
  await expect(idempotency.once(attempt('k', 'other'), work)).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  expect(await Promise.all(both)).toEqual(Array(2).fill({ status: 201, body: { run: 1 } }));
  expect(runs).toBe(1);
});

test('an answer is kept for a day', async () => {
  await idempotency.once(attempt(), work);
  await clock.advance(86_399_000);
  expect((await idempotency.once(attempt(), work)).body).toEqual({ run: 1 });
  await clock.advance(1_000);
  expect((await idempotency.once(attempt(), work)).body).toEqual({ run: 2 });
});

test('a failed attempt leaves the key free', async () => {
  const fail = async () => {
    throw new Error('no');
  };
  await expect(idempotency.once(attempt(), fail)).rejects.toThrow('no');
  expect((await idempotency.once(attempt(), work)).body).toEqual({ run: 1 });
});

test('an answer stored inside a transaction commits or rolls back with it', async () => {
  const inTransaction = (fails: boolean) =>
    idempotency.once(attempt(), async (remember) =>
      write(db, () => {
        const answer = { status: 201, body: { fails } };
        remember(answer);
        if (fails) throw new Error('rolled back');
        return answer;
      }),
    );
  await expect(inTransaction(true)).rejects.toThrow('rolled back');
  await inTransaction(false);
  const afterRestart = createIdempotency(db, clock);
  expect((await afterRestart.once(attempt(), work)).body).toEqual({ fails: false });
  expect(runs).toBe(0);
});
