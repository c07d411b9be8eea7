import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import type { QuotaRule } from '../../../../src/contract/limits.js';
import type { Voucher } from '../../../../src/contract/voucher.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { poolOwner } from '../../../../src/service/ledger/pool.js';
import { createActs } from '../../../../src/service/moderation/acts.js';
import { blocks } from '../../../../src/service/moderation/blocks.js';
import { createGivenCredits, type GivenCredits } from '../../../../src/service/moderation/credits.js';
import { createLimits, type Limits } from '../../../../src/service/moderation/limits.js';
import { quotas } from '../../../../src/service/moderation/quotas.js';
import { compareActs } from '../../../../src/service/payments/reconcile/acts.js';
import { compareLedger } from '../../../../src/service/payments/reconcile/ledger.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { addRig, addUser, onEveryServiceEngine } from '../../../support/service-database.js';

const hourMs = 3_600_000;
const mia = 'usr_mia';

onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let limits: Limits;
  let given: GivenCredits;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    limits = createLimits({ clock, secret: 's'.repeat(16) });
    const settings = { servers: new Map([['home', 100]]), perModerator: 60 };
    given = createGivenCredits({
      db,
      ledger: createLedger(clock),
      acts: createActs(clock),
      clock,
      settings,
    });
    await addUser(db, mia);
  });
  afterEach(() => db.close());

  const voucherOf = (about: Partial<Voucher> = {}): Voucher => ({
    user_id: mia,
    person: 'mia',
    server: 'home',
    groups: [],
    made_at: '',
    ...about,
  });
  let rigs = 0;
  const start = (about: Partial<Voucher> = {}, credits = 5) => {
    const asker = { userId: mia, voucher: voucherOf(about) };
    rigs += 1;
    const id = `gen_${rigs}`;
    return db
      .transaction((t) => limits.admit(t, asker, id, { rigs: 1, credits, tokens: 0 }))
      .then(
        () => id,
        ({ code }) => code as string,
      );
  };
  const rule = (scope: QuotaRule['scope'], subject: string, most: number, unit: QuotaRule['unit'] = 'rigs') =>
    db.transaction((t) => quotas.set(t, 'home', { scope, subject, unit, period: 'day', most }));
  const used = async (about: Partial<Voucher> = {}) => {
    const { person, groups } = voucherOf(about);
    const found = await quotas.useOf(db, { server: 'home', person, groups }, clock.now());
    return found.map(({ scope, unit, most, used }) => `${scope} ${unit} ${used}/${most}`);
  };

  describe('a quota', () => {
    it('admits exactly three of fifty starts at once when three are allowed', async () => {
      await rule('everyone', '', 3);
      const tried = await Promise.all(Array.from({ length: 50 }, () => start()));
      expect(tried.filter((one) => one.startsWith('gen_'))).toHaveLength(3);
      expect(tried.filter((one) => one === 'quota_exceeded')).toHaveLength(47);
      expect(await used()).toEqual(['everyone rigs 3/3']);
    });

    it('is that of the member, else of their best role, else of everybody', async () => {
      await rule('everyone', '', 1);
      await rule('role', 'fan', 2);
      await rule('role', 'patron', 4);
      expect(await used({ groups: [] })).toEqual(['everyone rigs 0/1']);
      expect(await used({ groups: ['patron', 'fan'] })).toEqual(['role rigs 0/4']);
      await rule('member', 'mia', 0);
      expect(await used({ groups: ['patron'] })).toEqual(['member rigs 0/0']);
      expect(await start({ groups: ['patron'] })).toBe('quota_exceeded');
    });

    it('of a server counts all members together, and no other server', async () => {
      await rule('server', '', 2);
      expect(await start()).toMatch(/^gen_/);
      expect(await start({ person: 'max', server: 'elsewhere' })).toMatch(/^gen_/);
      expect(await start({ person: 'max' })).toMatch(/^gen_/);
      expect(await start()).toBe('quota_exceeded');
    });

    it('of credits refuses the rig that would go over it', async () => {
      await rule('everyone', '', 12, 'credits');
      expect([await start(), await start(), await start()].at(-1)).toBe('quota_exceeded');
      expect(await start({}, 2)).toMatch(/^gen_/);
    });

    it('does not count work that failed, and starts again with the next day', async () => {
      await rule('everyone', '', 1);
      const first = await start();
      expect(await start()).toBe('quota_exceeded');
      await db.transaction((t) => limits.release(t, first));
      expect(await start()).toMatch(/^gen_/);
      expect(await start()).toBe('quota_exceeded');
      await clock.advance(24 * hourMs);
      expect(await start()).toMatch(/^gen_/);
    });

    it('of tokens counts what an answer used, once it is known', async () => {
      await rule('everyone', '', 1_000, 'tokens');
      const asker = { userId: mia, voucher: voucherOf() };
      const talk = (id: string) =>
        db.transaction((t) => limits.admit(t, asker, id, { rigs: 0, credits: 0, tokens: 1 }));
      await talk('run_1');
      await db.transaction((t) => limits.settle(t, 'run_1', { credits: 2, tokens: 1_200 }));
      await expect(talk('run_2')).rejects.toMatchObject({
        code: 'quota_exceeded',
        context: { limit: { unit: 'tokens', period: 'day', most: 1_000 } },
      });
      expect(await start()).toMatch(/^gen_/);
    });
  });

  describe('a block', () => {
    const block = (until: number | null, server = 'home') =>
      db.transaction((t) =>
        blocks.put(t, server, { person: 'mia', reason: 'spam', actor: 'max', since: 0, until }),
      );

    it('refuses work in its server until it expires', async () => {
      await block(clock.now() + hourMs);
      expect(await start()).toBe('blocked');
      expect(await start({ server: 'elsewhere' })).toMatch(/^gen_/);
      await clock.advance(hourMs);
      expect(await start()).toMatch(/^gen_/);
    });

    it('refuses who asks in the talk of another', async () => {
      await block(null);
      expect(await start({ person: 'olga', speaker: 'mia' })).toBe('blocked');
    });

    it('refuses the wallets of the person also without the bot', async () => {
      expect(await start()).toMatch(/^gen_/); // the bot says whose account it is
      await block(null);
      const alone = { userId: mia, voucher: null };
      await expect(limits.check(db, alone)).rejects.toMatchObject({ code: 'blocked' });
      await expect(limits.check(db, { ...alone, userId: 'usr_other' })).resolves.toBeUndefined();
    });
  });

  describe('given credits', () => {
    const ask = (key: string, change: 'grant' | 'revoke', credits: number, about: object = {}) =>
      given.change({
        key,
        server: 'home',
        actor: 'max',
        reason: 'sorry',
        person: 'mia',
        accounts: [mia],
        change,
        credits,
        ...about,
      });
    const balance = async () => (await createLedger(clock).readBalance(db, mia)).available;

    it('arrive once for each key, within the limits of server and moderator', async () => {
      const twice = await Promise.all([ask('1', 'grant', 50), ask('1', 'grant', 50)]);
      expect(twice.map(({ refusal }) => refusal)).toEqual([null, null]);
      expect(await balance()).toBe(50);
      await expect(ask('1', 'grant', 51)).rejects.toMatchObject({ code: 'idempotency_conflict' });
      expect(await ask('2', 'grant', 11)).toMatchObject({
        refusal: 'actor_limit',
        left: { server: 50, actor: 10 },
      });
      expect(await ask('3', 'grant', 51, { actor: 'noor' })).toMatchObject({ refusal: 'server_limit' });
      expect(await ask('4', 'grant', 50, { actor: 'noor' })).toMatchObject({ refusal: null });
      await clock.advance(24 * hourMs);
      expect(await ask('5', 'grant', 60)).toMatchObject({ refusal: null });
      expect([await compareActs(db), await compareLedger(db)]).toEqual([[], []]);
    });

    it('cannot be given by another server, to a stranger or to oneself', async () => {
      const refusals = await Promise.all([
        ask('1', 'grant', 5, { server: 'elsewhere' }),
        ask('2', 'grant', 5, { accounts: ['usr_none'] }),
        ask('3', 'grant', 5, { actor: 'mia' }),
      ]);
      expect(refusals.map(({ refusal }) => refusal)).toEqual(['not_here', 'no_account', 'oneself']);
      expect(await balance()).toBe(0);
    });

    it('of ten grants at once, stay within the limit', async () => {
      const tried = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(`k${at}`, 'grant', 10)));
      expect(tried.filter(({ refusal }) => refusal === null)).toHaveLength(6);
      expect(await balance()).toBe(60);
    });

    it('are taken back as far as the server gave them and they are not spent', async () => {
      await db.transaction((t) =>
        createLedger(clock).credit(t, { userId: mia, credits: 20, subject: 'int_1' }),
      );
      await ask('1', 'grant', 30);
      expect((await ask('2', 'revoke', 31)).refusal).toBe('not_given');
      await db.transaction((t) =>
        createHolds(clock).place(t, { userId: mia, credits: 30, subject: 'gen_x' }),
      );
      expect((await ask('3', 'revoke', 25)).refusal).toBe('spent');
      expect((await ask('4', 'revoke', 15)).refusal).toBeNull();
      expect(await balance()).toBe(5);
      expect(await compareActs(db)).toEqual([]);
    });

    /** A finished rig of 5 credits. @param pool the server that paid */
    const made = async (pool: string | null = null) => {
      const id = await start();
      await addRig(db, id, { pool });
      return id;
    };
    const refund = (id: string, key: string, about: object = {}) =>
      given.refund({
        key,
        server: 'home',
        actor: 'max',
        reason: 'broken',
        person: 'mia',
        accounts: [mia],
        generation_id: id,
        ...about,
      });

    it('give a finished rig of this server back once', async () => {
      const id = await made();
      expect((await refund(id, '1', { accounts: ['usr_other'] })).refusal).toBe('elsewhere');
      const both = await Promise.all([refund(id, '2'), refund(id, '3')]);
      expect(both.map(({ refusal }) => refusal).sort()).toEqual(['refunded', null].sort());
      expect(await balance()).toBe(5);
      expect(await compareActs(db)).toEqual([]);
    });

    it('give what a pool paid back to the pool, once, and nothing to the member', async () => {
      const id = await made('home');
      const answer = { amount: 5, is_pool: true, left: { server: 95, actor: 55 } };
      expect(await refund(id, '1')).toEqual({ ...answer, refusal: null });
      expect(await refund(id, '1')).toEqual({ ...answer, refusal: null });
      expect(await refund(id, '2')).toEqual({ ...answer, refusal: 'refunded' });
      const pool = await createLedger(clock).readBalance(db, poolOwner('home'));
      expect([pool.available, await balance()]).toEqual([5, 0]);
      expect([await compareActs(db), await compareLedger(db)]).toEqual([[], []]);
    });
  });

  it('reconcile names credits without an act', async () => {
    await db.transaction((t) => createLedger(clock).grant(t, { userId: mia, credits: 9, subject: 'mod/77' }));
    expect(await compareActs(db)).toMatchObject([{ code: 'act', values: { subject: 'mod/77' } }]);
  });
});
