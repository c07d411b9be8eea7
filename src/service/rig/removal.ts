import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Blobs } from '../storage/blobs.js';
import { changeOutput } from './outputs.js';
import { columns, filesOf, fromSql, type SqlRow } from './row.js';

/**
 * Deletes a generation for its owner, their uploads of its files, and every file nothing else uses. After a crash in
 * between, unused files remain until the next look for expired ones, but no link opens them.
 * @throws AppError `not_found`, or `invalid_request` while it is being made
 */
export type RemoveGeneration = (userId: string, id: string) => Promise<void>;

const sql = {
  find: `SELECT ${columns} FROM generation WHERE id = @id AND user_id = @userId`,
  remove: 'DELETE FROM generation WHERE id = @id',
  source: `SELECT source.id FROM generation AS second
    JOIN generation AS source ON source.id = second.second_reading_of
    WHERE second.id = @id AND second.status = 'succeeded' AND source.output IS NOT NULL`,
  removeUploads: 'DELETE FROM upload WHERE user_id = @userId AND sha256 IN @files RETURNING id',
};

export function createRemoveGeneration(deps: { db: Database; blobs: Blobs }): RemoveGeneration {
  const { db, blobs } = deps;

  /** The second reading of an uncertain body is free once; without it the offer is over. */
  const endOffer = async (t: Transaction, id: string): Promise<void> => {
    const source = await t.get<{ id: string }>(sql.source, { id });
    if (source) await changeOutput(t, source.id, ({ second_reading: _, ...output }) => output);
  };

  const forget = async (t: Transaction, userId: string, id: string): Promise<void> => {
    const row = await t.get<SqlRow>(sql.find, { id, userId });
    if (!row) throw new AppError('not_found', "We couldn't find that rig. Use /rigs to see yours.");
    if (row.finished_at === null)
      throw new AppError('invalid_request', 'That rig is still being made. Cancel it before you delete it.');
    await endOffer(t, id);
    await t.run(sql.remove, { id });
    const uploads = await t.all<{ id: string }>(sql.removeUploads, { userId, files: filesOf(fromSql(row)) });
    for (const user of [id, ...uploads.map((upload) => upload.id)]) await blobs.drop(t, user);
  };

  return async (userId, id) => {
    await db.transaction((t) => forget(t, userId, id));
    await blobs.removeUnused();
  };
}
