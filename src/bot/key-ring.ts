import { SetupError } from '../base/errors.js';
import type { Seal } from '../base/seal.js';
import { type Database, write } from '../base/store.js';

/** A column of encrypted values, and the context each is bound to. */
export type SealedColumn = {
  table: string;
  column: string;
  place(row: Readonly<Record<string, string>>): string;
};

const lostKey = 'MASTER_KEY lacks the key this database was written with: put it back, behind the new one.';

/**
 * Checks the database's keys at start, because a wrong key would otherwise fail later, one member at a time. With a new
 * first key, re-encrypts every value in one transaction; after that the old key can be removed.
 * @throws SetupError when the ring lacks the key of the database; nothing is changed then
 */
export function adoptKeys(db: Database, seal: Seal, columns: readonly SealedColumn[]): void {
  const keyId = db.prepare<[], string>('SELECT key_id FROM sealing_key WHERE id = 1').pluck().get();
  if (keyId === seal.keyId) return;
  if (keyId !== undefined && !seal.knows(keyId)) throw new SetupError(lostKey);
  write(db, () => {
    for (const column of columns) sealAnew(db, seal, column);
    db.prepare('INSERT OR REPLACE INTO sealing_key (id, key_id) VALUES (1, @keyId)').run({
      keyId: seal.keyId,
    });
  });
}

function sealAnew(db: Database, seal: Seal, { table, column, place }: SealedColumn): void {
  type Row = Record<string, string> & { rowid: number; sealed: Buffer };
  const rows = db
    .prepare<[], Row>(`SELECT *, rowid, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`)
    .all();
  const update = db.prepare(`UPDATE ${table} SET ${column} = @sealed WHERE rowid = @rowid`);
  for (const row of rows) {
    const sealed = seal.seal(seal.open(row.sealed, place(row)), place(row));
    update.run({ rowid: row.rowid, sealed });
  }
}
