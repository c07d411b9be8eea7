import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { FileOffer, FileStore } from './file-store.js';

export type Blob = { sha256: string; bytes: number };

/**
 * Files named by the SHA-256 of their content, so that the same bytes are stored once. Each has users: rows of other
 * tables, by their ids. A file without users is removed. Many processes may use one store.
 */
export type Blobs = {
  /**
   * Stores bytes for a user, which may not exist yet: `dropOrphans` finds those that never came to exist.
   * Resolves when the bytes would survive a power failure.
   */
  put(user: string, bytes: Uint8Array): Promise<Blob>;
  /** @throws AppError `not_found` when the file does not exist */
  read(sha256: string): Promise<Buffer>;
  /** An address that serves the file without this process; null where files are in a folder. */
  link(sha256: string, offer: FileOffer): Promise<string | null>;
  /**
   * Adds a user of stored files, inside the transaction that makes it exist.
   * @throws AppError `not_found` when one was removed
   */
  keep(t: Transaction, user: string, files: readonly string[]): Promise<void>;
  /** Removes a user, inside the transaction that deletes it. `removeUnused` then removes the files. */
  drop(t: Transaction, user: string): Promise<void>;
  /** Removes a user that never came to exist, and its files. */
  abandon(user: string): Promise<void>;
  /** Removes files without users; also those whose removal a crash interrupted. */
  removeUnused(): Promise<void>;
};

/** A removal that takes longer was interrupted by a crash. */
const removalMs = 60_000;
const lookEveryMs = 50;
const mostAtOnce = 100;

const sql = {
  add: `INSERT INTO stored_file (sha256, bytes) VALUES (@sha256, @bytes) ON CONFLICT (sha256) DO NOTHING`,
  state: 'SELECT removing_since AS removingSince FROM stored_file WHERE sha256 = @sha256',
  use: `INSERT INTO file_use (used_by, sha256, since) VALUES (@user, @sha256, @now)
    ON CONFLICT (used_by, sha256) DO NOTHING`,
  drop: 'DELETE FROM file_use WHERE used_by = @user',
  listUnused: `SELECT sha256 FROM stored_file
    WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file_use.sha256 = stored_file.sha256)
      AND (removing_since IS NULL OR removing_since < @crashedBefore)
    LIMIT ${mostAtOnce}`,
  claim: `UPDATE stored_file SET removing_since = @now
    WHERE sha256 = @sha256 AND (removing_since IS NULL OR removing_since < @crashedBefore)
      AND NOT EXISTS (SELECT 1 FROM file_use WHERE file_use.sha256 = stored_file.sha256)`,
  forget: 'DELETE FROM stored_file WHERE sha256 = @sha256 AND removing_since = @now',
} as const;

type State = { removingSince: number | null };

const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

export function createBlobs(deps: { db: Database; store: FileStore; clock: Clock }): Blobs {
  const { db, store, clock } = deps;

  /** Adds the user before the bytes are written, so that no other process removes them. False during a removal. */
  const register = (user: string, blob: Blob): Promise<boolean> =>
    db.transaction(async (t) => {
      await t.run(sql.add, blob);
      const { sha256 } = blob;
      const state = await t.get<State>(sql.state, { sha256 });
      if (state?.removingSince !== null) return false;
      await t.run(sql.use, { user, sha256, now: clock.now() });
      return true;
    });

  const remove = async (sha256: string): Promise<void> => {
    const now = clock.now();
    if ((await db.run(sql.claim, { sha256, now, crashedBefore: now - removalMs })) === 0) return;
    await store.remove(keyOf(sha256));
    await db.run(sql.forget, { sha256, now });
  };

  const removeUnused = async (): Promise<void> => {
    const crashedBefore = clock.now() - removalMs;
    for (const { sha256 } of await db.all<{ sha256: string }>(sql.listUnused, { crashedBefore }))
      await remove(sha256);
  };

  return {
    async put(user, bytes) {
      const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength };
      while (!(await register(user, blob))) {
        await clock.sleep(lookEveryMs);
        await removeUnused();
      }
      const key = keyOf(blob.sha256);
      if ((await store.size(key)) !== blob.bytes) await store.write(key, bytes);
      return blob;
    },
    async read(sha256) {
      const bytes = /^[0-9a-f]{64}$/.test(sha256) ? await store.read(keyOf(sha256)) : null;
      if (bytes === null) throw new AppError('not_found', 'That file was deleted.');
      return bytes;
    },
    link: (sha256, offer) => store.link(keyOf(sha256), offer),
    async keep(t, user, files) {
      for (const sha256 of files) {
        const state = await t.get<State>(sql.state, { sha256 });
        if (state?.removingSince !== null) throw new AppError('not_found', 'That file was deleted.');
        await t.run(sql.use, { user, sha256, now: clock.now() });
      }
    },
    async drop(t, user) {
      await t.run(sql.drop, { user });
    },
    async abandon(user) {
      await db.run(sql.drop, { user });
      await removeUnused();
    },
    removeUnused,
  };
}
