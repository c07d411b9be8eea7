import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { SetupError } from '../errors.js';
import type { Database } from './database.js';
import { loadDriver } from './driver.js';
import { keepPrivate, makeWritable } from './folder.js';
import {
  type AppliedMigration,
  listApplied,
  migrationTable,
  missingMigrations,
  readMigrations,
  recordApplied,
} from './migrations.js';
import { createSqliteDatabase, type SqliteOptions } from './sqlite.js';

/** The writing connection, before anything else uses it. */
export type SqliteConnection = Sqlite.Database;

export type OpenOptions = Pick<SqliteOptions, 'checkOwner' | 'beforeClose'> & {
  /** Runs before anything is changed, and may refuse. */
  claim?: (connection: SqliteConnection) => Promise<void>;
};

/**
 * Opens a SQLite file with settings that keep acknowledged commits through a power failure: WAL, and
 * `synchronous=FULL` on every connection because WAL alone falls back to NORMAL. Applies missing migrations.
 *
 * @param path a file, or `:memory:`; readable only by its owner, because it holds sessions and payments
 * @param migrations a folder, see `readMigrations`; each is applied once, in one transaction
 * @throws SetupError when the folder is not writable, the native module is missing, a migration changed, or a newer
 *   version wrote the database
 */
export async function openSqlite(
  path: string,
  migrations: string,
  options: OpenOptions = {},
): Promise<Database> {
  const { claim, ...hooks } = options;
  const Driver = await loadWorkingDriver();
  const isFile = path !== ':memory:';
  if (isFile) {
    makeWritable(dirname(path));
    keepPrivate(path);
  }
  const writer = connect(Driver, path);
  try {
    writer.exec(`${migrationTable} STRICT`);
    const known = readMigrations(migrations, 'sqlite');
    const findMissing = () =>
      missingMigrations(path, known, writer.prepare<[], AppliedMigration>(listApplied()).all());
    findMissing();
    await claim?.(writer);
    if (isFile) await keepBefore(writer, path, findMissing());
    for (const { name, sql, checksum } of findMissing())
      writer
        .transaction(() => {
          writer.exec(sql);
          writer.prepare(recordApplied).run({ name, checksum });
        })
        .immediate();
    const openReader = () => connect(Driver, path, { readonly: true });
    return createSqliteDatabase(
      writer,
      isFile ? { ...hooks, reader: openReader(), openReader } : { ...hooks, reader: null },
    );
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Copies a database that has data before its first missing migration changes it. */
async function keepBefore(writer: SqliteConnection, path: string, missing: readonly { name: string }[]) {
  const [first] = missing;
  const isNew = writer.prepare<[], AppliedMigration>(listApplied()).all().length === 0;
  if (isNew || first === undefined) return;
  const copy = `${path}.before-${first.name.replace(/\.sql$/, '')}`;
  keepPrivate(copy);
  await writer.backup(copy);
}

/**
 * The names of missing migrations of an existing file, without changing anything.
 * @throws SetupError when a migration changed, or a newer version wrote the file
 */
export async function findMissingInSqlite(path: string, migrations: string): Promise<string[]> {
  const Driver = await loadWorkingDriver();
  const reader = new Driver(path, { readonly: true });
  try {
    const known = readMigrations(migrations, 'sqlite');
    const hasTable = reader.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migration'").get();
    const applied = hasTable ? reader.prepare<[], AppliedMigration>(listApplied()).all() : [];
    return missingMigrations(path, known, applied).map(({ name }) => name);
  } finally {
    reader.close();
  }
}

/**
 * Pages in the log (16 MB) above which a commit copies them into the file: four times SQLite's own number, because that
 * commit keeps the process waiting for the disk twice more, and the same pages are then copied less often.
 */
const logPages = 8_000;

/**
 * Bytes in a page of a new file: half of SQLite's own number. A purchase changes four pages, and a commit writes each of
 * them whole into the log, so smaller pages make it quicker.
 */
const pageBytes = 2_048;

function connect(Driver: typeof Sqlite, path: string, options: Sqlite.Options = {}): SqliteConnection {
  const connection = new Driver(path, options);
  if (options.readonly !== true) {
    connection.pragma(`page_size = ${pageBytes}`); // before anything is written
    connection.pragma('journal_mode = WAL');
  }
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('busy_timeout = 5000');
  connection.pragma(`wal_autocheckpoint = ${logPages}`);
  return connection;
}

async function loadWorkingDriver(): Promise<typeof Sqlite> {
  try {
    const Driver = await loadDriver();
    new Driver(':memory:').close();
    return Driver;
  } catch {
    throw new SetupError(
      'The SQLite module is not built for this machine. Run `npm rebuild better-sqlite3`.',
    );
  }
}
