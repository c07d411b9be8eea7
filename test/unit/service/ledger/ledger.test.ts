import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, write } from '../../../../src/base/store.js';
import { createHolds, type Holds } from '../../../../src/service/ledger/holds.js';
import { createLedger, type Ledger } from '../../../../src/service/ledger/ledger.js';
import { manualClock } from '../../../support/clock.js';
import { runsOf } from '../../../support/slice.js';

let db: Database;
let ledger: Ledger;
let holds: Holds;
beforeEach(async () => {
  db = await openDatabase(':memory:', resolve('data/migrations/service'));
  ledger = createLedger(db, manualClock());
  holds = createHolds(db, manualClock());
});
afterEach(() => db.close());

const userId = 'usr_1';
const buy = (credits: number, subject = 'int_1') => ledger.credit({ userId, credits, subject });
const hold = (credits: number, subject = 'gen_1') => holds.place({ userId, credits, subject });
const balance = () => {
  const { available, held } = ledger.readBalance(userId);
  return [available, held];
};
const totalOfAllAccounts = () =>
  (db.prepare('SELECT coalesce(sum(balance), 0) AS total FROM ledger_account').get() as { total: number })
    .total;

describe('a balance', () => {
  test('starts at zero', () => {
    expect(ledger.readBalance('usr_new')).toEqual({
      available: 0,
      held: 0,
      lifetimePurchased: 0,
      updatedAt: 0,
    });
  });

  test('increases once by a purchase, however often it is posted', () => {
    expect([buy(100), buy(100)]).toEqual([true, false]);
    expect(balance()).toEqual([100, 0]);
  });

  test('moves into a hold and on to usage, or back', () => {
    buy(100);
    expect(hold(30)).toEqual({ outcome: 'held' });
    expect(balance()).toEqual([70, 30]);
    expect(hold(20, 'gen_2')).toEqual({ outcome: 'held' });
    expect([holds.settle('gen_1'), holds.release('gen_2')]).toEqual([true, true]);
    expect(balance()).toEqual([70, 0]);
    expect(ledger.readBalance(userId).lifetimePurchased).toBe(100);
  });

  test('does not cover a hold that is too large, and is unchanged', () => {
    buy(10);
    expect(hold(11)).toEqual({ outcome: 'insufficient', needed: 11, available: 10 });
    expect(balance()).toEqual([10, 0]);
    expect(ledger.listEntries(userId, { limit: 10 })).toHaveLength(1);
  });
});

describe('a hold', () => {
  beforeEach(() => buy(50));

  test('is made once per subject', () => {
    expect([hold(50).outcome, hold(50).outcome]).toEqual(['held', 'held']);
    expect(balance()).toEqual([0, 50]);
  });

  test('ends once: settled is not released afterwards, nor the reverse', () => {
    hold(20);
    hold(20, 'gen_2');
    expect([holds.settle('gen_1'), holds.settle('gen_1'), holds.release('gen_1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([holds.release('gen_2'), holds.settle('gen_2')]).toEqual([true, false]);
    expect(balance()).toEqual([30, 0]);
  });

  test('that does not exist cannot end', () => {
    expect([holds.settle('gen_9'), holds.release('gen_9')]).toEqual([false, false]);
  });

  test('is rolled back with its transaction', () => {
    const failing = () =>
      write(db, () => {
        hold(20);
        throw new Error('the row could not be written');
      });
    expect(failing).toThrow('could not be written');
    expect(balance()).toEqual([50, 0]);
  });
});

describe('the database itself', () => {
  test('refuses to change or delete an entry', () => {
    buy(10);
    expect(() => db.exec('UPDATE ledger_entry SET credits = 1000')).toThrow('append-only');
    expect(() => db.exec('DELETE FROM ledger_entry')).toThrow('append-only');
  });

  test('refuses a user account below zero', () => {
    buy(10);
    expect(() => ledger.revoke({ userId, credits: 11, subject: 'mod_1' })).toThrow('CHECK');
    expect(balance()).toEqual([10, 0]);
  });

  test('refuses a second end of a hold without the check in code', () => {
    buy(10);
    hold(5);
    holds.settle('gen_1');
    const again = `INSERT INTO ledger_entry (kind, subject, user_id, from_account, to_account, credits,
      available_change, available_after, created_at)
      VALUES ('release', 'gen_1', 'usr_1', 'usr_1:held', 'usr_1:available', 5, 5, 10, 0)`;
    expect(() => db.exec(again)).toThrow('UNIQUE');
  });
});

test('entries are listed newest first with the balance after each, page by page', () => {
  buy(100);
  hold(30);
  holds.settle('gen_1');
  ledger.grant({ userId, credits: 5, subject: 'gift', note: 'Sorry' });
  const shown = ledger.listEntries(userId, { limit: 3 });
  expect(
    shown.map(({ kind, availableChange, availableAfter }) => [kind, availableChange, availableAfter]),
  ).toEqual([
    ['grant', 5, 75],
    ['settle', 0, 70],
    ['hold', -30, 70],
  ]);
  const rest = ledger.listEntries(userId, { before: shown[2]!.id, limit: 3 });
  expect(rest.map(({ kind }) => kind)).toEqual(['purchase']);
});

test('any order of postings never goes negative, sums to zero, and the entries explain the balance', async () => {
  const action = fc.record({
    what: fc.constantFrom('credit', 'grant', 'hold', 'settle', 'release', 'revoke'),
    userId: fc.constantFrom('usr_1', 'usr_2'),
    subject: fc.constantFrom('a', 'b', 'c', 'd'),
    credits: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const own = await openDatabase(':memory:', resolve('data/migrations/service'));
      const tried = createLedger(own, manualClock());
      const triedHolds = createHolds(own, manualClock());
      for (const { what, userId: who, subject: name, credits } of actions) {
        const subject = `${who}:${name}`;
        const posting = { userId: who, subject, credits };
        if (what === 'settle' || what === 'release') triedHolds[what](subject);
        else if (what === 'hold') triedHolds.place(posting);
        else if (what !== 'revoke') tried[what](posting);
        else if (tried.readBalance(who).available >= credits) tried.revoke(posting);
      }
      const balances = own.prepare('SELECT user_id AS userId, balance FROM ledger_account').all() as {
        userId: string | null;
        balance: number;
      }[];
      expect(balances.reduce((total, { balance: each }) => total + each, 0)).toBe(0);
      expect(balances.every((each) => each.userId === null || each.balance >= 0)).toBe(true);
      for (const who of ['usr_1', 'usr_2']) {
        const entries = tried.listEntries(who, { limit: 100 });
        const sum = entries.reduce((total, { availableChange }) => total + availableChange, 0);
        expect(sum).toBe(tried.readBalance(who).available);
        expect(entries[0]?.availableAfter ?? 0).toBe(tried.readBalance(who).available);
      }
      own.close();
    }),
    { numRuns: runsOf(50, 1_500) },
  );
  expect(totalOfAllAccounts()).toBe(0);
});
