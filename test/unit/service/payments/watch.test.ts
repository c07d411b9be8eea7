import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMints } from '../../../../src/service/payments/mints.js';
import { createCompared } from '../../../../src/service/payments/second-look.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);

/** What a process remembers of the chain for the next one. */
onEveryServiceEngine((openDatabase) => {
  let books: Books;
  beforeEach(async () => {
    books = await openBooks(openDatabase, start);
  });
  afterEach(() => books.db.close());

  test('a payment has the confirmations of the last round, and none when that did not list it', async () => {
    const { store, db } = books;
    await books.create('int_1', [500n]);
    const final = { ...payment('final', 100n), commitment: 'finalized' } as const;
    await store.settlement.settle('int_1', [payment('a', 100n), payment('b', 100n), final]);
    const after = async (round: [string, number][]) => {
      await store.watch.saveConfirmations(new Map(round));
      const sql = 'SELECT confirmations FROM payment ORDER BY signature';
      return (await db.all<{ confirmations: number }>(sql)).map(({ confirmations }) => confirmations);
    };
    expect(await after(Object.entries({ a: 3, b: 5, final: 9, unknown: 1 }))).toEqual([3, 5, 0]);
    expect(await after([['a', 4]])).toEqual([4, 0, 0]);
    expect(await after([])).toEqual([0, 0, 0]);
  });

  test('a token that was on sale counts as money, and is watched while a purchase in it can be paid', async () => {
    await books.create('int_1', [1n], { mint: 'first', expiresAt: start });
    await books.create('int_2', [2n], { mint: 'second', expiresAt: start + 1 });
    await books.create('int_3', [3n], { mint: 'third', expiresAt: start });
    await books.create('int_4', [4n]);
    const later = start + 30 * dayMs;
    expect(await readMints(books.db, 'third', later)).toEqual({
      known: ['third', 'first', 'second'],
      followed: ['third', 'second'],
    });
    expect(await readMints(books.db, null, later + 1)).toEqual({
      known: ['first', 'second', 'third'],
      followed: [],
    });
  });

  test('two nodes are compared from an hour before the first watch on, then from the last comparison', async () => {
    const compared = createCompared(books.db);
    expect(await compared.load()).toBeNull();
    await books.store.watch.since();
    expect(await compared.load()).toBe(start - hourMs);
    await compared.save(start + 5_000);
    await books.clock.advance(hourMs);
    await books.store.watch.since();
    expect(await createCompared(books.db).load()).toBe(start + 5_000);
  });
});
