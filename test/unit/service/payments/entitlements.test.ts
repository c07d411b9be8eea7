import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createEntitlements, type Entitlements } from '../../../../src/service/payments/entitlements.js';
import { compareLedger } from '../../../../src/service/payments/reconcile/ledger.js';
import { comparePurchases } from '../../../../src/service/payments/reconcile/purchases.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks } from './books.js';

onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let entitlements: Entitlements;
  beforeEach(async () => {
    books = await openBooks(openDatabase, 1_000);
    entitlements = createEntitlements(books);
  });
  afterEach(async () => {
    const { db, clock } = books;
    expect([...(await compareLedger(db)), ...(await comparePurchases(db, clock.now()))]).toEqual([]);
    await db.close();
  });

  const credit = (id = '900', credits = 100) => entitlements.credit({ id, userId: 'usr_1', credits });
  const spend = (credits: number) =>
    books.db.transaction((t) =>
      createHolds(books.clock).place(t, { userId: 'usr_1', credits, subject: `gen_${credits}` }),
    );

  describe("a purchase in Discord's shop", () => {
    test('is credited once, also when it is reported several times at once', async () => {
      await Promise.all([credit(), credit(), credit()]);
      await credit();
      expect(await books.available()).toBe(100);
      await credit('901');
      expect(await books.available()).toBe(200);
    });

    test('loses its credits once when Discord refunds it', async () => {
      await credit();
      await books.clock.advance(5_000);
      const back = { address: 'A', credits: 100, owed: 0, returnedAt: 6_000 };
      expect(await Promise.all(['900', '900'].map((id) => entitlements.takeBack(id)))).toEqual([back, back]);
      await books.clock.advance(5_000);
      expect(await entitlements.takeBack('900')).toEqual(back);
      await credit();
      expect([await books.available(), await entitlements.listDebts()]).toEqual([0, []]);
    });

    test('is never credited when it was refunded before', async () => {
      const back = { address: null, credits: 0, owed: 0, returnedAt: 1_000 };
      expect(await entitlements.takeBack('900')).toEqual(back);
      await credit();
      expect([await books.available(), await entitlements.takeBack('900')]).toEqual([0, back]);
    });

    test('leaves nothing when it is credited and refunded at once', async () => {
      await Promise.all([credit(), entitlements.takeBack('900')]);
      expect(await books.available()).toBe(0);
    });
  });

  describe('credits that were spent before the refund', () => {
    test('are a debt, oldest first, until an operator waives it', async () => {
      await credit('900');
      await spend(60);
      expect(await entitlements.takeBack('900')).toMatchObject({ owed: 60 });
      await books.clock.advance(1_000);
      await credit('901', 20);
      await spend(20);
      await entitlements.takeBack('901');
      expect(await books.available()).toBe(0);
      expect(await entitlements.listDebts()).toEqual([
        { id: '900', userId: 'usr_1', credits: 100, owed: 60, returnedAt: 1_000 },
        { id: '901', userId: 'usr_1', credits: 20, owed: 20, returnedAt: 2_000 },
      ]);
      const waived = ['900', '900', '902'].map((id) => entitlements.waive(id, { by: 'olga', note: 'sorry' }));
      expect((await Promise.all(waived)).filter(Boolean)).toHaveLength(1);
      expect((await entitlements.listDebts()).map(({ id }) => id)).toEqual(['901']);
      const kept = await books.db.get('SELECT waived_by AS by, note FROM entitlement WHERE id = @id', {
        id: '900',
      });
      expect(kept).toEqual({ by: 'olga', note: 'sorry' });
    });
  });
});
