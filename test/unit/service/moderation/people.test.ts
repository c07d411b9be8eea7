import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { createActs } from '../../../../src/service/moderation/acts.js';
import { blocks } from '../../../../src/service/moderation/blocks.js';
import { createGivenCredits } from '../../../../src/service/moderation/credits.js';
import { createLimits } from '../../../../src/service/moderation/limits.js';
import { forgetPerson, formerName } from '../../../../src/service/moderation/people.js';
import { quotas } from '../../../../src/service/moderation/quotas.js';
import { createWelcome } from '../../../../src/service/moderation/welcome.js';
import { compareActs } from '../../../../src/service/payments/reconcile/acts.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { addUser, onEveryServiceEngine } from '../../../support/service-database.js';

const secret = 's'.repeat(16);
const dayMs = 86_400_000;
const formerOf = (person: string) => formerName(secret, person);

onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let welcome: ReturnType<typeof createWelcome>;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    const [ledger, acts] = [createLedger(clock), createActs(clock)];
    const settings = { servers: new Map([['home', 50]]), perModerator: 10 };
    const given = createGivenCredits({ db, ledger, acts, clock, settings });
    welcome = createWelcome({ db, ledger, acts, given, formerOf });
    for (const id of ['usr_mia', 'usr_mia2', 'usr_max']) await addUser(db, id);
  });
  afterEach(() => db.close());

  const forget = (person: string) =>
    db.transaction((t) => forgetPerson(t, { person, former: formerOf(person), now: clock.now() }));
  const start = (subject: string) => {
    const made_at = new Date(clock.now()).toISOString();
    const voucher = { user_id: 'usr_mia', person: 'mia', server: 'home', groups: [], made_at };
    const limits = createLimits({ clock, secret });
    const amounts = { rigs: 1, credits: 5, tokens: 0 };
    return db
      .transaction((t) => limits.admit(t, { userId: 'usr_mia', voucher }, subject, amounts))
      .then(
        () => 'started',
        ({ code }) => code as string,
      );
  };
  /** Every text of the tables about people. */
  const everything = async () => {
    const tables = ['person_user', 'quota_use', 'member_block', 'moderation_act', 'quota'];
    return JSON.stringify(await Promise.all(tables.map((table) => db.all(`SELECT * FROM ${table}`))));
  };

  describe('a person who deleted their data', () => {
    it('is named nowhere', async () => {
      await start('gen_1');
      await welcome({
        server: 'home',
        actor: 'welcome',
        person: 'mia',
        accounts: ['usr_mia'],
        credits: 5,
        reason: 'Hi',
      });
      const rule = { scope: 'member', unit: 'rigs', period: 'day' } as const;
      await db.transaction(async (t) => {
        const act = { key: 'k', server: 'home', actor: 'max', reason: 'calm', action: 'quota' } as const;
        await createActs(clock).add(t, { ...act, target: 'member mia' }, {});
        await quotas.set(t, 'home', { ...rule, subject: 'max', most: 3 });
        await blocks.put(t, 'home', { person: 'mia', reason: 'x', actor: 'max', since: 0, until: 1 });
      });
      await forget('mia');
      const left = (await everything()).replaceAll('usr_mia', '');
      expect(left).not.toContain('mia');
      expect(left).toContain('forgotten');
      expect(left).toContain('"max"');
      expect(await compareActs(db)).toEqual([]);
    });

    it('starts with no fresh quota when they come back, until its period ends', async () => {
      await db.transaction((t) =>
        quotas.set(t, 'home', { scope: 'everyone', subject: '', unit: 'rigs', period: 'day', most: 2 }),
      );
      await start('gen_1');
      await forget('mia');
      expect(await start('gen_2')).toBe('started');
      expect(await start('gen_3')).toBe('quota_exceeded');
      await clock.advance(dayMs);
      expect(await start('gen_4')).toBe('started');
    });

    it('stays blocked when they come back', async () => {
      await db.transaction((t) =>
        blocks.put(t, 'home', { person: 'mia', reason: 'spam', actor: 'max', since: 0, until: null }),
      );
      await forget('mia');
      expect(await start('gen_1')).toBe('blocked');
    });
  });

  describe('welcome credits', () => {
    const give = async (about: object = {}) => {
      const mia = { server: 'home', actor: 'welcome', person: 'mia', accounts: ['usr_mia'] };
      return (await welcome({ ...mia, credits: 20, reason: 'Welcome', ...about })).refusal;
    };
    const creditsOf = async (userId: string) => (await createLedger(clock).readBalance(db, userId)).available;

    it('are given once to a person and once to an account, also asked for at once', async () => {
      const tried = await Promise.all(Array.from({ length: 10 }, () => give()));
      expect(tried.filter((refusal) => refusal === null)).toHaveLength(1);
      expect(await give({ accounts: ['usr_mia2'] })).toBe('welcomed');
      expect(await give({ person: 'max', accounts: ['usr_mia'] })).toBe('welcomed');
      expect(await creditsOf('usr_mia')).toBe(20);
      expect(await creditsOf('usr_mia2')).toBe(0);
      expect(await compareActs(db)).toEqual([]);
    });

    it('are not given again after the person deleted their data', async () => {
      await give();
      await forget('mia');
      expect(await give({ accounts: ['usr_mia2'] })).toBe('welcomed');
    });

    it('stay within the server’s budget of the day, and need one', async () => {
      expect(await give()).toBeNull();
      expect(await give({ person: 'max', accounts: ['usr_max'], credits: 40 })).toBe('server_limit');
      expect(await give({ person: 'max', accounts: ['usr_max'], credits: 30 })).toBeNull();
      expect(await give({ server: 'elsewhere' })).toBe('not_here');
      expect(await give({ person: 'noor', accounts: ['usr_none'] })).toBe('no_account');
    });
  });
});
