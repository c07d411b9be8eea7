import pg from 'pg';
import { SetupError } from '../errors.js';
import { connectPostgres, nameOf } from './connect.js';
import type { Database } from './database.js';
import { schemaForPostgres } from './dialect.js';
import {
  type AppliedMigration,
  listApplied,
  type Migration,
  migrationTable,
  missingMigrations,
  readMigrations,
} from './migrations.js';
import { createPostgresDatabase, type PostgresOptions } from './postgres.js';

/** Older versions lack what the dialect uses. */
const oldestVersion = 140_000;
/** How long another process may hold the lock of a migration. */
const lockMs = 60_000;

type Place = Pick<PostgresOptions, 'url' | 'schema'>;

/**
 * Opens a PostgreSQL database and applies missing migrations under a lock, so that processes started together wait for
 * each other.
 * @param options.mayMigrate false refuses a database that is not up to date
 * @param options.lockMs how long to wait for another process that migrates
 * @throws SetupError when the server cannot be reached or is too old, a migration changed, or a newer version wrote
 *   the database
 */
export async function openPostgres(
  migrations: string,
  options: PostgresOptions & { mayMigrate?: boolean; lockMs?: number },
): Promise<Database> {
  const { mayMigrate = true } = options;
  const client = await connectForMigrations(options.url, options.lockMs);
  try {
    const known = readMigrations(migrations, 'postgres');
    await client.query('BEGIN');
    await lockMigrations(client, options);
    const missing = await readMissing(client, options, known);
    if (missing.length > 0 && !mayMigrate)
      throw new SetupError(
        `The database ${placeOf(options)} has no data of this version. Start this version first.`,
      );
    if (missing.length > 0) await migrate(client, options, missing);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  return createPostgresDatabase(options);
}

/**
 * The names of missing migrations, without changing anything.
 * @throws SetupError as `openPostgres`
 */
export async function findMissingInPostgres(migrations: string, place: Place): Promise<string[]> {
  const client = await connectForMigrations(place.url);
  try {
    const missing = await readMissing(client, place, readMigrations(migrations, 'postgres'));
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const placeOf = ({ url, schema }: Place): string => `${nameOf(url)} (schema ${schema})`;

async function connectForMigrations(url: string, lock_timeout = lockMs): Promise<pg.Client> {
  const client = await connectPostgres(url, {
    application_name: 'rigsmith migrations',
    lock_timeout,
    // Another process would wait for one that was paused.
    idle_in_transaction_session_timeout: lockMs,
  });
  const { rows } = await client.query('SHOW server_version_num');
  if (Number(rows[0].server_version_num) >= oldestVersion) return client;
  await client.end();
  throw new SetupError(`PostgreSQL at ${nameOf(url)} is older than version 14. Update the server.`);
}

/** PostgreSQL's code for a lock that was not free in time. */
const lockNotAvailable = '55P03';
const mayNot = '42501';
const codeOf = (error: unknown) => (error as { code?: string }).code;

async function lockMigrations(client: pg.Client, place: Place): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`rigsmith ${place.schema}`]);
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new SetupError(
      `Another process has been changing the database ${placeOf(place)} for too long. Wait until it has ended, then start again.`,
    );
  }
}

async function readMissing(
  client: pg.Client,
  place: Place,
  known: readonly Migration[],
): Promise<Migration[]> {
  const table = `${pg.escapeIdentifier(place.schema)}.migration`;
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  const applied: AppliedMigration[] = rows[0].exists ? (await client.query(listApplied(table))).rows : [];
  return missingMigrations(placeOf(place), known, applied);
}

async function migrate(client: pg.Client, place: Place, missing: readonly Migration[]): Promise<void> {
  const schema = pg.escapeIdentifier(place.schema);
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS exists', [schema]);
  // Even where the schema exists, `IF NOT EXISTS` needs the right to create one.
  if (!rows[0].exists) await client.query(`CREATE SCHEMA ${schema}`).catch(explainRight(place));
  await client.query(`SET LOCAL search_path = ${schema}`);
  await client.query(migrationTable).catch(explainRight(place));
  for (const { name, sql, checksum } of missing) {
    await client.query(schemaForPostgres(sql));
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
}

const explainRight =
  ({ url, schema }: Place) =>
  (error: unknown): never => {
    if (codeOf(error) !== mayNot) throw error;
    throw new SetupError(
      `The user of ${nameOf(url)} may not create the schema ${schema} or tables in it. Make the user its owner: CREATE SCHEMA ${schema} AUTHORIZATION …`,
    );
  };
