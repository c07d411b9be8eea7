import { type Clock, iso } from '../../base/clock.js';
import type { Database, Queries } from '../../base/db/database.js';
import { type Currency, toDecimal } from '../../base/money.js';
import type { MemberAccount } from '../../contract/moderation.js';
import type { IntentStatus } from '../../contract/payments.js';
import type { GenerationStatus } from '../../contract/rig.js';
import type { Ledger } from '../ledger/ledger.js';
import { viewBalance, viewEntry } from '../ledger/routes.js';
import { blocks } from './blocks.js';
import type { GivenCredits } from './credits.js';
import { knownAccounts } from './people.js';
import { quotas } from './quotas.js';
import type { Sees } from './settings.js';
import { viewBlock } from './view.js';

export type AskedMember = {
  server: string;
  actor: string;
  person: string;
  accounts: readonly string[];
  groups: readonly string[];
};

const openPurchases = "status IN ('requires_payment', 'processing', 'partially_paid', 'requires_review')";
const sql = {
  purchases: `SELECT id, status, credits, amount, currency, created_at AS createdAt FROM intent
    WHERE user_id IN @accounts AND ${openPurchases} ORDER BY row DESC LIMIT 5`,
  rigs: `SELECT id, status, credits, created_at AS createdAt, CASE WHEN EXISTS
      (SELECT 1 FROM moderation_act WHERE subject = 'refund/' || generation.id) THEN 1 ELSE 0 END AS refunded
    FROM generation WHERE user_id IN @accounts ORDER BY sequence DESC LIMIT 5`,
  counts: `SELECT
      (SELECT count(*) FROM generation WHERE user_id IN @accounts) AS rigs,
      (SELECT count(*) FROM generation WHERE user_id IN @accounts AND status IN ('queued', 'running'))
        AS rigs_open,
      (SELECT count(*) FROM conversation WHERE user_id IN @accounts AND closed_at IS NULL) AS talks,
      (SELECT count(*) FROM intent WHERE user_id IN @accounts AND ${openPurchases}) AS purchases_open`,
};

type Purchase = {
  id: string;
  status: IntentStatus;
  credits: number;
  amount: string;
  currency: Currency;
  createdAt: number;
};
type Rig = { id: string; status: GenerationStatus; credits: number; createdAt: number; refunded: number };
type Counts = NonNullable<MemberAccount['counts']>;
type Seen = Pick<MemberAccount, 'accounts' | 'entries' | 'purchases' | 'rigs' | 'counts'>;

const shownEntries = 8;
const nothing: Seen = { accounts: [], entries: [], purchases: [], rigs: [], counts: null };

/** Reads what a moderator may see of a member. */
export function createReadMember(deps: {
  db: Database;
  ledger: Ledger;
  given: Pick<GivenCredits, 'left'>;
  clock: Clock;
  sees: Sees;
  formerOf: (person: string) => string;
}) {
  const { db, ledger, given, clock, sees, formerOf } = deps;

  const seenOf = async (q: Queries, known: { id: string; address: string }[]): Promise<Seen> => {
    if (sees === 'none' || known.length === 0) return nothing;
    const accounts = known.map(({ id }) => id);
    const counts = (await q.get<Counts>(sql.counts, { accounts }))!;
    const users = known.map(({ id, address }) => ({ user_id: id, address }));
    if (sees === 'summary')
      return { ...nothing, counts, accounts: users.map((user) => ({ ...user, credits: null })) };
    const entries = [];
    const balances = [];
    for (const user of users) {
      entries.push(...(await ledger.listEntries(q, user.user_id, { limit: 30 })));
      balances.push({ ...user, credits: viewBalance(await ledger.readBalance(q, user.user_id)) });
    }
    const purchases = await q.all<Purchase>(sql.purchases, { accounts });
    const rigs = await q.all<Rig>(sql.rigs, { accounts });
    return {
      accounts: balances,
      entries: entries
        .filter(({ availableChange }) => availableChange !== 0) // settling a hold moves no credits: the hold did
        .sort((one, other) => other.id - one.id)
        .slice(0, shownEntries)
        .map(viewEntry),
      purchases: purchases.map(({ createdAt, amount, ...purchase }) => ({
        ...purchase,
        amount: toDecimal(BigInt(amount), purchase.currency),
        created_at: iso(createdAt),
      })),
      rigs: rigs.map(({ createdAt, refunded, ...rig }) => ({
        ...rig,
        is_refunded: refunded === 1,
        created_at: iso(createdAt),
      })),
      counts,
    };
  };

  return (asked: AskedMember): Promise<MemberAccount> =>
    db.snapshot(async (q) => {
      const { server, actor, person, accounts, groups } = asked;
      const now = clock.now();
      const block = await blocks.find(q, { server, person }, now);
      return {
        sees,
        ...(await seenOf(q, await inOrder(q, accounts))),
        block: block ? viewBlock(block) : null,
        quotas: await quotas.useOf(q, { server, person, former: formerOf(person), groups }, now),
        grants: await given.left(q, server, actor),
      };
    });
}

/** The known accounts in the order of the request: the primary wallet is first. */
async function inOrder(q: Queries, accounts: readonly string[]) {
  const known = await knownAccounts(q, accounts);
  return known.sort((one, other) => accounts.indexOf(one.id) - accounts.indexOf(other.id));
}
