import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Queries } from '../../../../src/base/db/database.js';
import { engines, type Made } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';

const schema = 'CREATE TABLE purse (owner TEXT PRIMARY KEY, coins INTEGER NOT NULL) STRICT;';
const key = 'purse/Mia';

for (const { name, isMissing, options, make } of engines)
  describe.skipIf(isMissing)(`a kept value on ${name}`, options, () => {
    let made: Made;
    let db: Database;
    let reads = 0;
    beforeAll(async () => {
      made = await make(folderWith({ '001-purse.sql': schema }));
      db = await made.connect();
    });
    afterAll(() => db?.close());

    const readIn = async (q: Queries) => {
      reads += 1;
      return (await q.get<{ coins: number }>(`SELECT coins FROM purse WHERE owner = 'Mia'`))!.coins;
    };
    const coins = (q: Queries = db) => q.kept(key, () => readIn(q));
    const write = (q: Queries, amount: number) =>
      q.run(`UPDATE purse SET coins = @amount WHERE owner = 'Mia'`, { amount });
    /** @param during runs after the change, before the commit */
    const change = (amount: number, during: () => Promise<unknown> = async () => undefined) =>
      db.transaction(async (t) => {
        t.changes(key);
        await write(t, amount);
        await during();
      });

    beforeEach(async () => {
      await db.run('DELETE FROM purse');
      await db.transaction(async (t) => {
        t.changes(key);
        await t.run(`INSERT INTO purse (owner, coins) VALUES ('Mia', 1)`);
      });
      await coins();
      reads = 0;
    });

    it('is read again only where other processes write to the database', async () => {
      expect([await coins(), await coins()]).toEqual([1, 1]);
      expect(reads).toBe(db.engine === 'sqlite' ? 0 : 2);
    });

    it('is the new one once a transaction has changed it', async () => {
      await change(2);
      expect(await coins()).toBe(2);
      await Promise.all([change(3), change(4)]);
      const newest = await readIn(db);
      expect([await coins(), await coins()]).toEqual([newest, newest]);
    });

    it('is what the transaction wrote for itself, and still the former one for others', async () => {
      const seen: number[] = [];
      await db.transaction(async (t) => {
        t.changes(key);
        await write(t, 2);
        seen.push(await coins(t), await coins());
      });
      expect([...seen, await coins()]).toEqual([2, 1, 2]);
    });

    it('is the former one after a transaction that failed', async () => {
      const failing = change(2, async () => {
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect([await coins(), await coins()]).toEqual([1, 1]);
    });

    /** A read that ends when the test says so. Forgets the kept value first, so that it reads. */
    const readSlowly = async () => {
      await change(1);
      const steps = new EventEmitter();
      const value = db.kept(key, async () => {
        const found = await readIn(db);
        steps.emit('found');
        await once(steps, 'end');
        return found;
      });
      await once(steps, 'found');
      return { value, end: () => steps.emit('end') };
    };

    it('is the new one although a slow read of the former one ends after the commit', async () => {
      const slow = await readSlowly();
      await change(2);
      slow.end();
      expect([await slow.value, await coins()]).toEqual([1, 2]);
    });

    it('is the new one after another process has written', async () => {
      const other = await made.connect();
      await write(other, 5); // as a command of the operator does
      expect(await coins()).toBe(5);
      await other.close();
    });

    it('is the new one although another process wrote during a slow read', async () => {
      const slow = await readSlowly();
      const other = await made.connect();
      await write(other, 5);
      await db.kept('purse/Max', async () => 0); // notices the commit
      slow.end();
      expect([await slow.value, await coins()]).toEqual([1, 5]);
      await other.close();
    });
  });
