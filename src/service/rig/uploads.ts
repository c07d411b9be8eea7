import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { Blobs } from '../storage/blobs.js';
import { fileKindOf, type SourceKind, sniffSource, unsupported } from './sniff.js';

export type Upload = { id: string; bytes: number; expiresAt: number };

/** Pictures and models uploaded in advance, visible only to their owner, for a day. */
export type Uploads = {
  /**
   * @param claimed its declared media type, used only to word a refusal
   * @throws AppError `too_large` or `unsupported_media`
   */
  add(userId: string, source: Uint8Array, claimed: string): Promise<Upload>;
  /**
   * The blob of an upload.
   * @throws AppError `not_found`, `unsupported_media` when it is the other kind
   */
  find(userId: string, id: string, kind: SourceKind): Promise<string>;
};

const lifetimeMs = 24 * 3_600_000;

const sql = {
  insert: `INSERT INTO upload (id, user_id, kind, sha256, bytes, created_at, expires_at)
    VALUES (@id, @userId, @kind, @sha256, @bytes, @createdAt, @expiresAt)`,
  find: 'SELECT sha256, kind FROM upload WHERE id = @id AND user_id = @userId AND expires_at > @now',
};
type StoredUpload = { sha256: string; kind: SourceKind };

const claimedKind = (mediaType: string): SourceKind | 'any' => {
  if (mediaType.startsWith('image/')) return 'picture';
  return mediaType.startsWith('model/') ? 'model' : 'any';
};

export function createUploads(deps: { db: Database; blobs: Blobs; clock: Clock; random: Random }): Uploads {
  const { db, blobs, clock, random } = deps;
  return {
    async add(userId, source, claimed) {
      const kind = sniffSource(source, fileKindOf(source) ?? claimedKind(claimed));
      const id = newId('upl', random);
      const { sha256, bytes } = await blobs.put(id, source);
      const createdAt = clock.now();
      const upload = { id, bytes, expiresAt: createdAt + lifetimeMs };
      await db.run(sql.insert, { ...upload, userId, kind, sha256, createdAt });
      return upload;
    },
    async find(userId, id, kind) {
      const row = await db.get<StoredUpload>(sql.find, { id, userId, now: clock.now() });
      if (!row) throw new AppError('not_found', 'That upload has expired. Send the file again.');
      if (row.kind !== kind) throw unsupported[kind]();
      return row.sha256;
    },
  };
}
