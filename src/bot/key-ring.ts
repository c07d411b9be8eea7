import type { Database, Transaction } from '../base/db/database.js';
import { SetupError } from '../base/errors.js';
import type { Seal } from '../base/seal.js';

/** A column of encrypted values, and the context each is bound to. */
export type SealedColumn = {
  table: string;
  /** The columns that identify a row. */
  key: readonly string[];
  column: string;
  place(row: Readonly<Record<string, string>>): string;
};

const lostKey = 'MASTER_KEY lacks the key this database was written with: put it back, behind the new one.';

const sql = {
  keyId: 'SELECT key_id AS keyId FROM sealing_key WHERE id = 1',
  setKeyId: `INSERT INTO sealing_key (id, key_id) VALUES (1, @keyId)
    ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id`,
};

/**
 * Checks the database's keys at start, because a wrong key would otherwise fail later, one member at a time. With a new
 * first key, re-encrypts every value in one transaction; after that the old key can be removed.
 * @throws SetupError when the ring lacks the key of the database; nothing is changed then
 */
export const adoptKeys = (db: Database, seal: Seal, columns: readonly SealedColumn[]): Promise<void> =>
  db.transaction(async (t) => {
    const { keyId } = (await t.get<{ keyId: string }>(sql.keyId)) ?? {};
    if (keyId === seal.keyId) return;
    if (keyId !== undefined && !seal.knows(keyId)) throw new SetupError(lostKey);
    for (const column of columns) await sealAnew(t, seal, column);
    await t.run(sql.setKeyId, { keyId: seal.keyId });
  });

async function sealAnew(t: Transaction, seal: Seal, { table, key, column, place }: SealedColumn) {
  type Row = Record<string, string> & { value_to_seal: Buffer };
  const rows = await t.all<Row>(
    `SELECT *, ${column} AS value_to_seal FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const isRow = key.map((name) => `${name} = @${name}`).join(' AND ');
  for (const row of rows) {
    const ofRow = Object.fromEntries(key.map((name) => [name, row[name] ?? null]));
    const value = seal.seal(seal.open(row.value_to_seal, place(row)), place(row));
    await t.run(`UPDATE ${table} SET ${column} = @value WHERE ${isRow}`, { ...ofRow, value });
  }
}
