import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Transaction } from '../../../../src/base/db/database.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { compareLedger } from '../../../../src/service/payments/reconcile/ledger.js';
import { manualClock } from '../../../support/clock.js';
import { engines } from '../../../support/engines.js';
import { runsOf } from '../../../support/slice.js';

const ledger = createLedger(manualClock());
const holds = createHolds(manualClock());
const userId = 'usr_1';

for (const { name, isMissing, options, make } of engines)
  describe.skipIf(isMissing)(`the ledger on ${name}`, () => {
    let db: Database;
    beforeEach(async () => {
      db = await (await make(resolve('data/migrations/service'))).connect();
    });
    afterEach(() => db.close());

    const buy = (credits: number, subject = 'int_1') =>
      db.transaction((t) => ledger.credit(t, { userId, credits, subject }));
    const hold = (credits: number, subject = 'gen_1') =>
      db.transaction((t) => holds.place(t, { userId, credits, subject }));
    const settle = (subject: string) => db.transaction((t) => holds.settle(t, subject));
    const release = (subject: string) => db.transaction((t) => holds.release(t, subject));
    const balance = async () => {
      const { available, held } = await ledger.readBalance(db, userId);
      return [available, held];
    };

    /** A balance may be kept from an earlier look at it. */
    const expectFresh = async (who: string) =>
      expect(await ledger.readBalance(db, who)).toEqual(
        await db.transaction((t) => ledger.readBalance(t, who)),
      );

    describe('a balance', () => {
      test('starts at zero', async () => {
        expect(await ledger.readBalance(db, 'usr_new')).toEqual({
          available: 0,
          held: 0,
          lifetimePurchased: 0,
          updatedAt: 0,
        });
      });

      test('increases once by a purchase, however often it is posted', async () => {
        expect([await buy(100), await buy(100)]).toEqual([true, false]);
        expect(await balance()).toEqual([100, 0]);
      });

      test('moves into a hold and on to usage, or back', async () => {
        await buy(100);
        expect(await hold(30)).toEqual({ outcome: 'held' });
        expect(await balance()).toEqual([70, 30]);
        expect(await hold(20, 'gen_2')).toEqual({ outcome: 'held' });
        expect([await settle('gen_1'), await release('gen_2')]).toEqual([true, true]);
        expect(await balance()).toEqual([70, 0]);
        expect((await ledger.readBalance(db, userId)).lifetimePurchased).toBe(100);
      });

      test('does not cover a hold that is too large, and is unchanged', async () => {
        await buy(10);
        expect(await hold(11)).toEqual({ outcome: 'insufficient', needed: 11, available: 10 });
        expect(await balance()).toEqual([10, 0]);
        expect(await ledger.listEntries(db, userId, { limit: 10 })).toHaveLength(1);
      });
    });

    // Only SQLite keeps balances in memory.
    describe('a balance that was looked at before', options, () => {
      const from = { userId, credits: 5 };
      const postings: Record<string, (t: Transaction) => Promise<unknown>> = {
        'a purchase': (t) => ledger.credit(t, { ...from, subject: 'int_2' }),
        'a grant': (t) => ledger.grant(t, { ...from, subject: 'welcome' }),
        'a hold': (t) => holds.place(t, { ...from, subject: 'gen_2' }),
        'a settled hold': (t) => holds.settle(t, 'gen_1'),
        'a released hold': (t) => holds.release(t, 'gen_1'),
        'a revocation': (t) => ledger.revoke(t, { ...from, subject: 'mod_1' }),
        'a refund': (t) => ledger.refund(t, { ...from, subject: 'int_1' }),
        'a gift': (t) =>
          ledger.give(t, {
            from: userId,
            to: 'usr_2',
            credits: 5,
            subject: 'g',
            notes: { from: '', to: '' },
          }),
      };

      test.each(Object.keys(postings))('is the new one after %s', async (what) => {
        await buy(100);
        await hold(10);
        const before = [await ledger.readBalance(db, userId), await ledger.readBalance(db, 'usr_2')];
        await db.transaction(postings[what]!);
        const after = [await ledger.readBalance(db, userId), await ledger.readBalance(db, 'usr_2')];
        expect(after).not.toEqual(before);
        for (const who of [userId, 'usr_2']) await expectFresh(who);
      });
    });

    describe('a hold', () => {
      beforeEach(() => buy(50));

      test('is made once per subject', async () => {
        expect([(await hold(50)).outcome, (await hold(50)).outcome]).toEqual(['held', 'held']);
        expect(await balance()).toEqual([0, 50]);
      });

      test('ends once: settled is not released afterwards, nor the reverse', async () => {
        await hold(20);
        await hold(20, 'gen_2');
        expect([await settle('gen_1'), await settle('gen_1'), await release('gen_1')]).toEqual([
          true,
          false,
          false,
        ]);
        expect([await release('gen_2'), await settle('gen_2')]).toEqual([true, false]);
        expect(await balance()).toEqual([30, 0]);
      });

      test('that does not exist cannot end', async () => {
        expect([await settle('gen_9'), await release('gen_9')]).toEqual([false, false]);
      });

      test('is rolled back with its transaction', async () => {
        const failing = db.transaction(async (t) => {
          await holds.place(t, { userId, credits: 20, subject: 'gen_1' });
          throw new Error('the row could not be written');
        });
        await expect(failing).rejects.toThrow('could not be written');
        expect(await balance()).toEqual([50, 0]);
      });
    });

    describe('the database itself', () => {
      test('refuses to change or delete an entry', async () => {
        await buy(10);
        await expect(db.run('UPDATE ledger_entry SET credits = 1000')).rejects.toThrow('append-only');
        await expect(db.run('DELETE FROM ledger_entry')).rejects.toThrow('append-only');
      });

      test('refuses a user account below zero', async () => {
        await buy(10);
        const tooMuch = { userId, credits: 11, subject: 'mod_1' };
        await expect(db.transaction((t) => ledger.revoke(t, tooMuch))).rejects.toThrow(/check/i);
        expect(await balance()).toEqual([10, 0]);
      });

      test('refuses a second end of a hold without the check in code', async () => {
        await buy(10);
        await hold(5);
        await settle('gen_1');
        const again = `INSERT INTO ledger_entry (kind, subject, user_id, from_account, to_account, credits,
          available_change, available_after, created_at)
          VALUES ('release', 'gen_1', 'usr_1', 'usr_1:held', 'usr_1:available', 5, 5, 10, 0)`;
        await expect(db.run(again)).rejects.toThrow(/unique/i);
      });
    });

    test('entries are listed newest first with the balance after each, page by page', async () => {
      await buy(100);
      await hold(30);
      await settle('gen_1');
      await db.transaction((t) => ledger.grant(t, { userId, credits: 5, subject: 'gift', note: 'Sorry' }));
      const shown = await ledger.listEntries(db, userId, { limit: 3 });
      expect(
        shown.map(({ kind, availableChange, availableAfter }) => [kind, availableChange, availableAfter]),
      ).toEqual([
        ['grant', 5, 75],
        ['settle', 0, 70],
        ['hold', -30, 70],
      ]);
      const rest = await ledger.listEntries(db, userId, { before: shown[2]!.id, limit: 3 });
      expect(rest.map(({ kind }) => kind)).toEqual(['purchase']);
    });

    test('any order of postings never goes negative, and the entries explain the balances', async () => {
      const action = fc.record({
        what: fc.constantFrom('credit', 'grant', 'hold', 'settle', 'release', 'revoke'),
        userId: fc.constantFrom('usr_1', 'usr_2'),
        subject: fc.constantFrom('a', 'b', 'c', 'd'),
        credits: fc.integer({ min: 1, max: 60 }),
      });
      let story = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
          story += 1;
          const nameOf = (who: string) => `${who}_${story}`;
          for (const { what, userId: who, subject, credits } of actions) {
            await db.transaction(async (t) => {
              const posting = { userId: nameOf(who), subject: `${nameOf(who)}:${subject}`, credits };
              if (what === 'settle' || what === 'release') await holds[what](t, posting.subject);
              else if (what === 'hold') await holds.place(t, posting);
              else if (what !== 'revoke') await ledger[what](t, posting);
              else if ((await ledger.readBalance(t, posting.userId)).available >= credits)
                await ledger.revoke(t, posting);
            });
            await expectFresh(nameOf(who));
          }
          for (const who of ['usr_1', 'usr_2'].map(nameOf)) {
            const entries = await ledger.listEntries(db, who, { limit: 100 });
            const { available, held } = await ledger.readBalance(db, who);
            const sum = entries.reduce((total, { availableChange }) => total + availableChange, 0);
            expect([available, entries[0]?.availableAfter ?? 0]).toEqual([sum, sum]);
            expect(Math.min(available, held)).toBeGreaterThanOrEqual(0);
          }
        }),
        { numRuns: runsOf(50, 1_500) },
      );
      expect(await compareLedger(db)).toEqual([]);
    });

    test('of 20 holds at once, as many are placed as the credits allow', async () => {
      await buy(70);
      const placed = await Promise.all(Array.from({ length: 20 }, (_, n) => hold(10, `gen_${n}`)));
      expect(placed.filter(({ outcome }) => outcome === 'held')).toHaveLength(7);
      expect(await balance()).toEqual([0, 70]);
    });
  });
