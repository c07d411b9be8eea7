import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { SetupError } from './errors.js';

export type Database = Sqlite.Database;

/**
 * Opens a SQLite file with the settings that keep acknowledged commits through a power cut: WAL, and
 * `synchronous=FULL` on every connection because WAL alone falls back to NORMAL. Applies missing migrations.
 *
 * @param path a file, or `:memory:`
 * @param migrations a folder of `NNN-name.sql`, applied in order, each once, in one transaction
 * @throws SetupError when the folder cannot be written, the native module is missing or a migration changed
 */
export async function openDatabase(path: string, migrations: string): Promise<Database> {
  const Driver = await loadDriver();
  if (path !== ':memory:') makeWritable(dirname(path));
  const db = new Driver(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  migrate(db, migrations);
  return db;
}

/** One transaction that takes the write lock at its start, so that reads in it cannot go stale. */
export function write<T>(db: Database, body: () => T): T {
  return db.transaction(body).immediate();
}

async function loadDriver(): Promise<typeof Sqlite> {
  try {
    const { default: Driver } = await import('better-sqlite3');
    new Driver(':memory:').close();
    return Driver;
  } catch {
    throw new SetupError(
      'The SQLite module is not built for this machine: run `npm rebuild better-sqlite3`.',
    );
  }
}

/** Makes a folder where there is none. @throws SetupError when nothing can be written there */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SetupError(`The data folder ${folder} cannot be written: change its owner or set DATA_DIR.`);
  }
}

function migrate(db: Database, folder: string): void {
  db.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL) STRICT');
  const applied = new Map(
    (db.prepare('SELECT name, checksum FROM migration').all() as { name: string; checksum: string }[]).map(
      (row) => [row.name, row.checksum],
    ),
  );
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const sql = readFileSync(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before)
      throw new SetupError(`The migration ${name} was changed after it was applied: restore the file.`);
    write(db, () => {
      db.exec(sql);
      db.prepare('INSERT INTO migration (name, checksum) VALUES (?, ?)').run(name, checksum);
    });
  }
}
