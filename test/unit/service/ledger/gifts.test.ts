import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { giveCredits } from '../../../../src/contract/gifts.js';
import { giveToPool } from '../../../../src/contract/pool.js';
import { voucherHeader, writeVoucher } from '../../../../src/contract/voucher.js';
import { giftRoute } from '../../../../src/service/ledger/gifts.js';
import { createLedger, type Ledger } from '../../../../src/service/ledger/ledger.js';
import { poolOwner } from '../../../../src/service/ledger/pool.js';
import { createActs } from '../../../../src/service/moderation/acts.js';
import { blocks } from '../../../../src/service/moderation/blocks.js';
import { createLimits } from '../../../../src/service/moderation/limits.js';
import { notePerson } from '../../../../src/service/moderation/people.js';
import { createPool } from '../../../../src/service/moderation/pool.js';
import { compareActs } from '../../../../src/service/payments/reconcile/acts.js';
import { compareLedger } from '../../../../src/service/payments/reconcile/ledger.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { createRouteCaller, type RouteCaller } from '../../../support/route-call.js';
import { addUser, onEveryServiceEngine } from '../../../support/service-database.js';

const secret = 'a secret of bot and service';
const [mia, max] = ['usr_mia', 'usr_max'];

/** Credits that users give to each other and to servers. Mia bought 50 and got 30 for nothing. */
onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let ledger: Ledger;
  let call: RouteCaller;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    ledger = createLedger(clock);
    const limits = createLimits({ clock, secret });
    const context = { db, ledger, limits, random: systemRandom, acts: createActs(clock) };
    call = createRouteCaller({ db, clock }, [giftRoute(context), createPool(context).route]);
    for (const id of [mia, max]) await addUser(db, id);
    await db.transaction(async (t) => {
      await ledger.credit(t, { userId: mia, credits: 50, subject: 'int_1' });
      await ledger.grant(t, { userId: mia, credits: 30, subject: 'welcome' });
    });
  });
  afterEach(async () => {
    expect([await compareLedger(db), await compareActs(db)]).toEqual([[], []]);
    await db.close();
  });

  let keys = 0;
  const nextKey = () => {
    keys += 1;
    return `key ${keys}`;
  };
  const give = (credits: number, { from = mia, to = max, key = nextKey() } = {}) =>
    call(giveCredits, { userId: from, body: { to, credits }, key });
  const pool = (credits: number, { server = 'home' as string | null, key = nextKey() } = {}) => {
    const made_at = new Date(clock.now()).toISOString();
    const voucher = { user_id: mia, person: 'mia', server, groups: [], made_at };
    const headers = { [voucherHeader]: writeVoucher(secret, voucher) };
    return call(giveToPool, { userId: mia, body: { credits }, headers, key });
  };
  const available = async (userId: string) => (await ledger.readBalance(db, userId)).available;
  const codes = async (given: Promise<unknown>[]) =>
    (await Promise.allSettled(given)).map((one) => (one.status === 'fulfilled' ? 'given' : one.reason.code));
  const block = (person: string, userId: string) =>
    db.transaction(async (t) => {
      await notePerson(t, userId, person);
      await blocks.put(t, 'home', { person, reason: 'spam', actor: 'olga', since: 0, until: null });
    });

  describe('a gift', () => {
    test('is an entry of both users, with the wallet of the other', async () => {
      expect(await give(20)).toMatchObject({ credits: 20, available: 60 });
      expect(await ledger.listEntries(db, mia, { limit: 1 })).toMatchObject([
        { kind: 'gift_sent', availableChange: -20, availableAfter: 60, note: `to ${max}` },
      ]);
      expect(await ledger.listEntries(db, max, { limit: 9 })).toMatchObject([
        { kind: 'gift_received', availableChange: 20, availableAfter: 20, note: `from ${mia}` },
      ]);
    });

    test('is given once for each key, also when it is requested three times at once', async () => {
      const same = await Promise.all([1, 2, 3].map(() => give(20, { key: 'press' })));
      expect(new Set([...same, await give(20, { key: 'press' })].map(({ id }) => id)).size).toBe(1);
      expect([await available(mia), await available(max)]).toEqual([60, 20]);
      await expect(give(5, { key: 'press' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    });

    test('never exceeds what was paid for, also when ten are requested at once', async () => {
      const given = await codes(Array.from({ length: 10 }, () => give(10)));
      expect(given.toSorted()).toEqual([...Array(5).fill('forbidden'), ...Array(5).fill('given')]);
      expect([await available(mia), await available(max)]).toEqual([30, 50]);
      await expect(give(31)).rejects.toMatchObject({ code: 'insufficient_credits' });
    });

    test('that was received can be given on, by both users at once', async () => {
      await give(20);
      const there = Array.from({ length: 3 }, () => give(5));
      const back = Array.from({ length: 3 }, () => give(5, { from: max, to: mia }));
      expect(new Set(await codes([...there, ...back]))).toEqual(new Set(['given']));
      expect([await available(mia), await available(max)]).toEqual([60, 20]);
    });

    test('changes the accounts in one order in both directions, so that no deadlock arises', async () => {
      await give(20);
      await give(5, { from: max, to: mia });
      const gifts = await db.all<{ user_id: string }>(
        "SELECT user_id FROM ledger_entry WHERE kind IN ('gift_sent', 'gift_received') ORDER BY id",
      );
      expect(gifts.map(({ user_id }) => user_id)).toEqual([max, mia, max, mia]);
    });

    test('is refused to oneself, to strangers, and to and from a blocked member', async () => {
      expect(await codes([give(5, { to: mia }), give(5, { to: 'usr_none' })])).toEqual([
        'forbidden',
        'not_found',
      ]);
      await block('max', max);
      expect(await codes([give(5), give(5, { from: max, to: mia })])).toEqual(['forbidden', 'blocked']);
      expect(await available(mia)).toBe(80);
    });
  });

  describe('a gift to a server', () => {
    test('is an act of its member, once for each key', async () => {
      const same = await Promise.all([1, 2].map(() => pool(40, { key: 'press' })));
      expect(same).toMatchObject(Array(2).fill({ credits: 40, available: 40, pool: 40 }));
      expect(await available(poolOwner('home'))).toBe(40);
      expect(await db.all('SELECT server, actor, action, credits FROM moderation_act')).toEqual([
        { server: 'home', actor: 'mia', action: 'pool', credits: 40 },
      ]);
    });

    test('and to a member at once stay within what was paid for', async () => {
      const given = await codes([give(30), pool(30), give(20), pool(20)]);
      const left = await available(mia);
      expect(given.filter((code) => code === 'given').length).toBeGreaterThan(0);
      expect((await available(max)) + (await available(poolOwner('home')))).toBe(80 - left);
      expect(left).toBeGreaterThanOrEqual(30);
    });

    test('needs a server, and a member who is not blocked', async () => {
      expect(await codes([pool(5, { server: null })])).toEqual(['invalid_request']);
      await block('mia', mia);
      expect(await codes([pool(5)])).toEqual(['blocked']);
      expect(await db.all('SELECT id FROM moderation_act')).toEqual([]);
    });
  });
});
