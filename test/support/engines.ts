import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestOptions } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import { openPostgres } from '../../src/base/db/open-postgres.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { atEndOfFile } from './end-of-file.js';
import { type Cluster, needsPostgres, postgresPrograms, startPostgres } from './postgres.js';

/** An empty database with a schema. Several calls of `connect` are several processes. */
export type Made = { connect(): Promise<Database> };

/** One engine that a suite of tests runs against. */
export type Engine = {
  engine: Database['engine'];
  /** For the title of the suite; says so when PostgreSQL is missing. */
  name: string;
  isMissing: boolean;
  /** For suites of stores: `npm test` runs most of them on SQLite only, `npm run test:all` on both. */
  options: TestOptions;
  /** @param migrations a folder */
  make(migrations: string): Promise<Made>;
};

let cluster: Promise<Cluster> | undefined;
/** One server for all suites of this process, ended with it. */
const sharedCluster = (): Promise<Cluster> => {
  cluster ??= startPostgres(['fsync=off']);
  return cluster;
};

/** The address of a new, empty PostgreSQL database. It is dropped after the test file, if all have left it then. */
export async function createTestDatabase(): Promise<string> {
  const shared = await sharedCluster();
  atEndOfFile.set('databases', () => shared.dropUnused());
  return shared.createDatabase();
}

let ofFile: Promise<string> | undefined;
let schemas = 0;

/** The place of a new schema, in one database of the test file: a database of its own takes twice as long. */
export async function createTestSchema(): Promise<{ url: string; schema: string }> {
  ofFile ??= createTestDatabase();
  atEndOfFile.set('schemas', async () => {
    ofFile = undefined;
  });
  schemas += 1;
  return { url: await ofFile, schema: `app_${schemas}` };
}

/** Whole programs under test use PostgreSQL instead of SQLite: `npm run test:postgres`. */
const onPostgres = process.env.TEST_DATABASE === 'postgres';
const databases = new Map<string, Promise<string>>();

/**
 * The database of a program under test, as a setting of its own; undefined for SQLite.
 * @param key the same for a program and its next start, such as its data folder; a new database without it
 */
export async function databaseUrlFor(key?: string): Promise<string | undefined> {
  if (!onPostgres) return undefined;
  const url = (key && databases.get(key)) || createTestDatabase();
  if (key) databases.set(key, url);
  return url;
}

/** A schema of a PostgreSQL database for one suite. @param migrations a folder */
export const openTestSchema = (url: string, migrations: string, schema = 'app'): Promise<Database> =>
  openPostgres(migrations, {
    url,
    schema,
    applicationName: 'test',
    clock: systemClock,
    random: Math.random,
  });

/** Every engine, for the contract tests of stores. */
export const engines: readonly Engine[] = [
  {
    engine: 'sqlite',
    name: 'SQLite',
    isMissing: false,
    options: {},
    async make(migrations) {
      const path = join(mkdtempSync(join(tmpdir(), 'db-')), 'a.db');
      return { connect: () => openSqlite(path, migrations) };
    },
  },
  {
    engine: 'postgres',
    name: `PostgreSQL${needsPostgres}`,
    isMissing: postgresPrograms === null,
    options: { tags: 'slow', skip: postgresPrograms === null },
    async make(migrations) {
      const { url, schema } = await createTestSchema();
      return { connect: () => openTestSchema(url, migrations, schema) };
    },
  },
];

/**
 * Runs a suite on SQLite and on PostgreSQL.
 * @param migrations a folder
 * @param suite gets a function that opens a new, empty database with these migrations
 */
export function onEnginesWith(
  migrations: string,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  for (const { name, options, make } of engines)
    describe(`on ${name}`, options, () => suite(async () => (await make(migrations)).connect()));
}
