import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { accountId, accountOwnerOf, availableChange, type EntryKind, movements } from './accounts.js';

/** `subject` is the purpose of the credits (an intent, a generation): posting it again changes nothing. */
export type Posting = { userId: string; credits: number; subject: string; note?: string };

/** The part of the ledger kept in memory between requests. */
export const balanceKey = (userId: string): string => `balance/${userId}`;

type Account = { balance: number; updatedAt: number };

const sql = {
  openAccounts: `INSERT INTO ledger_account (id, user_id, updated_at)
    VALUES (@from, @fromOwner, @createdAt), (@to, @toOwner, @createdAt)
    ON CONFLICT (id) DO NOTHING`,
  readAccount: 'SELECT balance, updated_at AS updatedAt FROM ledger_account WHERE id = @id',
  findEntry: 'SELECT id FROM ledger_entry WHERE subject = @subject AND kind = @kind',
  insertEntry: `INSERT INTO ledger_entry
      (kind, subject, user_id, from_account, to_account, credits, available_change, available_after, note, created_at)
    VALUES
      (@kind, @subject, @userId, @from, @to, @credits, @availableChange,
        coalesce((SELECT balance FROM ledger_account WHERE id = @available), 0) + @availableChange, @note, @createdAt)
    ON CONFLICT (subject, kind) DO NOTHING`,
};

export const isPosted = async (q: Queries, kind: EntryKind, subject: string): Promise<boolean> =>
  (await q.get(sql.findEntry, { subject, kind })) !== undefined;

export const readAccount = (
  q: Queries,
  side: 'available' | 'held',
  userId: string,
): Promise<Account | undefined> => q.get<Account>(sql.readAccount, { id: accountId(side, userId) });

/**
 * Writes an entry of the ledger: double entry, each subject once for each kind.
 * @returns false when the subject was posted before
 * @internal
 */
export async function post(
  t: Transaction,
  clock: Clock,
  kind: EntryKind,
  { userId, credits, subject, note }: Posting,
): Promise<boolean> {
  const change = availableChange(kind, credits);
  // For PostgreSQL a look at a missing row conflicts with everything written near it, so only an entry that
  // the balance may no longer allow is looked for.
  if (change < 0 && (await isPosted(t, kind, subject))) return false;
  t.changes(balanceKey(userId));
  const createdAt = clock.now();
  const sides = movements[kind];
  const [from, to] = [accountId(sides.from, userId), accountId(sides.to, userId)];
  await t.run(sql.openAccounts, {
    from,
    fromOwner: accountOwnerOf(sides.from, userId),
    to,
    toOwner: accountOwnerOf(sides.to, userId),
    createdAt,
  });
  const posted = await t.run(sql.insertEntry, {
    kind,
    subject,
    userId,
    credits,
    createdAt,
    note: note ?? null,
    from,
    to,
    available: accountId('available', userId),
    availableChange: change,
  });
  return posted > 0;
}
