import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { accountId, type EntryKind } from './accounts.js';
import { balanceKey, type Posting, post } from './postings.js';

export type Balance = Readonly<{
  available: number;
  held: number;
  lifetimePurchased: number;
  /** Milliseconds since the epoch; 0 when nothing was ever posted. */
  updatedAt: number;
}>;

export type Entry = {
  id: number;
  kind: EntryKind;
  subject: string;
  availableChange: number;
  availableAfter: number;
  note: string | null;
  createdAt: number;
};

/** `notes` are what each of them reads about it. */
export type Gift = {
  from: string;
  to: string;
  credits: number;
  subject: string;
  notes: { from: string; to: string };
};

/**
 * The credit ledger: append-only, double entry, whole credits; `holds` reserves credits in it. Postings are idempotent
 * by `subject` and return whether this call posted.
 */
export type Ledger = {
  /** Adds bought credits. */
  credit(t: Transaction, posting: Posting): Promise<boolean>;
  /** Adds free credits. */
  grant(t: Transaction, posting: Posting): Promise<boolean>;
  /** Takes free credits back; throws when the user has spent them. */
  revoke(t: Transaction, posting: Posting): Promise<boolean>;
  /** Takes bought credits back after a refund; throws when the user has spent them. */
  refund(t: Transaction, posting: Posting): Promise<boolean>;
  /** Moves credits from one user to another, both entries or none; throws when the sender has fewer. */
  give(t: Transaction, gift: Gift): Promise<boolean>;
  /** The credits that a user may give away: those that were paid for, by them or by someone who gave them. */
  readGivable(q: Queries, userId: string): Promise<number>;
  readBalance(q: Queries, userId: string): Promise<Balance>;
  /** Newest first; `before` is an entry id. */
  listEntries(q: Queries, userId: string, options: { before?: number; limit: number }): Promise<Entry[]>;
};

const sql = {
  readBalance: `SELECT
      coalesce(a.balance, 0) AS available,
      coalesce(h.balance, 0) AS held,
      coalesce(a.purchased, 0) AS lifetimePurchased,
      -- An account without entries last changed when its user signed up.
      CASE
        WHEN h.updated_at > a.updated_at OR a.updated_at IS NULL AND h.updated_at IS NOT NULL THEN h.updated_at
        WHEN a.updated_at IS NOT NULL THEN a.updated_at
        ELSE coalesce((SELECT created_at FROM "user" WHERE id = @userId), 0)
      END AS updatedAt
    FROM (SELECT 1 AS one) AS always
      LEFT JOIN ledger_account a ON a.id = @available
      LEFT JOIN ledger_account h ON h.id = @held`,
  givable: `SELECT coalesce(sum(CASE WHEN kind IN ('gift_sent', 'refund') THEN -credits ELSE credits END), 0) AS givable
    FROM ledger_entry WHERE user_id = @userId AND kind IN ('purchase', 'gift_received', 'gift_sent', 'refund')`,
  readEntries: `SELECT id, kind, subject, available_change AS availableChange, available_after AS availableAfter,
      note, created_at AS createdAt
    FROM ledger_entry WHERE user_id = @userId AND id < @before ORDER BY id DESC LIMIT @limit`,
};

export function createLedger(clock: Clock): Ledger {
  return {
    credit: (t, posting) => post(t, clock, 'purchase', posting),
    grant: (t, posting) => post(t, clock, 'grant', posting),
    revoke: (t, posting) => post(t, clock, 'revoke', posting),
    refund: (t, posting) => post(t, clock, 'refund', posting),
    async give(t, { from, to, credits, subject, notes }) {
      const send = () => post(t, clock, 'gift_sent', { userId: from, credits, subject, note: notes.from });
      const receive = () => post(t, clock, 'gift_received', { userId: to, credits, subject, note: notes.to });
      // Accounts are locked in one order, or gifts in both directions at once would wait for each other.
      const [first, second] = from < to ? [send, receive] : [receive, send];
      return (await first()) && second();
    },
    readGivable: async (q, userId) => (await q.get<{ givable: number }>(sql.givable, { userId }))!.givable,
    readBalance: (q, userId) =>
      q.kept(balanceKey(userId), async () => {
        const accounts = { available: accountId('available', userId), held: accountId('held', userId) };
        return (await q.get<Balance>(sql.readBalance, { userId, ...accounts }))!;
      }),
    listEntries: (q, userId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      q.all<Entry>(sql.readEntries, { userId, before, limit }),
  };
}
