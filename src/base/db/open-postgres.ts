import pg from 'pg';
import { SetupError } from '../errors.js';
import { connectPostgres, nameOf } from './connect.js';
import type { Database } from './database.js';
import { schemaForPostgres } from './dialect.js';
import { listApplied, migrationTable, missingMigrations, readMigrations } from './migrations.js';
import { createPostgresDatabase, type PostgresOptions } from './postgres.js';

/** Older versions lack what the dialect uses. */
const oldestVersion = 140_000;

/**
 * Opens a PostgreSQL database and applies missing migrations under a lock, so that processes started together wait for
 * each other.
 * @param options.mayMigrate false refuses a database that is not up to date
 * @throws SetupError when the server cannot be reached or is too old, a migration changed, or a newer version wrote
 *   the database
 */
export async function openPostgres(
  migrations: string,
  options: PostgresOptions & { mayMigrate?: boolean },
): Promise<Database> {
  const { url, schema, mayMigrate = true } = options;
  const where = `${nameOf(url)} (schema ${schema})`;
  const client = await connectPostgres(url);
  try {
    const version = Number((await client.query('SHOW server_version_num')).rows[0].server_version_num);
    if (version < oldestVersion)
      throw new SetupError(`PostgreSQL at ${nameOf(url)} is older than version 14. Update the server.`);
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`rigsmith ${schema}`]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
    await client.query(`SET LOCAL search_path = ${pg.escapeIdentifier(schema)}`);
    await client.query(migrationTable);
    const applied = (await client.query(listApplied)).rows;
    const missing = missingMigrations(where, readMigrations(migrations, 'postgres'), applied);
    if (missing.length > 0 && !mayMigrate)
      throw new SetupError(`The database ${where} has no data of this version. Start this version first.`);
    for (const { name, sql, checksum } of missing) {
      await client.query(schemaForPostgres(sql));
      await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
    }
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
export async function findMissingInPostgres(
  migrations: string,
  { url, schema }: Pick<PostgresOptions, 'url' | 'schema'>,
): Promise<string[]> {
  const client = await connectPostgres(url);
  try {
    const known = readMigrations(migrations, 'postgres');
    const table = `${pg.escapeIdentifier(schema)}.migration`;
    const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
    if (!rows[0].exists) return known.map(({ name }) => name);
    await client.query(`SET search_path = ${pg.escapeIdentifier(schema)}`);
    const applied = (await client.query(listApplied)).rows;
    return missingMigrations(`${nameOf(url)} (schema ${schema})`, known, applied).map(({ name }) => name);
  } finally {
    await client.end();
  }
}
