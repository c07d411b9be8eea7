import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { createAuditStore } from '../../src/bot/moderation/store.js';
import { forgetOldAudit } from '../../src/bot/retention/feature.js';
import { createRoom, freeShareOf } from '../../src/service/storage/room.js';
import { openBotDatabase } from '../support/bot-database.js';
import { manualClock } from '../support/clock.js';
import { command } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { isOnPostgres, type Person } from './http-world.js';
import {
  createWorkshop,
  credits,
  openRigWorld,
  type RigWorld,
  rigOf,
  sees,
  type Workshop,
} from './rig-world.js';

const day = 86_400_000;
let folder: string;
let world: RigWorld;
let workshop: Workshop;
let freeShare: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-retention-'));
  workshop = createWorkshop(2);
  freeShare = 0.5;
  world = await openRigWorld(folder, {
    executor: workshop,
    config: { rigKeepDays: 30 },
    timeoutMs: day,
    freeShare: async () => freeShare,
  });
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (person: Person, prompt: string) => person.post('/api/rig/text-to-rig', { prompt });
const make = async (prompt: string, count: number): Promise<string> => {
  const { id } = (await start(world.alice, prompt)).json();
  (await workshop.taken(count)).end({ kind: 'made', rig: rigOf(Buffer.from(prompt)) });
  await sees(world.alice, id, 'succeeded');
  return id;
};
const files = () =>
  readdirSync(join(folder, 'artifacts'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ).length;
const idsOf = async () =>
  (await world.alice.get('/api/rig/generations')).json().data.map(({ id }: { id: string }) => id);
const age = (id: string, days: number) =>
  world.context.db.run('UPDATE generation SET finished_at = @at WHERE id = @id', {
    id,
    at: world.clock.now() - days * day,
  });

describe('rigs that finished more than RIG_KEEP_DAYS ago', () => {
  test('are deleted with their files, but not what they cost, nor younger ones, nor those being made', async () => {
    const [old, young] = [await make('an old fox', 1), await make('a young fox', 2)];
    const { id: running } = (await start(world.alice, 'a third fox')).json();
    await workshop.taken(3);
    await age(old, 31);
    await age(young, 29);
    expect([(await idsOf()).length, files()]).toEqual([3, 6]);
    const before = await credits(world.alice);
    await world.clock.advance(10 * 60_000);
    await eventually(async () => expect([await idsOf(), files()]).toEqual([[running, young], 3]));
    expect(await credits(world.alice)).toEqual(before);
    (await workshop.taken(3)).end({ kind: 'made', rig: rigOf(Buffer.from('third')) });
    await sees(world.alice, running, 'succeeded');
  });
});

describe('an almost full disk', () => {
  test('refuses new rigs before anything is charged, finishes accepted ones, and recovers', async () => {
    const { id } = (await start(world.alice, 'an accepted fox')).json();
    const job = await workshop.taken(1);
    const before = await credits(world.alice);
    freeShare = 0.04;
    await world.clock.advance(6_000);
    const refused = await start(world.alice, 'one fox too many');
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      503,
      'maintenance',
      expect.stringContaining('Nothing was charged'),
    ]);
    expect(await credits(world.alice)).toEqual(before);
    expect((await world.person('nobody').get('/readyz')).json().problems).toEqual([
      expect.stringContaining('less than 5 % of the disk is free'),
    ]);
    job.end({ kind: 'made', rig: rigOf(Buffer.from('accepted')) });
    await sees(world.alice, id, 'succeeded');
    expect(files()).toBe(3);
    freeShare = 0.06;
    await world.clock.advance(6_000);
    expect((await start(world.alice, 'another fox')).statusCode).toBe(202);
    expect((await world.person('nobody').get('/readyz')).statusCode).toBe(200);
  });

  test('is read at most every five seconds, and counts as free where it cannot be read', async () => {
    const clock = manualClock();
    let reads = 0;
    const room = createRoom({
      clock,
      read: async () => {
        reads += 1;
        throw new Error('no statfs here');
      },
    });
    await Promise.all([room.check(), room.check(), room.problem()]);
    expect([reads, await room.problem()]).toEqual([1, null]);
    await clock.advance(5_000);
    await room.check();
    expect(reads).toBe(2);
  });

  test('is that of the folder above, before the folder exists', async () => {
    const share = await freeShareOf(join(folder, 'not', 'yet'));
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
  });
});

test('entries of the audit log are deleted after AUDIT_KEEP_DAYS', async () => {
  const db = await openBotDatabase();
  const clock = manualClock();
  const audit = createAuditStore({ db, clock, outbox: { put: async () => undefined } });
  const entry = { actorId: '1', action: 'read_credits', targetId: '2', guildId: '3' } as const;
  await audit.add(entry);
  await clock.advance(10 * day);
  await audit.add(entry);
  await forgetOldAudit({ db, clock, log: silentLog }, 11);
  expect(await audit.exportOf('2')).toHaveLength(2);
  await forgetOldAudit({ db, clock, log: silentLog }, 9);
  expect(await audit.exportOf('2')).toHaveLength(1);
  await db.close();
});

describe.skipIf(isOnPostgres)('rigsmith disk', () => {
  test('sums rigs, uploads and unused files, and says what RIG_KEEP_DAYS would free', async () => {
    const old = await make('an old fox', 1);
    await make('a young fox', 2);
    const long = Date.now() - world.clock.now();
    await world.context.db.run('UPDATE generation SET finished_at = @now', { now: world.clock.now() + long });
    await world.context.db.run('UPDATE generation SET finished_at = @at WHERE id = @id', {
      id: old,
      at: Date.now() - 100 * day,
    });
    const data = `\x89PNG\r\n\x1a\n a picture`;
    await world.alice.post('/api/uploads', {
      content_type: 'image/png',
      data: Buffer.from(data, 'latin1').toString('base64'),
    });
    const environment = { DATA_DIR: folder };
    const { status, stdout } = await command(['disk', '--json'], environment);
    expect(status).toBe(0);
    const { files: found, databases, disk, messages } = JSON.parse(stdout);
    expect(found).toMatchObject({
      rigs: { count: 6 },
      uploads: { count: 1, bytes: data.length },
      unused: { count: 0, bytes: 0 },
    });
    expect(found.freed.map(({ days, count }: { days: number; count: number }) => [days, count])).toEqual([
      [30, 3],
      [90, 3],
      [365, 0],
    ]);
    expect(databases['service.db']).toBeGreaterThan(10_000);
    expect(disk.free).toBeLessThanOrEqual(disk.size);
    expect(messages).toBeNull(); // this service has no bot
    expect((await command(['disk'], environment)).stdout).toMatch(
      /^RIG_KEEP_DAYS=90 would free 0\.0 MB \(3 files\)$/m,
    );
  });
});
