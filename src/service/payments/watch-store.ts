import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { CursorStore } from '../../chain/followed.js';
import { handledBook } from './handled.js';

/** How far the chain was read. */
export type WatchStore = {
  /** When the merchant was first watched, in ms: now, at the very first call. */
  since(): Promise<number>;
  cursors: CursorStore;
  /** Final transactions already handled that are still listed after the cursors. */
  listHandled(): Promise<string[]>;
};

const sql = {
  beginWatch: 'INSERT INTO chain_watch (id, since) VALUES (1, @now) ON CONFLICT (id) DO NOTHING',
  readWatch: 'SELECT since FROM chain_watch',
  readCursors: 'SELECT address, signature, slot FROM chain_cursor',
  saveCursor: `INSERT INTO chain_cursor (address, signature, slot) VALUES (@address, @signature, @slot)
    ON CONFLICT (address) DO UPDATE SET signature = excluded.signature, slot = excluded.slot`,
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
  };
}
