import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { SetupError } from './errors.js';

export type Database = Sqlite.Database;

/**
 * Opens a SQLite file with settings that keep acknowledged commits through a power failure: WAL, and
 * `synchronous=FULL` on every connection because WAL alone falls back to NORMAL. Applies missing migrations.
 *
 * @param path a file, or `:memory:`; readable only by its owner, because it holds sessions and payments
 * @param migrations a folder of `NNN-name.sql`, applied in order, each once, in one transaction
 * @param claim runs before anything is changed, and may refuse
 * @throws SetupError when the folder is not writable, the native module is missing, a migration changed, or a newer
 * version wrote the database
 */
export async function openDatabase(
  path: string,
  migrations: string,
  claim?: (db: Database) => Promise<void>,
): Promise<Database> {
  const Driver = await loadDriver();
  if (path !== ':memory:') {
    makeWritable(dirname(path));
    keepPrivate(path);
  }
  const db = new Driver(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    db.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL) STRICT');
    refuseNewer(db, path, migrations);
    await claim?.(db);
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs `body` in a transaction that takes the write lock first, so that its reads cannot go stale. */
export function write<T>(db: Database, body: () => T): T {
  return db.transaction(body).immediate();
}

/**
 * Like `write`, without syncing to disk: a power failure may undo it, a crash of the process does not. Suitable for
 * what can be repeated, such as leases and pieces of an answer. The next synced write makes it durable. Inside a
 * transaction it is part of that one.
 */
export function writeLightly<T>(db: Database, body: () => T): T {
  if (db.inTransaction) return body();
  db.pragma('synchronous = NORMAL');
  try {
    return write(db, body);
  } finally {
    db.pragma('synchronous = FULL');
  }
}

async function loadDriver(): Promise<typeof Sqlite> {
  try {
    const { default: Driver } = await import('better-sqlite3');
    new Driver(':memory:').close();
    return Driver;
  } catch {
    throw new SetupError(
      'The SQLite module is not built for this machine. Run `npm rebuild better-sqlite3`.',
    );
  }
}

/**
 * Creates a folder if it is missing.
 * @throws SetupError when it is not writable
 */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SetupError(`The data folder ${folder} is not writable. Change its owner or set DATA_DIR.`);
  }
}

/** SQLite creates journals with the mode of the database file, so create that file first; tightens older files. */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch {
    // Owned by another user: opening the file reports whether it can be used.
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();

/** An older version would write rows that the newer one does not understand. */
function refuseNewer(db: Database, path: string, folder: string): void {
  const known = new Set(filesIn(folder));
  const applied = db.prepare<[], string>('SELECT name FROM migration ORDER BY name').pluck().all();
  const unknown = applied.findLast((name) => !known.has(name));
  if (unknown)
    throw new SetupError(
      `The database ${path} was written by a newer version of Rigsmith (${unknown} is unknown to this one). Start that version, or restore a backup from before the update.`,
    );
}

function migrate(db: Database, folder: string): void {
  const applied = new Map(
    (db.prepare('SELECT name, checksum FROM migration').all() as { name: string; checksum: string }[]).map(
      (row) => [row.name, row.checksum],
    ),
  );
  for (const name of filesIn(folder)) {
    const sql = readFileSync(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before)
      throw new SetupError(`The migration ${name} was changed after it was applied. Restore the file.`);
    write(db, () => {
      db.exec(sql);
      db.prepare('INSERT INTO migration (name, checksum) VALUES (@name, @checksum)').run({ name, checksum });
    });
  }
}
