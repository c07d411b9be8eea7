import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { silentLog } from '../../src/base/log.js';
import { openOwned } from '../../src/base/owned.js';
import type { Io } from '../../src/cli/io.js';
import { main } from '../../src/cli/program.js';
import { createTestDatabase } from '../support/engines.js';
import { folderWith } from '../support/migrations.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';

/** Runs a verb in this process. */
async function rigsmith(args: string[], environment: Record<string, string>) {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (list: string[]) => ({ write: (text: string) => list.push(text) > 0 });
  for (const [name, value] of Object.entries({ LANG: undefined, LC_ALL: undefined, ...environment }))
    vi.stubEnv(name, value);
  try {
    const status = await main(args, { stdout: to(out), stderr: to(err) } as unknown as Io);
    return { status, stdout: out.join(''), stderr: err.join('') };
  } finally {
    vi.unstubAllEnvs();
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'migrate-'));
const service = resolve('data/migrations/service');

describe('rigsmith migrate with SQLite', () => {
  it('says what is missing, applies it and says so, and then that nothing is missing', async () => {
    const folder = newFolder();
    const empty = folderWith({});
    await (await openSqlite(join(folder, 'service.db'), empty)).close();
    const environment = { DATA_DIR: folder };
    const names = ['001-schema.sql', '002-triggers.sqlite.sql'];
    const lines = (said: string) => names.map((name) => `service: ${name} ${said}\n`).join('');
    const missing = { status: 1, stdout: lines('is missing'), stderr: '' };
    expect(await rigsmith(['migrate', '--check'], environment)).toEqual(missing);
    expect(await rigsmith(['migrate', '--check'], environment)).toEqual(missing);
    expect(await rigsmith(['migrate'], environment)).toEqual({
      status: 0,
      stdout: lines('applied'),
      stderr: '',
    });
    const current = { status: 0, stdout: 'service: up to date\n', stderr: '' };
    expect(await rigsmith(['migrate'], environment)).toEqual(current);
    expect(await rigsmith(['migrate', '--check'], environment)).toEqual(current);
  });

  it('is refused while a process has the file, and only says what is missing beside it', async () => {
    const folder = newFolder();
    const path = join(folder, 'service.db');
    const first = folderWith({ '000-first.sql': 'CREATE TABLE first (id TEXT) STRICT;' });
    const options = { clock: systemClock, log: silentLog, onLost: () => undefined };
    const claimant = { place: 'there', host: 'oak', pid: 7, isAlive: () => true };
    const running = await openOwned({ path, schema: 'service' }, folderWith({}), { ...options, claimant });
    expect((await rigsmith(['migrate', '--check'], { DATA_DIR: folder })).status).toBe(1);
    const refused = await rigsmith(['migrate'], { DATA_DIR: folder });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/service\.db is in use by another process \(host oak, pid 7/);
    await running.close();
    await (await openSqlite(path, first)).close();
    const newer = await rigsmith(['migrate', '--check'], { DATA_DIR: folder });
    expect(newer.stderr).toMatch(/was written by a newer version/);
  });

  it('names the folder in which there is no database', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.txt'), '');
    const { status, stderr } = await rigsmith(['migrate'], { DATA_DIR: folder });
    expect([status, stderr]).toEqual([2, `There is no database in ${folder}: set DATA_DIR.\n`]);
  });
});

describe.skipIf(postgresPrograms === null)(`rigsmith migrate with PostgreSQL${needsPostgres}`, () => {
  it('creates both schemas, beside running services', async () => {
    const url = await createTestDatabase();
    const environment = { DATA_DIR: newFolder(), DATABASE_URL: url };
    const check = await rigsmith(['migrate', '--check'], environment);
    expect(check.status).toBe(1);
    expect(check.stdout).toContain('bot: 001-schema.sql is missing\n');
    expect(check.stdout).toContain('service: 002-triggers.postgres.sql is missing\n');
    const running = await openOwned({ path: '', url, schema: 'service' }, service, {
      clock: systemClock,
      log: silentLog,
      onLost: () => undefined,
    });
    const applied = await rigsmith(['migrate'], environment);
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(applied.stdout).toMatch(/^bot: 001-schema\.sql applied\n[\s\S]*service: up to date\n$/);
    expect((await rigsmith(['migrate', '--check'], environment)).status).toBe(0);
    await running.close();
  });
});

describe('rigsmith worker', () => {
  it('is refused without a shared database, or when it would make nothing', async () => {
    const alone = await rigsmith(['worker'], { DATA_DIR: newFolder() });
    expect(alone.status).toBe(2);
    expect(alone.stderr).toMatch(/^A worker needs DATABASE_URL[^\n]+\n$/);
    const idle = await rigsmith(['worker'], {
      DATABASE_URL: 'postgres://db.example/rigsmith',
      RIG_PROCESSES: '0',
    });
    expect([idle.status, idle.stderr]).toEqual([
      2,
      'A worker with RIG_PROCESSES=0 makes no rigs. Set it to 1 or more, or remove it.\n',
    ]);
  });
});
