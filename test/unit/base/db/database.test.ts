import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Queries, Transaction } from '../../../../src/base/db/database.js';
import { openSqlite } from '../../../../src/base/db/open-sqlite.js';
import { type Engine, engines, type Made } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';

const schema = `CREATE TABLE purse (owner TEXT PRIMARY KEY, coins INTEGER NOT NULL CHECK (coins >= 0), note BLOB) STRICT;
  CREATE TABLE step (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL UNIQUE) STRICT;`;

const coinsOf = async (db: Database, owner: string) =>
  (await db.get<{ coins: number }>('SELECT coins FROM purse WHERE owner = @owner', { owner }))?.coins;
const give = (db: Database, owner: string, coins: number) =>
  db.run('INSERT INTO purse (owner, coins) VALUES (@owner, @coins)', { owner, coins });
/** Reads, then writes what it read: wrong as soon as another one comes between. */
const takeOne = (db: Database, owner: string) =>
  db.transaction(async (t) => {
    const { coins } = (await t.get<{ coins: number }>('SELECT coins FROM purse WHERE owner = @owner', {
      owner,
    }))!;
    if (coins === 0) return false;
    await t.run('UPDATE purse SET coins = @left WHERE owner = @owner', { owner, left: coins - 1 });
    return true;
  });

const memory: Engine = {
  engine: 'sqlite',
  name: 'SQLite in memory',
  isMissing: false,
  options: {},
  async make(migrations) {
    return { connect: () => openSqlite(':memory:', migrations) };
  },
};

for (const { name, isMissing, make } of [...engines, memory])
  describe.skipIf(isMissing)(`a database on ${name}`, () => {
    let made: Made;
    let db: Database;
    beforeAll(async () => {
      made = await make(folderWith({ '001-purse.sql': schema }));
      db = await made.connect();
    });
    afterAll(() => db?.close());

    it('can be closed twice, also at once', async () => {
      const other = await (await make(folderWith({ '001-purse.sql': schema }))).connect();
      await Promise.all([other.close(), other.close()]);
      await other.close();
    });

    it('keeps what a transaction wrote, and says how many rows changed', async () => {
      expect(await give(db, 'Mia', 3)).toBe(1);
      expect(await db.run('UPDATE purse SET coins = 4 WHERE owner = @owner', { owner: 'Ben' })).toBe(0);
      expect(await coinsOf(db, 'Mia')).toBe(3);
    });

    it('takes any text, and finds it again', async () => {
      const odd = 'a\0b, half a pair \ud83d, 🦊 and \u202e';
      await give(db, odd, 1);
      expect(await coinsOf(db, odd)).toBe(1);
      const found = await db.get<{ owner: string }>('SELECT owner FROM purse WHERE owner = @odd', { odd });
      expect(found?.owner).toMatch(/^a.b, half a pair .+, 🦊 and \u202e$/);
    });

    it('keeps nothing of a transaction that failed, and everything of those beside it', async () => {
      const failing = db.transaction(async (t) => {
        await t.run(`INSERT INTO step (what) VALUES ('half')`);
        throw new Error('no');
      });
      const beside = [1, 2, 3].map((n) =>
        db.run('INSERT INTO step (what) VALUES (@what)', { what: `beside ${n}` }),
      );
      await expect(failing).rejects.toThrow('no');
      await Promise.all(beside);
      const steps = await db.all<{ what: string }>('SELECT what FROM step ORDER BY what');
      expect(steps.map(({ what }) => what)).toEqual(['beside 1', 'beside 2', 'beside 3']);
    });

    it('runs transactions as if one after the other: of 20 who take, 7 find a coin', async () => {
      await give(db, 'Olga', 7);
      const taken = await Promise.all(Array.from({ length: 20 }, () => takeOne(db, 'Olga')));
      expect(taken.filter(Boolean)).toHaveLength(7);
      expect(await coinsOf(db, 'Olga')).toBe(0);
    });

    it('ends every one of 120 long transactions on the same row, in two processes', async () => {
      await give(db, 'Noor', 120);
      const other = name === 'SQLite in memory' ? db : await made.connect();
      const takeSlowly = (from: Database) =>
        from.transaction(async (t) => {
          const { coins } = (await t.get<{ coins: number }>(`SELECT coins FROM purse WHERE owner = 'Noor'`))!;
          for (let turn = 0; turn < 5; turn += 1) await t.all('SELECT what FROM step');
          await t.run(`UPDATE purse SET coins = @left WHERE owner = 'Noor'`, { left: coins - 1 });
        });
      await Promise.all(Array.from({ length: 120 }, (_, at) => takeSlowly(at % 2 === 0 ? db : other)));
      expect(await coinsOf(db, 'Noor')).toBe(0);
      if (other !== db) await other.close();
    });

    it('isolates a single statement that writes from transactions beside it', async () => {
      const other = name === 'SQLite in memory' ? db : await made.connect();
      for (let turn = 0; turn < 20; turn += 1) {
        await db.run('DELETE FROM purse');
        await give(db, 'Mia', 1);
        // One removes an unused row, the other uses it.
        const removed = db.run(
          `UPDATE purse SET coins = 0 WHERE owner = 'Mia' AND NOT EXISTS (SELECT 1 FROM step WHERE what = 'Mia')`,
        );
        const used = other.transaction(async (t) => {
          const row = await t.get<{ coins: number }>(`SELECT coins FROM purse WHERE owner = 'Mia'`);
          if (row?.coins === 0) return false;
          await t.run(`INSERT INTO step (what) VALUES ('Mia')`);
          return true;
        });
        expect([(await removed) === 1, await used]).toSatisfy(([gone, kept]) => gone !== kept);
        await db.run(`DELETE FROM step WHERE what = 'Mia'`);
      }
      if (other !== db) await other.close();
    });

    it('refuses what the schema forbids, with an error', async () => {
      await expect(give(db, 'Sam', -1)).rejects.toThrow(/check/i);
      expect(await coinsOf(db, 'Sam')).toBeUndefined();
    });

    it('returns rows of a statement that writes', async () => {
      const row = await db.get<{ stepId: number }>(
        'INSERT INTO step (what) VALUES (@what) RETURNING id AS stepId',
        { what: 'returned' },
      );
      expect(row?.stepId).toBeGreaterThan(0);
    });

    it('takes lists, numbers beyond 32 bits and bytes', async () => {
      const at = 1_795_000_000_000;
      await db.run('INSERT INTO purse (owner, coins, note) VALUES (@owner, @at, @note)', {
        owner: 'Ana',
        at,
        note: Buffer.from('hi'),
      });
      const select = 'SELECT owner, coins, note FROM purse WHERE owner IN @names';
      expect(await db.all(select, { names: ['Ana', 'Nobody'] })).toEqual([
        { owner: 'Ana', coins: at, note: Buffer.from('hi') },
      ]);
      expect(await db.all(select, { names: [] })).toEqual([]);
      const outside = await db.get<{ count: number }>(
        'SELECT count(*) AS count FROM purse WHERE owner NOT IN @names',
        { names: [] },
      );
      expect(outside?.count).toBeGreaterThan(0);
    });

    it('does not show what a transaction has not committed', async () => {
      const seen = await db.transaction(async (t) => {
        await t.run(`INSERT INTO purse (owner, coins) VALUES ('Eve', 1)`);
        return name === 'SQLite in memory' ? undefined : coinsOf(db, 'Eve');
      });
      expect(seen).toBeUndefined();
      expect(await coinsOf(db, 'Eve')).toBe(1);
    });

    it.skipIf(name === 'SQLite in memory')(
      'shows one state to a snapshot while others write, and lets it write nothing',
      async () => {
        const steps = (q: Queries) => q.all('SELECT what FROM step');
        await db.snapshot(async (q) => {
          const before = await steps(q);
          await db.run(`INSERT INTO step (what) VALUES ('meanwhile')`);
          expect(await steps(q)).toEqual(before);
          expect(await steps(db)).not.toEqual(before);
          await expect(q.run('DELETE FROM step')).rejects.toThrow(/read-?only/);
        });
      },
    );

    it('finds a query that comes after its transaction', async () => {
      let kept: Transaction | undefined;
      await db.transaction(async (t) => {
        kept = t;
      });
      await expect(kept!.run(`INSERT INTO step (what) VALUES ('late')`)).rejects.toThrow('await');
      expect(() => kept!.changes('steps')).toThrow('await');
    });

    it('commits what need not be durable as well', async () => {
      await Promise.all([
        db.transaction((t) => t.run(`INSERT INTO step (what) VALUES ('light')`), { durable: false }),
        db.transaction((t) => t.run(`INSERT INTO step (what) VALUES ('heavy')`)),
      ]);
      const steps = await db.all(`SELECT what FROM step WHERE what IN ('light', 'heavy')`);
      expect(steps).toHaveLength(2);
    });
  });
