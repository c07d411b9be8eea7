import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { CursorStore } from '../../chain/followed.js';
import { createHandledBook } from './handled.js';

/** How far the chain was read. */
export type WatchStore = {
  /** When the merchant was first watched, in ms: now, at the very first call. */
  since(): number;
  cursors: CursorStore;
  /** Final transactions already handled that are still listed after the cursors. */
  listHandled(): Promise<string[]>;
};

export function createWatchStore({ db, clock }: { db: Database; clock: Clock }): WatchStore {
  const beginWatch = db.prepare<{ now: number }>(
    'INSERT INTO chain_watch (id, since) VALUES (1, @now) ON CONFLICT DO NOTHING',
  );
  const readWatch = db.prepare<[], number>('SELECT since FROM chain_watch').pluck();
  const readCursors = db.prepare<[], { address: string; signature: string | null; slot: number }>(
    'SELECT address, signature, slot FROM chain_cursor',
  );
  const saveCursor = db.prepare<{ address: string; signature: string | null; slot: number }>(
    `INSERT INTO chain_cursor (address, signature, slot) VALUES (@address, @signature, @slot)
     ON CONFLICT (address) DO UPDATE SET signature = excluded.signature, slot = excluded.slot`,
  );
  const handled = createHandledBook(db);
  return {
    since: () =>
      write(db, () => {
        beginWatch.run({ now: clock.now() });
        return readWatch.get()!;
      }),
    cursors: {
      load: async () =>
        Object.fromEntries(readCursors.all().map(({ address, ...cursor }) => [address, cursor])),
      save: async (cursors) =>
        write(db, () => {
          for (const [address, { signature, slot }] of Object.entries(cursors)) {
            saveCursor.run({ address, signature, slot });
            handled.prune(address, slot);
          }
        }),
    },
    listHandled: async () => handled.list(),
  };
}
