import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createBackup } from '../../src/cli/backup/create.js';
import { idOf, listBackups } from '../../src/cli/backup/manifest.js';
import { deleteOld } from '../../src/cli/backup/retention.js';
import { copyDatabases } from '../../src/cli/backup/snapshot.js';
import { createFolderStore } from '../../src/service/storage/folder.js';
import { command } from '../support/command.js';
import { startS3 } from '../support/s3.js';
import { isOnPostgres } from './http-world.js';
import { createWorkshop, openRigWorld, type RigWorld, rigOf, sees } from './rig-world.js';

const root = mkdtempSync(join(tmpdir(), 'rigsmith-backup-'));
const newFolder = () => mkdtempSync(join(root, 'data-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes to two databases in turns: the first is never behind the second, and at most one ahead. */
const writer = `
  const { workerData, parentPort } = require('node:worker_threads');
  const Sqlite = require('better-sqlite3');
  const [a, b] = workerData.map((path) => {
    const db = new Sqlite(path, { timeout: 10_000 });
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE IF NOT EXISTS turn (number INTEGER); INSERT INTO turn VALUES (0)');
    return db.prepare('UPDATE turn SET number = number + 1');
  });
  parentPort.postMessage('ready');
  const step = () => { for (let i = 0; i < 20; i += 1) { a.run(); b.run(); } setImmediate(step); };
  step();
`;

it('two databases are copied as of one moment while a process writes to both', async () => {
  const folder = newFolder();
  const paths = ['bot', 'service'].map((name) => join(folder, `${name}.db`));
  const worker = new Worker(writer, { eval: true, workerData: paths });
  await new Promise((ready) => worker.once('message', ready));
  const read = (path: string) =>
    new Sqlite(path, { readonly: true }).prepare<[], number>('SELECT number FROM turn').pluck().get() ??
    Number.NaN;
  const seen: number[] = [];
  try {
    for (let round = 0; round < 25; round += 1) {
      const target = newFolder();
      expect(await copyDatabases(folder, target)).toEqual(['bot', 'service']);
      const [first = Number.NaN, second = Number.NaN] = ['bot', 'service'].map((name) =>
        read(join(target, `${name}.db`)),
      );
      seen.push(second);
      expect([0, 1]).toContain(first - second);
    }
  } finally {
    await worker.terminate();
  }
  expect(new Set(seen).size).toBeGreaterThan(5); // it wrote meanwhile
});

describe.skipIf(isOnPostgres)('a backup of a running service', () => {
  const folder = newFolder();
  const place = join(root, 'backups');
  const key = 'ab'.repeat(32);
  const at = (dataDir: string, more: Record<string, string> = {}) => ({
    DATA_DIR: dataDir,
    ARTIFACTS: join(dataDir, 'artifacts'),
    MASTER_KEY: key,
    ...more,
  });
  let world: RigWorld;
  let first: string;
  beforeAll(async () => {
    const workshop = createWorkshop();
    world = await openRigWorld(folder, { executor: workshop });
    const { id } = (await world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
    (await workshop.taken(1)).end({ kind: 'made', rig: rigOf(Buffer.from('glTF and some bytes')) });
    await sees(world.alice, id, 'succeeded');
    const made = await command(['backup', place], at(folder));
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toMatch(/^Backup \d{8}T\d{6}Z: \d+\.\d MB of databases, 3 files \(3 new\)\.\n$/);
    first = /\d{8}T\d{6}Z/.exec(made.stdout)?.[0] ?? '';
  });
  afterAll(() => world.close());

  it('is readable only by its owner, and leaves nothing in the data folder', () => {
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(place, 'backups', first, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ format: 1, databases: [{ owner: 'service' }], missing: [] });
    expect(JSON.stringify(manifest)).not.toContain(key);
  });

  it('verifies: every part, every file, and books without a difference', async () => {
    const { status, stdout } = await command(['verify', place], at(newFolder()));
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /^Books compared: .* no differences\.\nBackup \S+ is complete: .* 3 files/,
      ),
    });
  });

  it('restores into an empty folder, where the service goes on with members, credits and files', async () => {
    const target = newFolder();
    expect(await command(['restore', place], at(target))).toMatchObject({ status: 0, stderr: '' });
    const again = await openRigWorld(target, { welcome: 0 });
    const [rig] = (await again.alice.get('/api/rig/generations')).json().data;
    expect(rig).toMatchObject({ status: 'succeeded', input: { prompt: 'a fox' } });
    const { pathname, search } = new URL(rig.output.files[0].url);
    const file = await again.alice.get(pathname + search);
    expect([file.statusCode, file.payload]).toEqual([200, 'glTF and some bytes']);
    expect((await again.alice.get('/api/users/credits')).json()).toMatchObject({ available: 90 });
    expect(
      readdirSync(join(target, 'artifacts'), { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      ),
    ).toHaveLength(3);
    await again.close();
  });

  it.each([
    ['a folder with a database', () => at(folder), /service\.db exists already/],
    [
      'another master key',
      () => at(newFolder(), { MASTER_KEY: 'cd'.repeat(32) }),
      /another MASTER_KEY \(key id [0-9a-f]{8}\)/,
    ],
    ['no master key', () => at(newFolder(), { MASTER_KEY: '' }), /Set MASTER_KEY/],
    [
      'data on PostgreSQL, naming pg_dump',
      () => at(newFolder(), { DATABASE_URL: 'postgres://u@h/d' }),
      /pg_dump --format=custom/,
    ],
  ])('is not restored with %s', async (_, environment, sentence) => {
    const { status, stderr } = await command(['restore', place], environment());
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(sentence) });
  });

  it('is restored with an older key of the ring', async () => {
    const environment = at(newFolder(), { MASTER_KEY: `${'cd'.repeat(32)},${key}` });
    expect(await command(['restore', place, '--backup', first], environment)).toMatchObject({ status: 0 });
  });

  it.each([
    ['a part', () => join(place, 'backups', first, 'service.db.0000'), 'service.db.0000'],
    [
      'a file',
      () => {
        const [name = ''] = readdirSync(join(place, 'files'));
        const [file = ''] = readdirSync(join(place, 'files', name));
        return join(place, 'files', name, file);
      },
      'files/',
    ],
  ])('is refused, and restores no database, when %s was altered', async (_, find, name) => {
    const path = find();
    const bytes = readFileSync(path);
    const altered = Buffer.from(bytes);
    altered[5] = (altered[5] ?? 0) ^ 1;
    writeFileSync(path, altered);
    try {
      const target = newFolder();
      for (const verb of ['verify', 'restore'])
        expect(await command([verb, place], at(target))).toMatchObject({
          status: 2,
          stderr: expect.stringContaining(name),
        });
      expect(existsSync(join(target, 'service.db'))).toBe(false);
    } finally {
      writeFileSync(path, bytes);
    }
  });

  it('in a bucket restores as well', async () => {
    const server = await startS3();
    const { bucket, endpoint, accessKeyId, secretAccessKey, region } = await server.createBucket();
    const access = {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
    };
    const address = `s3://${bucket}/backups-of-rigsmith`;
    try {
      expect(await command(['backup', address], at(folder, access))).toMatchObject({ status: 0, stderr: '' });
      expect(await command(['verify', address], at(folder, access))).toMatchObject({ status: 0 });
      expect(await command(['restore', address], at(newFolder(), access))).toMatchObject({ status: 0 });
    } finally {
      await server.stop();
    }
  });

  it('deletes all but the newest backups, and only the files that none of those names', async () => {
    const store = createFolderStore(mkdtempSync(join(root, 'kept-')));
    const files = createFolderStore(join(folder, 'artifacts'));
    const day = 86_400_000;
    const now = systemClock.now();
    for (const ago of [4, 3, 2, 1])
      await createBackup({ folder, files }, store, { now: now - ago * day, version: '1' });
    await store.write('files/00/orphan', Buffer.from('of a deleted backup'));
    await store.write(`backups/${idOf(now - 3_600_000)}/bot.db.0000`, Buffer.from('under way'));
    expect(await deleteOld(store, 2, now)).toBe(2);
    expect(await store.size('files/00/orphan')).not.toBeNull(); // the other backup may need it
    expect(await deleteOld(store, 2, now + 2 * day)).toBe(0);
    expect(await store.size('files/00/orphan')).toBeNull();
    expect((await listBackups(store)).map(({ id, isComplete }) => [id, isComplete])).toEqual([
      [idOf(now - 2 * day), true],
      [idOf(now - day), true],
    ]);
    const { manifest } = await createBackup({ folder, files }, store, { now, version: '1' });
    for (const { sha256 } of manifest.files)
      expect(await store.size(`files/${sha256.slice(0, 2)}/${sha256}`)).not.toBeNull();
  });

  it('needs one place and a number of backups to keep', async () => {
    expect(await command(['backup'], at(folder))).toMatchObject({ status: 2 });
    expect(await command(['backup', place, 'more'], at(folder))).toMatchObject({ status: 2 });
    expect(await command(['backup', place, '--keep', '0'], at(folder))).toMatchObject({ status: 2 });
    expect(await command(['verify', newFolder()], at(folder))).toMatchObject({
      status: 2,
      stderr: 'There is no complete backup in this place.\n',
    });
  });
});
