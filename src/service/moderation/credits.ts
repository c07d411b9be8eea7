import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import type { CreditsChanged, CreditsRefusal, GrantsLeft } from '../../contract/moderation.js';
import type { Ledger } from '../ledger/ledger.js';
import { poolOwner } from '../ledger/pool.js';
import type { Acting, Acts } from './acts.js';
import { knownAccounts, notePerson } from './people.js';
import { periodAt } from './periods.js';
import { quotas } from './quotas.js';
import type { GrantSettings } from './settings.js';

/** A person with their accounts; the first one is the primary wallet. */
export type Whose = { person: string; accounts: readonly string[] };

type About = Acting & Whose;
type Change = About & { change: 'grant' | 'revoke'; credits: number };

const sql = {
  given: `SELECT coalesce(sum(credits), 0) AS total,
      coalesce(sum(CASE WHEN actor = @actor THEN credits ELSE 0 END), 0) AS own
    FROM moderation_act WHERE server = @server AND action IN ('grant', 'refund', 'welcome') AND at >= @since`,
  givenTo: `SELECT coalesce(sum(CASE WHEN action = 'revoke' THEN -credits ELSE credits END), 0) AS credits
    FROM moderation_act WHERE server = @server AND user_id = @userId AND action IN ('grant', 'revoke', 'welcome')`,
  rig: `SELECT credits, pool FROM generation WHERE id = @id AND user_id = @userId AND status = 'succeeded'`,
  ownerOf: 'SELECT user_id AS userId FROM generation WHERE id = @id',
  refunded: 'SELECT 1 AS found FROM moderation_act WHERE subject = @subject',
};

/** Credits that moderators give and take back, within what the operator allows their server. */
export function createGivenCredits(deps: {
  db: Database;
  ledger: Ledger;
  acts: Acts;
  clock: Clock;
  settings: GrantSettings;
}) {
  const { db, ledger, acts, clock, settings } = deps;

  const left = async (q: Queries, server: string, actor: string): Promise<GrantsLeft | null> => {
    const budget = settings.servers.get(server);
    if (budget === undefined) return null;
    const since = periodAt('day', clock.now()).start;
    const given = (await q.get<{ total: number; own: number }>(sql.given, { server, actor, since }))!;
    return {
      server: Math.max(0, budget - given.total),
      actor: Math.max(0, Math.min(budget - given.total, settings.perModerator - given.own)),
    };
  };

  const overLimit = (credits: number, { server, actor }: GrantsLeft): CreditsRefusal | null => {
    if (credits > server) return 'server_limit';
    return credits > actor ? 'actor_limit' : null;
  };

  /** The account that gets the credits, or loses them; the first one is the primary wallet. */
  const accountOf = async (t: Transaction, { accounts: [first = ''], person }: Whose) => {
    const [known] = await knownAccounts(t, [first]);
    if (known) await notePerson(t, known.id, person);
    return known?.id ?? null;
  };

  const whyNotRevoked = async (
    t: Transaction,
    userId: string,
    { server, credits }: Change,
  ): Promise<CreditsRefusal | null> => {
    // Moderators take back what their server gave, never bought credits.
    const given = (await t.get<{ credits: number }>(sql.givenTo, { server, userId }))!;
    if (credits > given.credits) return 'not_given';
    return credits > (await ledger.readBalance(t, userId)).available ? 'spent' : null;
  };

  const answered = async (
    t: Transaction,
    { server, actor }: Acting,
    changed: Pick<CreditsChanged, 'amount' | 'is_pool'>,
    refusal: CreditsRefusal | null,
  ): Promise<CreditsChanged> => ({ refusal, ...changed, left: await left(t, server, actor) });

  return {
    left,
    accountOf,

    change: (asked: Change): Promise<CreditsChanged> =>
      db.transaction(async (t) => {
        const { key, server, actor, person, change, credits, reason } = asked;
        const answer = (refusal: CreditsRefusal | null) =>
          answered(t, asked, { amount: credits, is_pool: false }, refusal);
        if (await acts.isDone(t, key, asked)) return answer(null);
        const budget = await left(t, server, actor);
        if (budget === null) return answer('not_here');
        if (actor === person) return answer('oneself');
        const userId = await accountOf(t, asked);
        if (userId === null) return answer('no_account');
        const refusal =
          change === 'grant' ? overLimit(credits, budget) : await whyNotRevoked(t, userId, asked);
        if (refusal) return answer(refusal);
        const posting = { userId, credits, subject: `mod/${key}`, note: reason };
        await acts.add(t, { key, server, actor, reason, action: change, target: person, posting }, asked);
        await ledger[change](t, posting);
        return answer(null);
      }),

    /**
     * Gives what a finished rig cost back to who paid, the member or the server's pool, once. It counts towards what
     * the server may give.
     */
    refund: (asked: About & { generation_id: string }): Promise<CreditsChanged> =>
      db.transaction(async (t) => {
        const { key, server, actor, person, accounts, reason, generation_id: id } = asked;
        const owner = (await t.get<{ userId: string }>(sql.ownerOf, { id }))?.userId ?? '';
        const isTheirs = accounts.includes(owner);
        const rig = isTheirs
          ? await t.get<{ credits: number; pool: string | null }>(sql.rig, { id, userId: owner })
          : undefined;
        const { credits, pool } = rig ?? { credits: 0, pool: null };
        const subject = `refund/${id}`;
        const answer = (refusal: CreditsRefusal | null) =>
          answered(t, asked, { amount: credits, is_pool: pool !== null }, refusal);
        if (await acts.isDone(t, key, asked)) return answer(null);
        const budget = await left(t, server, actor);
        if (budget === null) return answer('not_here');
        if (actor === person) return answer('oneself');
        if (!isTheirs || (await quotas.serverOf(t, id)) !== server) return answer('elsewhere');
        if (credits === 0) return answer('not_charged');
        if (await t.get(sql.refunded, { subject })) return answer('refunded');
        const refusal = overLimit(credits, budget);
        if (refusal) return answer(refusal);
        const userId = pool === null ? owner : poolOwner(pool);
        const posting = { userId, credits, subject, note: reason };
        await acts.add(t, { key, server, actor, reason, action: 'refund', target: person, posting }, asked);
        await ledger.grant(t, posting);
        return answer(null);
      }),
  };
}
export type GivenCredits = ReturnType<typeof createGivenCredits>;
