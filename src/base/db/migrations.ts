import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../errors.js';
import type { Database } from './database.js';

export type Migration = { name: string; sql: string; checksum: string };

/** A migration as the database remembers it. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

export const migrationTable =
  'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)';
/** @param table with its schema where that is not the one in use */
export const listApplied = (table = 'migration') => `SELECT name, checksum FROM ${table} ORDER BY name`;
export const recordApplied = 'INSERT INTO migration (name, checksum) VALUES (@name, @checksum)';

/**
 * The migrations of a folder in order: `NNN-name.sql` is for both engines, `NNN-name.sqlite.sql` and
 * `NNN-name.postgres.sql` for one.
 */
export const readMigrations = (folder: string, engine: Database['engine']): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => !/\.(sqlite|postgres)\.sql$/.test(file) || file.endsWith(`.${engine}.sql`))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

/**
 * The migrations that are missing.
 * @param where names the database to the operator
 * @throws SetupError when an applied migration was changed, or a newer version wrote the database: an older one would
 *   write rows that the newer does not understand
 */
export function missingMigrations(
  where: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const unknown = applied.findLast(({ name }) => !known.some((one) => one.name === name));
  if (unknown)
    throw new SetupError(
      `The database ${where} was written by a newer version of Rigsmith (${unknown.name} is unknown to this one). Start that version, or restore a backup from before the update.`,
    );
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return known.filter(({ name, checksum }) => {
    const before = checksums.get(name);
    if (before !== undefined && before !== checksum)
      throw new SetupError(`The migration ${name} was changed after it was applied. Restore the file.`);
    return before === undefined;
  });
}
