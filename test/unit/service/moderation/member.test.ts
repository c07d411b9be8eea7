import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createLedger, type Ledger } from '../../../../src/service/ledger/ledger.js';
import { createActs } from '../../../../src/service/moderation/acts.js';
import { blocks } from '../../../../src/service/moderation/blocks.js';
import { createGivenCredits, type GivenCredits } from '../../../../src/service/moderation/credits.js';
import { createReadMember } from '../../../../src/service/moderation/member.js';
import { formerName } from '../../../../src/service/moderation/people.js';
import { quotas } from '../../../../src/service/moderation/quotas.js';
import type { Sees } from '../../../../src/service/moderation/settings.js';
import { addRig, onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks } from '../payments/books.js';

const formerOf = (person: string) => formerName('a secret of bot and service', person);
const [mia, other] = ['usr_1', 'usr_2'];

/** What a moderator sees of a member with two wallets. */
onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let db: Database;
  let ledger: Ledger;
  let given: GivenCredits;
  beforeEach(async () => {
    books = await openBooks(openDatabase, Date.UTC(2026, 0, 1));
    ({ db } = books);
    await books.addUser(other, 'B');
    ledger = createLedger(books.clock);
    const settings = { servers: new Map([['home', 50]]), perModerator: 20 };
    const { clock } = books;
    given = createGivenCredits({ db, ledger, acts: createActs(clock), clock, settings });
  });
  afterEach(() => db.close());

  const look = (accounts: string[] = [mia, other], { sees = 'balance' as Sees, server = 'home' } = {}) => {
    const { clock } = books;
    const asked = { server, actor: 'max', person: 'mia', accounts, groups: [] };
    return createReadMember({ db, ledger, given, clock, sees, formerOf })(asked);
  };
  const grant = (userId: string, credits: number, subject: string) =>
    db.transaction((t) => ledger.grant(t, { userId, credits, subject }));
  /** Purchases that wait for money, oldest first. */
  const buy = async (count: number) => {
    for (let at = 1; at <= count; at += 1) await books.create(`int_${at}`, [BigInt(at) * 1_000_000n]);
  };

  /** A rig counts towards the quotas of a server. */
  const startIn = (server: string, subject: string, person = 'mia') =>
    db.transaction((t) =>
      quotas.count(
        t,
        { subject, server, person, now: books.clock.now() },
        { rigs: 1, credits: 5, tokens: 0 },
      ),
    );

  describe('wallets', () => {
    it('are shown in the order of the request, without those that never signed in', async () => {
      await grant(mia, 7, 'welcome');
      const { accounts } = await look([other, 'usr_none', mia]);
      expect(accounts.map(({ user_id, address, credits }) => [user_id, address, credits?.available])).toEqual(
        [
          [other, 'B', 0],
          [mia, 'A', 7],
        ],
      );
      expect(await look([])).toMatchObject({ accounts: [], entries: [], counts: null });
    });

    it('show the latest eight movements of all of them, newest first', async () => {
      for (let at = 1; at <= 4; at += 1) {
        await grant(mia, at, `to mia ${at}`);
        await grant(other, at * 10, `to the other ${at}`);
      }
      const holds = createHolds(books.clock);
      await db.transaction((t) => holds.place(t, { userId: mia, credits: 5, subject: 'gen_1' }));
      await db.transaction((t) => holds.settle(t, 'gen_1')); // moves nothing: the hold did
      expect((await look()).entries.map(({ kind, credits }) => [kind, credits])).toEqual([
        ['hold', -5],
        ...[40, 4, 30, 3, 20, 2, 10].map((credits) => ['grant', credits]),
      ]);
    });
  });

  it('open purchases are the newest five, with what they cost', async () => {
    await buy(7);
    await db.run("UPDATE intent SET status = 'expired', reserved_amount = NULL WHERE id = 'int_6'");
    const { purchases, counts } = await look();
    expect(purchases.map(({ id }) => id)).toEqual(['int_7', 'int_5', 'int_4', 'int_3', 'int_2']);
    expect(purchases[0]).toEqual({
      id: 'int_7',
      status: 'requires_payment',
      credits: 100,
      amount: '0.007',
      currency: 'SOL',
      created_at: '2026-01-01T00:00:00.000Z',
    });
    expect(counts).toMatchObject({ purchases_open: 6 });
  });

  it('rigs are the newest five of all wallets, and say which were refunded', async () => {
    for (let at = 1; at <= 6; at += 1) await addRig(db, `gen_${at}`, { userId: at % 2 ? mia : other });
    await addRig(db, 'gen_7', { userId: mia, status: 'queued' });
    await addRig(db, 'gen_8', { userId: 'usr_none' });
    await startIn('home', 'gen_5');
    const about = { key: 'k', server: 'home', actor: 'max', reason: 'broken', person: 'mia' };
    await given.refund({ ...about, accounts: [mia, other], generation_id: 'gen_5' });
    const { rigs, counts, grants } = await look();
    expect(rigs.map(({ id, status, is_refunded }) => [id, status, is_refunded])).toEqual([
      ['gen_7', 'queued', false],
      ['gen_6', 'succeeded', false],
      ['gen_5', 'succeeded', true],
      ['gen_4', 'succeeded', false],
      ['gen_3', 'succeeded', false],
    ]);
    expect(counts).toEqual({ rigs: 7, rigs_open: 1, talks: 0, purchases_open: 0 });
    expect(grants).toEqual({ server: 45, actor: 15 });
  });

  describe('an operator lets moderators see', () => {
    beforeEach(async () => {
      await grant(mia, 7, 'welcome');
      await buy(1);
      await addRig(db, 'gen_1', { userId: mia });
    });

    it('how much there is, without balances', async () => {
      expect(await look([mia], { sees: 'summary' })).toMatchObject({
        sees: 'summary',
        accounts: [{ user_id: mia, credits: null }],
        entries: [],
        purchases: [],
        rigs: [],
        counts: { rigs: 1, rigs_open: 0, talks: 0, purchases_open: 1 },
      });
    });

    it('nothing of the account, but what they decide about the member themselves', async () => {
      await db.transaction(async (t) => {
        const block = { person: 'mia', reason: 'spam', actor: 'max', since: books.clock.now(), until: null };
        await blocks.put(t, 'home', block);
        const rule = { scope: 'everyone', subject: '', unit: 'rigs', period: 'day', most: 3 } as const;
        await quotas.set(t, 'home', rule);
      });
      await startIn('home', 'gen_1', formerOf('mia'));
      expect(await look([mia], { sees: 'none' })).toMatchObject({
        accounts: [],
        counts: null,
        block: { reason: 'spam', until: null },
        quotas: [{ scope: 'everyone', unit: 'rigs', used: 1, most: 3 }],
        grants: { server: 50, actor: 20 },
      });
      expect(await look([mia], { server: 'elsewhere' })).toMatchObject({
        block: null,
        quotas: [],
        grants: null,
      });
    });
  });
});
