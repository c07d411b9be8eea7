import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { CursorStore } from '../../chain/followed.js';
import type { IntentStatus } from '../../contract/payments.js';
import { createHandledBook } from './handled.js';

/** When the chain is read, and how far it was read. */
export type Schedule = {
  /** Intents due for a check, longest waiting first. */
  listDue(limit: number): Promise<string[]>;
  postpone(id: string, untilMs: number): Promise<void>;
  /** Whether any purchase is waiting for payment. */
  hasOpen(): Promise<boolean>;
  /** When the merchant was first watched, in ms: now, at the very first call. */
  watchedSince(): number;
  cursors: CursorStore;
  /** Final transactions already handled that are still listed after the cursors. */
  listHandled(): Promise<string[]>;
};

const hourMs = 3_600_000;
/** How long after its expiry an intent is checked. The watcher has no such limit. */
const claimableMs = 30 * 24 * hourMs;

/**
 * When the reference of an intent is checked again: at its expiry, every ten seconds while a payment becomes final,
 * and with growing intervals for 30 days after that, in case the watcher missed something.
 * @returns ms, or null for never
 */
export function nextCheckAt(status: IntentStatus, expiresAt: number, now: number): number | null {
  if (status === 'requires_payment') return expiresAt;
  if (status === 'processing') return now + 10_000;
  const sinceExpiryMs = Math.max(0, now - expiresAt);
  if (!['expired', 'canceled', 'partially_paid'].includes(status) || sinceExpiryMs >= claimableMs)
    return null;
  return now + Math.max(hourMs, sinceExpiryMs);
}

export function createSchedule({ db, clock }: { db: Database; clock: Clock }): Schedule {
  const listDue = db.prepare<[number, number], { id: string }>(
    'SELECT id FROM intent WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?',
  );
  const postpone = db.prepare(
    'UPDATE intent SET next_check_at = ? WHERE id = ? AND next_check_at IS NOT NULL',
  );
  const findOpen = db.prepare<[number], { one: 1 }>(
    `SELECT 1 AS one FROM intent WHERE status IN ('requires_payment', 'processing')
       OR (status = 'partially_paid' AND expires_at > ?) LIMIT 1`,
  );
  const beginWatch = db.prepare('INSERT INTO chain_watch (id, since) VALUES (1, ?) ON CONFLICT DO NOTHING');
  const readWatch = db.prepare<[], number>('SELECT since FROM chain_watch').pluck();
  const readCursors = db.prepare<[], { address: string; signature: string | null; slot: number }>(
    'SELECT address, signature, slot FROM chain_cursor',
  );
  const saveCursor = db.prepare(
    `INSERT INTO chain_cursor (address, signature, slot) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET signature = excluded.signature, slot = excluded.slot`,
  );
  const handled = createHandledBook(db);
  return {
    listHandled: async () => handled.list(),
    listDue: async (limit) => listDue.all(clock.now(), limit).map(({ id }) => id),
    async postpone(id, untilMs) {
      postpone.run(untilMs, id);
    },
    watchedSince: () =>
      write(db, () => {
        beginWatch.run(clock.now());
        return readWatch.get()!;
      }),
    hasOpen: async () => findOpen.get(clock.now()) !== undefined,
    cursors: {
      load: async () =>
        Object.fromEntries(readCursors.all().map(({ address, ...cursor }) => [address, cursor])),
      save: async (cursors) =>
        write(db, () => {
          for (const [address, { signature, slot }] of Object.entries(cursors)) {
            saveCursor.run(address, signature, slot);
            handled.prune(address, slot);
          }
        }),
    },
  };
}
