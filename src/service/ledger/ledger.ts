import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { EntryKind } from './accounts.js';
import { createPostings, type Posting } from './postings.js';

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

/**
 * The credit ledger: append-only, double entry, whole credits; `holds` reserves credits in it. Posting functions are
 * synchronous so that a feature can call them inside its own transaction; called alone, each is one transaction. All
 * are idempotent by `subject` and return whether this call posted.
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
  readBalance(userId: string): Balance;
  /** Newest first; `before` is an entry id. */
  listEntries(userId: string, options: { before?: number; limit: number }): Entry[];
};

export function createLedger(db: Database, clock: Clock): Ledger {
  const { atomically, post, readAccount } = createPostings(db, clock);
  const readOpened = db
    .prepare<{ userId: string }, number>('SELECT created_at FROM user WHERE id = @userId')
    .pluck();
  const readPurchased = db.prepare<{ userId: string }, { credits: number }>(
    `SELECT coalesce(sum(credits), 0) AS credits FROM ledger_entry WHERE user_id = @userId AND kind = 'purchase'`,
  );
  const readEntries = db.prepare<{ userId: string; before: number; limit: number }, Entry>(
    `SELECT id, kind, subject, available_change AS availableChange, available_after AS availableAfter,
       note, created_at AS createdAt
     FROM ledger_entry WHERE user_id = @userId AND id < @before ORDER BY id DESC LIMIT @limit`,
  );

  return {
    credit: (posting) => atomically(() => post('purchase', posting)),
    grant: (posting) => atomically(() => post('grant', posting)),
    revoke: (posting) => atomically(() => post('revoke', posting)),
    refund: (posting) => atomically(() => post('refund', posting)),
    readBalance(userId) {
      const spendable = readAccount('available', userId);
      const held = readAccount('held', userId);
      return {
        available: spendable?.balance ?? 0,
        held: held?.balance ?? 0,
        lifetimePurchased: readPurchased.get({ userId })?.credits ?? 0,
        // An account without entries last changed when its user signed up.
        updatedAt:
          Math.max(spendable?.updatedAt ?? 0, held?.updatedAt ?? 0) || (readOpened.get({ userId }) ?? 0),
      };
    },
    listEntries: (userId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      readEntries.all({ userId, before, limit }),
  };
}
