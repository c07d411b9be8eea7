import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { CursorStore } from '../../chain/followed.js';
import type { Confirmations } from '../../chain/watcher.js';
import { handledBook } from './handled.js';

/** How far the chain was read. */
export type WatchStore = {
  /** When the merchant was first watched, in ms: now, at the very first call. */
  since(): Promise<number>;
  cursors: CursorStore;
  /** Final transactions already handled that are still listed after the cursors. */
  listHandled(): Promise<string[]>;
  /** Stores the confirmations of every payment that is not final; those without an entry have none. */
  saveConfirmations(now: Confirmations): Promise<void>;
};

const sql = {
  beginWatch: 'INSERT INTO chain_watch (id, since) VALUES (1, @now) ON CONFLICT (id) DO NOTHING',
  readWatch: 'SELECT since FROM chain_watch',
  readCursors: 'SELECT address, signature, slot FROM chain_cursor',
  saveCursor: `INSERT INTO chain_cursor (address, signature, slot) VALUES (@address, @signature, @slot)
    ON CONFLICT (address) DO UPDATE SET signature = excluded.signature, slot = excluded.slot`,
  saveConfirmations: `UPDATE payment SET confirmations = @count
    WHERE signature = @signature AND commitment = 'confirmed' AND confirmations <> @count`,
  forgetConfirmations: `UPDATE payment SET confirmations = 0
    WHERE commitment = 'confirmed' AND confirmations > 0 AND signature NOT IN @listed`,
};
type Cursor = { address: string; signature: string | null; slot: number };

export function createWatchStore({ db, clock }: { db: Database; clock: Clock }): WatchStore {
  return {
    since: () =>
      db.transaction(async (t) => {
        await t.run(sql.beginWatch, { now: clock.now() });
        return (await t.get<{ since: number }>(sql.readWatch))!.since;
      }),
    cursors: {
      load: async () => {
        const rows = await db.all<Cursor>(sql.readCursors);
        return Object.fromEntries(rows.map(({ address, ...cursor }) => [address, cursor]));
      },
      save: (cursors) =>
        db.transaction(async (t) => {
          for (const [address, { signature, slot }] of Object.entries(cursors)) {
            await t.run(sql.saveCursor, { address, signature, slot });
            await handledBook.prune(t, address, slot);
          }
        }),
    },
    listHandled: () => handledBook.list(db),
    async saveConfirmations(now) {
      await db.transaction(
        async (t) => {
          for (const [signature, count] of now) await t.run(sql.saveConfirmations, { signature, count });
          await t.run(sql.forgetConfirmations, { listed: [...now.keys()] });
        },
        { durable: false },
      );
    },
  };
}
