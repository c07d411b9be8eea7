import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
  read,
  remove,
  rigOf,
  sees,
  type Workshop,
} from './rig-world.js';

let folder: string;
let workshop: Workshop;
let world: RigWorld;
beforeEach(async () => {
  folder = newFolder();
  workshop = createWorkshop();
  world = await openRigWorld(folder, { executor: workshop });
});
afterEach(async () => {
  await world.close();
  remove(folder);
});

const made = async (): Promise<Generation> => {
  const { id } = (await world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
  (await workshop.taken(1)).end({ kind: 'made', rig: rigOf(Buffer.from('glTF')) });
  return sees(world.alice, id, 'succeeded');
};
const show = (id: string, clip: string, person = world.alice) =>
  person.post(`/api/rig/generations/${id}/clip`, { clip });
const filmOf = async ({ output }: Generation) => {
  const reply = await world.person('nobody').get(output?.turntable_url ?? '');
  return [reply.statusCode, reply.body];
};

describe('the clip of a finished rig', () => {
  test('is rendered once, shown under an address of its own, and costs nothing', async () => {
    const rig = await made();
    expect([rig.output?.clip, rig.output?.animations]).toEqual(['walk', ['idle', 'walk']]);
    const walking = await filmOf(rig);
    const held = await credits(world.alice);
    const idle: Generation = (await show(rig.id, 'idle')).json();
    expect(idle.output).toMatchObject({ clip: 'idle', files: rig.output?.files });
    expect(await filmOf(idle)).toEqual([200, `idle of ${Buffer.from('glTF').toString('hex')}`]);
    expect((await read(world.alice, rig.id)).output?.clip).toBe('idle');

    const back: Generation = (await show(rig.id, 'walk')).json();
    expect(back.output?.turntable_url).toBe(rig.output?.turntable_url);
    expect(await filmOf(back)).toEqual(walking);
    await show(rig.id, 'idle');
    expect(workshop.filmed).toEqual(['idle']);
    expect(await credits(world.alice)).toEqual(held);
  });

  test('is one of its own clips, for its owner, once it is finished', async () => {
    const rig = await made();
    expect((await show(rig.id, 'fly')).json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('fly'),
    });
    const bob = await world.member('bob', 100);
    expect((await show(rig.id, 'idle', bob)).statusCode).toBe(404);
    const { id } = (await world.alice.post('/api/rig/text-to-rig', { prompt: 'a cat' })).json();
    expect((await show(id, 'idle')).statusCode).toBe(400);
    expect(workshop.filmed).toEqual([]);
  });

  test('cannot be chosen where the films of rigs are not rendered', async () => {
    await world.close();
    const { film: _, ...onlyRigs } = workshop;
    world = await openRigWorld(folder, { executor: onlyRigs });
    const rig = await made();
    expect(rig.output).not.toHaveProperty('clip');
    expect((await show(rig.id, 'idle')).statusCode).toBe(404);
  });

  test('is deleted with its rig', async () => {
    const rig = await made();
    const idle: Generation = (await show(rig.id, 'idle')).json();
    await world.alice.delete(`/api/rig/generations/${rig.id}`);
    expect((await filmOf(idle))[0]).toBe(404);
    const { left } = (await world.context.db.get<{ left: number }>(
      'SELECT count(*) AS "left" FROM stored_file',
    ))!;
    expect(left).toBe(0);
  });
});
