import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { moveDatabase } from '../../src/cli/move.js';
import { copyFiles } from '../../src/cli/move-files.js';
import { createFolderStore } from '../../src/service/storage/folder.js';
import { createS3Store } from '../../src/service/storage/s3.js';
import { createTestDatabase } from '../support/engines.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { startS3 } from '../support/s3.js';
import type { Person } from './http-world.js';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
  remove,
  rigOf,
  sees,
} from './rig-world.js';

describe.skipIf(postgresPrograms === null)(`moving a service to PostgreSQL${needsPostgres}`, () => {
  const folder = newFolder();
  const path = join(folder, 'service.db');
  let world: RigWorld | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });
  const makeFox = async (person: Person, workshop: ReturnType<typeof createWorkshop>, count: number) => {
    const { id } = (await person.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
    (await workshop.taken(count)).end({ kind: 'made', rig: rigOf(Buffer.from('glTF and some bytes')) });
    return sees(person, id, 'succeeded');
  };

  test('keeps members, credits and rigs, and goes on where it was', async () => {
    let workshop = createWorkshop();
    world = await openRigWorld(folder, { executor: workshop, config: { databaseUrl: undefined } });
    const made = await makeFox(world.alice, workshop, 1);
    const before = await credits(world.alice);
    await world.close();

    const url = await createTestDatabase();
    const copied = await moveDatabase({ owner: 'service', path, url });
    expect(copied.find(({ table }) => table === 'generation')).toEqual({ table: 'generation', rows: 1 });

    workshop = createWorkshop();
    world = await openRigWorld(folder, {
      executor: workshop,
      config: { databaseUrl: url },
      welcome: 0,
    });
    const alice = world.alice;
    expect(await credits(alice)).toEqual(before);
    expect((await alice.get('/api/rig/generations')).json().data).toMatchObject([{ id: made.id }]);
    await makeFox(alice, workshop, 1);
    expect((await alice.get('/api/rig/generations')).json().data).toHaveLength(2);
    remove(folder);
  });

  test('is complete when it is repeated, and refuses a database with other rows', {
    tags: 'slow',
  }, async () => {
    const [first, other] = [newFolder(), newFolder()];
    for (const folder of [first, other]) {
      world = await openRigWorld(folder, { config: { databaseUrl: undefined } });
      await world.close();
      world = undefined;
    }
    const url = await createTestDatabase();
    const moved = await moveDatabase({ owner: 'service', path: join(first, 'service.db'), url });
    expect(await moveDatabase({ owner: 'service', path: join(first, 'service.db'), url })).toEqual(moved);
    await expect(moveDatabase({ owner: 'service', path: join(other, 'service.db'), url })).rejects.toThrow(
      'not empty',
    );
    remove(first);
    remove(other);
  });
});

test('moving files copies only the files that are missing', async () => {
  const server = await startS3();
  const folder = createFolderStore(mkdtempSync(join(tmpdir(), 'files-')));
  const bucket = createS3Store(await server.createBucket(), { clock: systemClock });
  for (const key of ['ab/abc', 'cd/cde']) await folder.write(key, Buffer.from(key));
  expect(await copyFiles(folder, bucket)).toEqual({ copied: 2, kept: 0 });
  await folder.write('ef/eff', Buffer.from('later'));
  expect(await copyFiles(folder, bucket)).toEqual({ copied: 1, kept: 2 });
  expect((await bucket.read('ef/eff'))?.toString()).toBe('later');
  await server.stop();
});
