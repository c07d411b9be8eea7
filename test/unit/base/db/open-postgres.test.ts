import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import type { Database } from '../../../../src/base/db/database.js';
import { findMissingInPostgres, openPostgres } from '../../../../src/base/db/open-postgres.js';
import { createTestDatabase } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';
import { needsPostgres, postgresPrograms } from '../../../support/postgres.js';

const first = { '001-note.sql': 'CREATE TABLE note (text TEXT NOT NULL) STRICT;' };
const second = { ...first, '002-more.sql': 'CREATE TABLE more (text TEXT NOT NULL) STRICT;' };

describe.skipIf(postgresPrograms === null)(`opening a PostgreSQL database${needsPostgres}`, () => {
  let url: string;
  let operator: pg.Client;
  let opened: Database[];
  beforeEach(async () => {
    url = await createTestDatabase();
    operator = new pg.Client({ connectionString: url });
    await operator.connect();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await operator.end();
  });
  const open = async (options: { url?: string; lockMs?: number; files?: Record<string, string> } = {}) => {
    const { files = first, ...rest } = options;
    const place = { url, schema: 'app', applicationName: 'a test', clock: systemClock, random: Math.random };
    const db = await openPostgres(folderWith(files), { ...place, ...rest });
    opened.push(db);
    return db;
  };
  /** Another user of the same database. */
  const urlOf = (user: string) => {
    const other = new URL(url);
    other.username = user;
    return other.href;
  };
  let users = 0;
  const createUser = async () => {
    users += 1;
    const name = `guest_${process.pid}_${users}`;
    await operator.query(`CREATE ROLE ${name} LOGIN`);
    return name;
  };

  it('applies missing migrations once when processes start together', async () => {
    const [a, b] = await Promise.all([open({ files: second }), open({ files: second })]);
    await a!.run(`INSERT INTO more (text) VALUES ('one')`);
    expect(await b!.all('SELECT name FROM migration ORDER BY name')).toHaveLength(2);
  });

  it('is refused by a version that is older than the database, which stays as it is', async () => {
    await open({ files: second });
    await expect(open()).rejects.toThrow(/newer version of Rigsmith \(002-more\.sql is unknown/);
    await expect(findMissingInPostgres(folderWith(first), { url, schema: 'app' })).rejects.toThrow('newer');
  });

  it('names missing migrations without applying them', async () => {
    const missing = await findMissingInPostgres(folderWith(second), { url, schema: 'app' });
    expect(missing).toEqual(['001-note.sql', '002-more.sql']);
    const { rows } = await operator.query(`SELECT to_regnamespace('app') AS schema`);
    expect(rows).toEqual([{ schema: null }]);
  });

  it('gives up with a sentence when another process keeps the lock of its migrations', async () => {
    await operator.query('BEGIN');
    await operator.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['rigsmith app']);
    await expect(open({ lockMs: 200 })).rejects.toThrow(/^Another process has been changing the database/);
    await operator.query('COMMIT');
    await open({ lockMs: 200 });
  });

  it('works for a user who owns the schema and may create no other', async () => {
    const user = await createUser();
    await operator.query(`CREATE SCHEMA app AUTHORIZATION ${user}`);
    const db = await open({ url: urlOf(user) });
    expect(await db.run(`INSERT INTO note (text) VALUES ('mine')`)).toBe(1);
  });

  it('tells a user without rights what to do', async () => {
    const user = await createUser();
    await expect(open({ url: urlOf(user) })).rejects.toThrow(/may not create the schema app/);
    await operator.query('CREATE SCHEMA app');
    await operator.query(`GRANT USAGE ON SCHEMA app TO ${user}`);
    await expect(open({ url: urlOf(user) })).rejects.toThrow(/or tables in it\. Make the user its owner/);
  });

  it('uses its schema, limits and name, whatever the address asks for', async () => {
    const strange = new URL(url);
    strange.searchParams.set('options', '-c search_path=public -c work_mem=1234kB');
    strange.searchParams.set('application_name', 'stranger');
    const db = await open({ url: strange.href });
    await db.run(`INSERT INTO note (text) VALUES ('here')`);
    const { rows } = await operator.query('SELECT text FROM app.note');
    expect(rows).toEqual([{ text: 'here' }]);
    expect(
      await db.get(`SELECT current_setting('work_mem') AS memory, current_setting('application_name') AS name,
        current_setting('statement_timeout') AS statement,
        current_setting('idle_in_transaction_session_timeout') AS idle`),
    ).toEqual({ memory: '1234kB', name: 'a test', statement: '15s', idle: '10s' });
  });
});
