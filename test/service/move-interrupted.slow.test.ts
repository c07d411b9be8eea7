import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { openPostgres } from '../../src/base/db/open-postgres.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { command } from '../support/command.js';
import { createTestDatabase } from '../support/engines.js';
import { eventually } from '../support/eventually.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { newFolder, openRigWorld, remove } from './rig-world.js';

/** `rigsmith move` while something is wrong with the server or the process. */

const main = resolve(import.meta.dirname, '../../dist/src/main.js');
const migrations = (owner: string) => resolve('data/migrations', owner);

describe.skipIf(postgresPrograms === null)(`rigsmith move${needsPostgres}`, () => {
  const folder = newFolder();
  let url: string;
  let server: pg.Client;
  beforeAll(async () => {
    const bot = await openSqlite(join(folder, 'bot.db'), migrations('bot'));
    await bot.run(`INSERT INTO member_language (member_id, chosen) VALUES ('1', 'de'), ('2', 'fr')`);
    await bot.close();
    const world = await openRigWorld(folder, { config: { databaseUrl: undefined } });
    await Promise.all(['bob', 'carol'].map((name) => world.member(name, 25)));
    await world.close();
  });
  afterAll(() => remove(folder));
  beforeEach(async () => {
    url = await createTestDatabase();
    server = new pg.Client({ connectionString: url });
    await server.connect();
  });
  afterEach(() => server.end());

  const move = (to = url) => command(['move', '--to', to], { DATA_DIR: folder });
  const count = async (table: string) =>
    Number((await server.query(`SELECT count(*) AS count FROM ${table}`)).rows[0].count);
  const counts = async () => [await count('bot.member_language'), await count('service.ledger_entry')];
  const moved = async () => {
    expect(await move()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/bot\.db: .*\nservice\.db: .*\nDone/),
    });
    expect(await counts()).toEqual([2, 3]);
  };
  /**
   * Starts a move that waits in the middle of the service's tables.
   * @returns the process, its end, its connection to PostgreSQL, and a function that ends the wait
   */
  const begin = async () => {
    for (const owner of ['bot', 'service']) {
      const place = { url, schema: owner, applicationName: 'test', clock: systemClock, random: Math.random };
      await (await openPostgres(migrations(owner), place)).close();
    }
    const locker = new pg.Client({ connectionString: url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE service.ledger_entry IN SHARE MODE');
    const env = { PATH: process.env.PATH ?? '', LANG: 'C', DATA_DIR: folder };
    const child = spawn(process.execPath, [main, 'move', '--to', url], { env });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const ended = once(child, 'exit').then(([status]) => ({ status, stderr: said }));
    const backend = await eventually(async () => {
      const { rows } = await server.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.pid ?? Promise.reject(new Error(`It does not wait yet. ${said}`));
    });
    return { child, ended, backend, letGo: () => locker.end() };
  };

  it('that is killed in the middle keeps nothing of that database, and is complete when repeated', async () => {
    const { child, ended, letGo } = await begin();
    child.kill('SIGKILL');
    await ended;
    await letGo();
    expect(await counts()).toEqual([2, 0]);
    await moved();
    await moved();
  });

  it('that loses its connection says so in one sentence, and is complete when repeated', async () => {
    const { ended, backend, letGo } = await begin();
    await server.query('SELECT pg_terminate_backend($1)', [backend]);
    expect(await ended).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^Copying service\.db stopped: [^\n]+\. Run the same command again\.\n$/),
    });
    await letGo();
    expect(await counts()).toEqual([2, 0]);
    await moved();
  });

  it('is refused with a wrong password, and works with the right one', async () => {
    const name = new URL(url).pathname.slice(1);
    await server.query(`DROP ROLE IF EXISTS guarded; CREATE ROLE guarded LOGIN PASSWORD 'right'`);
    await server.query(`GRANT CREATE ON DATABASE ${name} TO guarded`);
    const as = (password: string) => url.replace('rigsmith@', `guarded:${password}@`);
    const refused = await move(as('wrong'));
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^PostgreSQL at [^\n]+ password authentication failed for user "guarded"[^\n]+\n$/,
      ),
    ]);
    expect(refused.stderr).not.toContain('wrong');
    expect((await move(as('right'))).status).toBe(0);
    await server.query(`DROP OWNED BY guarded; DROP ROLE guarded`);
  });

  it.each([
    ['is silent', 'timeout'],
    ['does not exist', 'ENOTFOUND|EAI_AGAIN'],
  ])('ends with a sentence when its host %s', async (kind, reason) => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const host = kind === 'is silent' ? `127.0.0.1:${port}` : 'nowhere.invalid';
    const { status, stderr } = await move(`postgres://rigsmith@${host}/rigsmith`);
    silent.close();
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`^PostgreSQL at [^\\n]+ can't be used: [^\\n]*(${reason})[^\\n]+\\n$`),
      ),
    ]);
  });
});
