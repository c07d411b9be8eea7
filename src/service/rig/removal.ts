import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Blobs } from './blobs.js';
import { createIsNamed } from './named.js';
import { columns, fromSql, type GenerationRow, type SqlRow } from './row.js';

/**
 * Deletes a generation for its owner, and every file no other generation or upload uses. After a crash in between,
 * unused files may remain, but no link opens them.
 * @throws AppError `not_found`, or `invalid_request` while it is being made
 */
export type RemoveGeneration = (userId: string, id: string) => Promise<void>;

const filesOf = ({ images, model, output }: Pick<GenerationRow, 'images' | 'model' | 'output'>): string[] =>
  [
    ...images.map(({ sha256 }) => sha256),
    ...[model, output?.model.sha256, output?.preview.sha256, output?.turntable?.sha256],
  ].filter((sha256) => typeof sha256 === 'string');

export function createRemoveGeneration(deps: {
  db: Database;
  blobs: Blobs;
  now: () => number;
}): RemoveGeneration {
  const { db, blobs, now } = deps;
  const find = db.prepare<{ id: string; userId: string }, SqlRow>(
    `SELECT ${columns} FROM generation WHERE id = @id AND user_id = @userId`,
  );
  const removeRow = db.prepare<{ id: string }>('DELETE FROM generation WHERE id = @id');
  const removeUploads = db.prepare<{ userId: string; files: string }>(
    'DELETE FROM upload WHERE user_id = @userId AND sha256 IN (SELECT value FROM json_each(@files))',
  );
  const isNamed = createIsNamed(db, now);

  const forget = (userId: string, id: string): string[] => {
    const row = find.get({ id, userId });
    if (!row) throw new AppError('not_found', "We couldn't find that rig. Use /rigs to see yours.");
    if (row.finished_at === null)
      throw new AppError('invalid_request', 'That rig is still being made. Cancel it before you delete it.');
    const files = filesOf(fromSql(row));
    removeRow.run({ id });
    removeUploads.run({ userId, files: JSON.stringify(files) });
    return files.filter((sha256) => !isNamed(sha256));
  };

  return (userId, id) => blobs.remove(() => write(db, () => forget(userId, id)));
}
