import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import type { Ledger } from '../../../../src/service/ledger/ledger.js';
import type { SeenPayment } from '../../../../src/service/payments/machine.js';
import { reconcile } from '../../../../src/service/payments/reconcile.js';
import { createPaymentStore, type PaymentStore } from '../../../../src/service/payments/store.js';
import type { ManualClock } from '../../../support/clock.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let ledger: Ledger;
  let store: PaymentStore;
  let addUser: Books['addUser'];
  let available: Books['available'];
  let create: (id: string, ...amounts: bigint[]) => ReturnType<Books['create']>;
  beforeEach(async () => {
    const books = await openBooks(openDatabase);
    ({ db, clock, ledger, store, addUser, available } = books);
    create = (id, ...amounts) => books.create(id, amounts);
  });
  afterEach(() => db.close());

  describe('an amount', () => {
    test('is used by one open intent; the other gets the next candidate', async () => {
      expect((await create('int_1', 500n)).amountBaseUnits).toBe(500n);
      expect((await create('int_2', 500n, 501n)).amountBaseUnits).toBe(501n);
      await expect(create('int_3', 500n, 501n)).rejects.toMatchObject({ code: 'rate_limited' });
    });

    test('of an expired purchase is free before the chain was read again', async () => {
      await create('int_1', 500n);
      await clock.advance(1_001);
      await addUser('usr_2', 'B');
      expect((await create('int_2', 500n)).amountBaseUnits).toBe(500n);
      expect((await store.settlement.settle('int_1', [payment('late', 500n)])).intent.status).toBe(
        'succeeded',
      );
    });

    test.each<[string, () => Promise<unknown>]>([
      ['paid', () => store.settlement.settle('int_1', [payment('s', 500n)])],
      ['canceled', () => store.intents.cancel('usr_1', 'int_1')],
      [
        'expired',
        async () => {
          await clock.advance(1_000);
          await store.settlement.settle('int_1', [], { checked: true });
        },
      ],
    ])('is free again once its intent is %s', async (_, end) => {
      await create('int_1', 500n);
      await end();
      expect((await create('int_2', 500n)).amountBaseUnits).toBe(500n);
    });
  });

  describe('settling', () => {
    test('one signature pays one intent', async () => {
      await create('int_1', 500n);
      await create('int_2', 501n);
      await store.settlement.settle('int_1', [payment('s', 600n)]);
      const second = await store.settlement.settle('int_2', [payment('s', 600n)]);
      expect([second.taken, second.intent.status, second.changed]).toEqual([
        ['s'],
        'requires_payment',
        false,
      ]);
      expect(await available()).toBe(100);
    });

    test('is idempotent and says so', async () => {
      await create('int_1', 500n);
      const replies = [];
      for (let turn = 0; turn < 3; turn += 1)
        replies.push(await store.settlement.settle('int_1', [payment('s', 500n)]));
      expect(replies.map(({ changed }) => changed)).toEqual([true, false, false]);
      expect(replies.map(({ intent }) => intent.receiptNumber)).toEqual([1, 1, 1]);
      expect(await available()).toBe(100);
    });

    test('that fails midway leaves neither state, payment nor credit', async () => {
      await create('int_1', 500n);
      const failing = createPaymentStore({
        db,
        ledger,
        clock,
        crash(point) {
          if (point === 'settle.in_credited') throw new Error('disk full');
        },
      });
      await expect(failing.settlement.settle('int_1', [payment('s', 500n)])).rejects.toThrow('disk full');
      expect(await store.intents.read('int_1')).toMatchObject({ status: 'requires_payment', payments: [] });
      expect(await available()).toBe(0);
      expect((await store.settlement.settle('int_1', [payment('s', 500n)])).intent.status).toBe('succeeded');
      expect(await available()).toBe(100);
    });

    test('uses money that was stored as unmatched', async () => {
      await store.settlement.keepUnmatched({ ...payment('s', 500n), standing: 'unmatched' }, { ask: true });
      await create('int_1', 500n);
      expect((await store.settlement.settle('int_1', [payment('s', 500n)])).intent.status).toBe('succeeded');
    });
  });

  describe('a review case', () => {
    const asked = async () =>
      (await store.reviews.listOpen()).map(({ signature, reason, amountBaseUnits }) => [
        signature,
        reason,
        amountBaseUnits,
      ]);
    const at = (paidAt: number, of: SeenPayment): SeenPayment => ({ ...of, paidAt });

    test('opens when an earlier payment is noticed later', async () => {
      await create('int_1', 500n);
      await store.settlement.settle('int_1', [at(20, payment('half', 250n)), at(30, payment('more', 400n))]);
      expect(await asked()).toEqual([['more', 'overpaid', 150n]]);
      await store.settlement.settle('int_1', [at(10, payment('whole', 500n))]);
      expect(await asked()).toEqual([
        ['more', 'duplicate', 400n],
        ['half', 'duplicate', 250n],
      ]);
    });

    test('closes when its payment turns out to pay the price', async () => {
      await create('int_1', 500n);
      await store.settlement.settle('int_1', [at(20, payment('late', 500n)), at(30, payment('last', 500n))]);
      expect(await asked()).toEqual([['last', 'duplicate', 500n]]);
      await store.settlement.drop('int_1', 'late');
      expect(await asked()).toEqual([]);
    });

    test('keeps its decision', async () => {
      await create('int_1', 500n);
      const more: SeenPayment = { ...at(30, payment('more', 900n)), commitment: 'finalized' };
      await store.settlement.settle('int_1', [more]);
      const [open] = await store.reviews.listOpen();
      const refund = { signature: 'back', amountBaseUnits: 400n };
      await store.reviews.refund(open!, { by: 'olga', refund });
      await store.settlement.settle('int_1', [at(10, payment('whole', 500n))]);
      const decided = await db.get('SELECT reason, amount, decision FROM review WHERE id = @id', {
        id: open!.id,
      });
      expect(decided).toEqual({ reason: 'overpaid', amount: '400', decision: 'refunded' });
    });
  });

  test('an amount beyond 2^53 is stored exactly', async () => {
    const huge = 2n ** 63n + 1n;
    await create('int_1', 500n);
    const { intent } = await store.settlement.settle('int_1', [payment('s', huge)]);
    expect(intent.payments[0]?.amountBaseUnits).toBe(huge);
  });

  test('due purchases are listed until they were checked', async () => {
    await create('int_1', 500n);
    expect([await store.schedule.listDue(10), await store.schedule.hasOpen()]).toEqual([[], true]);
    await clock.advance(1_000);
    expect(await store.schedule.listDue(10)).toEqual(['int_1']);
    await store.schedule.postpone('int_1', 5_000);
    expect(await store.schedule.listDue(10)).toEqual([]);
    await clock.advance(4_000);
    await store.settlement.settle('int_1', [], { checked: true });
    expect([await store.schedule.listDue(10), await store.schedule.hasOpen()]).toEqual([[], false]);
  });

  test('a fork that drops a credited payment takes no credits, spent or not, and fails no purchase', async () => {
    await create('int_1', 500n);
    const firm: SeenPayment = { ...payment('firm', 300n), commitment: 'finalized' };
    await store.settlement.settle('int_1', [firm, payment('loose', 400n)]);
    const refund = { signature: 'back', amountBaseUnits: 300n };
    const [open] = await store.reviews.listOpen();
    expect(open).toMatchObject({ signature: 'loose', amountBaseUnits: 200n });
    await db.transaction((t) =>
      createHolds(clock).place(t, { userId: 'usr_1', credits: 60, subject: 'gen_1' }),
    );
    await store.settlement.forget('loose');
    expect((await store.intents.read('int_1'))?.status).toBe('succeeded');
    await expect(store.reviews.refund({ signature: 'firm' }, { by: 'olga', refund })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
  });

  test('a transaction is booked once by two processes, on its purchase or as a case', async () => {
    await create('int_1', 500n);
    const seen = {
      parts: [
        { ...payment('s', 500n), references: ['ref int_1'] },
        { ...payment('s', 7_000n, 'B/SOL'), payer: 'B', references: [], commitment: 'finalized' as const },
      ],
      signature: 's',
    };
    const opened: unknown[] = [];
    const other = createPaymentStore({ db, ledger, clock, opened: (one) => void opened.push(one) });
    const prices = new Map([[null, 500n]]);
    await Promise.all([other.booking.take([seen], prices), other.booking.take([seen], prices)]);
    expect(await available()).toBe(100);
    expect(opened).toEqual([{ signature: 's', reason: 'unmatched', intentId: null }]);
    expect(await reconcile(db, clock, null)).toMatchObject({ differences: [] });
  });

  test('receipts are numbered from one at each merchant address', async () => {
    const numbers: (number | null)[] = [];
    for (const [at, merchant] of ['M', 'M', 'N', 'M'].entries()) {
      const id = `int_${at}`;
      await create(id, 500n);
      await db.run('UPDATE intent SET recipient = @merchant WHERE id = @id', { id, merchant });
      const { intent } = await store.settlement.settle(id, [payment(`s${at}`, 500n)]);
      numbers.push(intent.receiptNumber);
    }
    expect(numbers).toEqual([1, 2, 1, 3]);
  });

  test('receipts of purchases that are paid at once have numbers of their own', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `int_${n}`);
    for (const [n, id] of ids.entries()) await create(id, BigInt(500 + n));
    const settled = await Promise.all(
      ids.map((id, n) => store.settlement.settle(id, [payment(`s${n}`, BigInt(500 + n))])),
    );
    expect(settled.map(({ intent }) => intent.receiptNumber).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await available()).toBe(800);
  });

  test('a proof of a wallet and a payment exclude each other', async () => {
    await create('int_1', 500n);
    await db.run(
      `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at) VALUES ('s', 'usr_1', 1, 1, 0)`,
    );
    const { taken, intent } = await store.settlement.settle('int_1', [payment('s', 500n)]);
    expect([taken, intent.status]).toEqual([['s'], 'requires_payment']);
    await store.settlement.keepUnmatched(
      { ...payment('s', 500n), standing: 'unmatched', commitment: 'finalized' },
      { ask: true },
    );
    expect(await store.reviews.listOpen()).toEqual([]);
  });

  test('dust, cursors and the beginning of the watch are kept', async () => {
    const dust = { ...payment('d', 1n), references: ['ref int_1'], commitment: 'finalized' as const };
    await create('int_1', 500n);
    const listed = { slot: 5, commitment: 'finalized' as const, accounts: ['M'] };
    const prices = new Map([[null, 500n]]);
    await store.booking.take([{ signature: 'd', parts: [dust], listed }], prices);
    await store.booking.take([{ signature: 'd', parts: [dust], listed }], prices);
    expect(await db.all('SELECT subject, transfers, amount FROM dust')).toEqual([
      { subject: 'int_1', transfers: 1, amount: '1' },
    ]);
    expect(await store.watch.listHandled()).toEqual(['d']);
    await store.watch.cursors.save({ M: { signature: 'e', slot: 2_000 } });
    expect(await store.watch.listHandled()).toEqual([]);
    expect(await store.watch.cursors.load()).toEqual({ M: { signature: 'e', slot: 2_000 } });
    const since = await store.watch.since();
    await clock.advance(1_000);
    expect(await store.watch.since()).toBe(since);
  });
});
