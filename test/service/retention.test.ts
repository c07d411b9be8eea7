import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRoom, freeShareOf } from '../../src/service/storage/room.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import type { Person } from './http-world.js';
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
