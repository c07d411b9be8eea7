import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import { accountId, availableChange, type EntryKind, movements, ownerOf } from './accounts.js';

export type Balance = {
  available: number;
  held: number;
  lifetimePurchased: number;
  /** Milliseconds since the epoch; 0 when nothing was ever posted. */
  updatedAt: number;
};

export type Entry = {
  id: number;
  kind: EntryKind;
  subject: string;
  availableChange: number;
  availableAfter: number;
  note: string | null;
  createdAt: number;
};

/** `subject` is the purpose of the credits (an intent, a generation): posting it again changes nothing. */
type Posting = { userId: string; credits: number; subject: string; note?: string };
type HoldResult = { outcome: 'held' } | { outcome: 'insufficient'; needed: number; available: number };

/**
 * The credit ledger: append-only, double entry, whole credits. Posting functions are synchronous so that a feature
 * can call them inside its own transaction; called alone, each is one transaction. All are idempotent by `subject`
 * and return whether this call posted.
 */
export type Ledger = {
  /** Adds bought credits. */
  credit(posting: Posting): boolean;
  /** Adds free credits. */
  grant(posting: Posting): boolean;
  /** Takes free credits back; throws when the user has spent them. */
  revoke(posting: Posting): boolean;
  /** Takes bought credits back after a refund; throws when the user has spent them. */
  refund(posting: Posting): boolean;
  /** Reserves credits for running work; reserves nothing when there are too few. */
  hold(posting: Posting): HoldResult;
  /** Spends the hold of `subject`. False when it has ended or never existed. */
  settle(subject: string): boolean;
  /** Returns the hold of `subject`. False when it has ended or never existed. */
  release(subject: string): boolean;
  readBalance(userId: string): Balance;
  /** Newest first; `before` is an entry id. */
  listEntries(userId: string, options: { before?: number; limit: number }): Entry[];
};

type HoldRow = { userId: string; credits: number };

export function createLedger(db: Database, clock: Clock): Ledger {
  const openAccount = db.prepare(
    'INSERT INTO ledger_account (id, user_id, updated_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const readAccount = db.prepare<[string], { balance: number; updatedAt: number }>(
    'SELECT balance, updated_at AS updatedAt FROM ledger_account WHERE id = ?',
  );
  const readOpened = db.prepare<[string], number>('SELECT created_at FROM user WHERE id = ?').pluck();
  const findEntry = db.prepare<[string, string], { id: number }>(
    'SELECT id FROM ledger_entry WHERE subject = ? AND kind = ?',
  );
  const insertEntry = db.prepare(
    `INSERT INTO ledger_entry
       (kind, subject, user_id, from_account, to_account, credits, available_change, available_after, note, created_at)
     VALUES
       (@kind, @subject, @userId, @from, @to, @credits, @availableChange, @availableAfter, @note, @createdAt)`,
  );
  const readPurchased = db.prepare<[string], { credits: number }>(
    `SELECT coalesce(sum(credits), 0) AS credits FROM ledger_entry WHERE user_id = ? AND kind = 'purchase'`,
  );
  const readOpenHold = db.prepare<[string], HoldRow>(
    `SELECT user_id AS userId, credits FROM ledger_entry AS hold
     WHERE subject = ? AND kind = 'hold' AND NOT EXISTS
       (SELECT 1 FROM ledger_entry WHERE subject = hold.subject AND kind IN ('settle', 'release'))`,
  );
  const readEntries = db.prepare<[string, number, number], Entry>(
    `SELECT id, kind, subject, available_change AS availableChange, available_after AS availableAfter,
       note, created_at AS createdAt
     FROM ledger_entry WHERE user_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );

  /** Joins the caller's transaction if there is one, else opens its own. */
  const atomically = <T>(body: () => T): T => (db.inTransaction ? db.transaction(body)() : write(db, body));
  const available = (userId: string) => readAccount.get(accountId('available', userId))?.balance ?? 0;

  const post = (kind: EntryKind, { userId, credits, subject, note }: Posting): boolean => {
    if (findEntry.get(subject, kind)) return false;
    const createdAt = clock.now();
    const { from, to } = movements[kind];
    for (const side of [from, to]) {
      const id = accountId(side, userId);
      if (!readAccount.get(id)) openAccount.run(id, ownerOf(side, userId), createdAt);
    }
    const change = availableChange(kind, credits);
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
      availableAfter: available(userId) + change,
    });
    return true;
  };

  const endHold = (kind: 'settle' | 'release', subject: string) =>
    atomically(() => {
      const hold = readOpenHold.get(subject);
      return hold !== undefined && post(kind, { ...hold, subject });
    });

  return {
    credit: (posting) => atomically(() => post('purchase', posting)),
    grant: (posting) => atomically(() => post('grant', posting)),
    revoke: (posting) => atomically(() => post('revoke', posting)),
    refund: (posting) => atomically(() => post('refund', posting)),
    hold: (posting) =>
      atomically(() => {
        const spendable = available(posting.userId);
        const short = spendable < posting.credits && !findEntry.get(posting.subject, 'hold');
        if (short) return { outcome: 'insufficient', needed: posting.credits, available: spendable };
        if (posting.credits > 0) post('hold', posting);
        return { outcome: 'held' };
      }),
    settle: (subject) => endHold('settle', subject),
    release: (subject) => endHold('release', subject),
    readBalance(userId) {
      const spendable = readAccount.get(accountId('available', userId));
      const held = readAccount.get(accountId('held', userId));
      return {
        available: spendable?.balance ?? 0,
        held: held?.balance ?? 0,
        lifetimePurchased: readPurchased.get(userId)?.credits ?? 0,
        // An account without entries last changed when its user signed up.
        updatedAt: Math.max(spendable?.updatedAt ?? 0, held?.updatedAt ?? 0) || (readOpened.get(userId) ?? 0),
      };
    },
    listEntries: (userId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      readEntries.all(userId, before, limit),
  };
}
