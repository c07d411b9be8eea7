import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { Database } from '../../base/store.js';
import type { Blobs } from './blobs.js';
import { sniffPicture } from './sniff.js';

export type Upload = { id: string; bytes: number; expiresAt: number };

/** Pictures handed over beforehand, each named only by its owner, for a day. */
export type Uploads = {
  /** @throws AppError `too_large` or `unsupported_media` */
  add(userId: string, picture: Uint8Array): Promise<Upload>;
  /** The blob an upload holds. @throws AppError `not_found` */
  find(userId: string, id: string): Promise<string>;
};

const lifetimeMs = 24 * 3_600_000;

export function createUploads(deps: { db: Database; blobs: Blobs; clock: Clock; random: Random }): Uploads {
  const { db, blobs, clock, random } = deps;
  return {
    async add(userId, picture) {
      sniffPicture(picture);
      const { sha256, bytes } = await blobs.put(picture);
      const createdAt = clock.now();
      const upload = { id: newId('upl', random), bytes, expiresAt: createdAt + lifetimeMs };
      db.prepare(
        'INSERT INTO upload (id, user_id, sha256, bytes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(upload.id, userId, sha256, bytes, createdAt, upload.expiresAt);
      return upload;
    },
    async find(userId, id) {
      const row = db
        .prepare<[string, string, number], { sha256: string }>(
          'SELECT sha256 FROM upload WHERE id = ? AND user_id = ? AND expires_at > ?',
        )
        .get(id, userId, clock.now());
      if (!row) throw new AppError('not_found', 'That upload is not here any more. Send the picture again.');
      return row.sha256;
    },
  };
}
