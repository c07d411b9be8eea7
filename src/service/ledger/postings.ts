import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import { accountId, accountOwnerOf, availableChange, type EntryKind, movements } from './accounts.js';

/** `subject` is the purpose of the credits (an intent, a generation): posting it again changes nothing. */
export type Posting = { userId: string; credits: number; subject: string; note?: string };

type Account = { balance: number; updatedAt: number };

/** How the ledger and its holds write entries: double entry, each subject once for each kind. @internal */
export type Postings = {
  /** Joins the caller's transaction if there is one, else opens its own. */
  atomically<T>(body: () => T): T;
  /** False when the subject was posted before. Call it inside `atomically`. */
  post(kind: EntryKind, posting: Posting): boolean;
  isPosted(kind: EntryKind, subject: string): boolean;
  readAccount(side: 'available' | 'held', userId: string): Account | undefined;
};

export function createPostings(db: Database, clock: Clock): Postings {
  const openAccount = db.prepare(
    `INSERT INTO ledger_account (id, user_id, updated_at) VALUES (@id, @owner, @createdAt)
     ON CONFLICT DO NOTHING`,
  );
  const readAccount = db.prepare<{ id: string }, Account>(
    'SELECT balance, updated_at AS updatedAt FROM ledger_account WHERE id = @id',
  );
  const findEntry = db.prepare<{ subject: string; kind: EntryKind }, { id: number }>(
    'SELECT id FROM ledger_entry WHERE subject = @subject AND kind = @kind',
  );
  const insertEntry = db.prepare(
    `INSERT INTO ledger_entry
       (kind, subject, user_id, from_account, to_account, credits, available_change, available_after, note, created_at)
     VALUES
       (@kind, @subject, @userId, @from, @to, @credits, @availableChange, @availableAfter, @note, @createdAt)`,
  );
  const isPosted = (kind: EntryKind, subject: string) => findEntry.get({ subject, kind }) !== undefined;

  return {
    atomically: (body) => (db.inTransaction ? db.transaction(body)() : write(db, body)),
    post(kind, { userId, credits, subject, note }) {
      if (isPosted(kind, subject)) return false;
      const createdAt = clock.now();
      const { from, to } = movements[kind];
      for (const side of [from, to]) {
        const id = accountId(side, userId);
        if (!readAccount.get({ id })) openAccount.run({ id, owner: accountOwnerOf(side, userId), createdAt });
      }
      const change = availableChange(kind, credits);
      const available = readAccount.get({ id: accountId('available', userId) })?.balance ?? 0;
      insertEntry.run({
        kind,
        subject,
        userId,
        credits,
        createdAt,
        note: note ?? null,
        from: accountId(from, userId),
        to: accountId(to, userId),
        availableChange: change,
        availableAfter: available + change,
      });
      return true;
    },
    isPosted,
    readAccount: (side, userId) => readAccount.get({ id: accountId(side, userId) }),
  };
}
