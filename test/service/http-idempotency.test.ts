import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/db/database.js';
import { createIdempotency, type Idempotency } from '../../src/service/idempotency.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { engines, type Made } from '../support/engines.js';

for (const { name, options, make } of engines)
  describe(`answers to repeated requests on ${name}`, options, () => {
    let made: Made;
    let db: Database;
    let clock: ManualClock;
    let idempotency: Idempotency;
    let runs: number;
    beforeEach(async () => {
      made = await make(resolve('data/migrations/service'));
      db = await made.connect();
      clock = manualClock();
      idempotency = createIdempotency(db, clock);
      runs = 0;
    });
    afterEach(() => db.close());

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
          db.transaction(async (t) => {
            const answer = { status: 201, body: { fails } };
            await remember(t, answer);
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

    test('of two processes that answer the same key at once, one keeps its effect, and both give its answer', async () => {
      const second = await made.connect();
      const pay = (process: Database, name: string) =>
        createIdempotency(process, clock).once(attempt(), async (remember) => {
          const given = { status: 201, body: { by: name } };
          await process.transaction(async (t) => {
            await t.run('INSERT INTO setting (name, value) VALUES (@name, @name)', { name });
            await remember(t, given);
          });
          return given;
        });
      const answers = await Promise.all([pay(db, 'first'), pay(second, 'second')]);
      expect(answers[0]).toEqual(answers[1]);
      expect(await db.all('SELECT name FROM setting')).toHaveLength(1);
      await second.close();
    });

    test('answers of yesterday are deleted', async () => {
      await idempotency.once(attempt('old'), work);
      await clock.advance(86_400_000);
      await idempotency.once(attempt('new'), work);
      expect(await db.all('SELECT key FROM idempotency')).toEqual([{ key: 'new' }]);
    });
  });
