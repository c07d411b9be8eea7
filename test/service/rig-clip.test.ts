import { describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { credits, read, rigOf, sees, useRigWorld } from './rig-world.js';

const rigs = useRigWorld();

const made = async (): Promise<Generation> => {
  const { id } = (await rigs.world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
  (await rigs.workshop.taken(1)).end({ kind: 'made', rig: rigOf(Buffer.from('glTF')) });
  return sees(rigs.world.alice, id, 'succeeded');
};
const show = (id: string, clip: string, person = rigs.world.alice) =>
  person.post(`/api/rig/generations/${id}/clip`, { clip });
const filmOf = async ({ output }: Generation) => {
  const reply = await rigs.world.person('nobody').get(output?.turntable_url ?? '');
  return [reply.statusCode, reply.body];
};

describe('the clip of a finished rig', () => {
  test('is rendered once, shown under an address of its own, and costs nothing', async () => {
    const rig = await made();
    expect([rig.output?.clip, rig.output?.animations]).toEqual(['walk', ['idle', 'walk']]);
    const walking = await filmOf(rig);
    const held = await credits(rigs.world.alice);
    const idle: Generation = (await show(rig.id, 'idle')).json();
    expect(idle.output).toMatchObject({ clip: 'idle', files: rig.output?.files });
    expect(await filmOf(idle)).toEqual([200, 'idle of glTF']);
    expect((await read(rigs.world.alice, rig.id)).output?.clip).toBe('idle');

    const back: Generation = (await show(rig.id, 'walk')).json();
    expect(back.output?.turntable_url).toBe(rig.output?.turntable_url);
    expect(await filmOf(back)).toEqual(walking);
    await show(rig.id, 'idle');
    expect(rigs.workshop.files).toEqual(['idle']);
    expect(await credits(rigs.world.alice)).toEqual(held);
  });

  test('is rendered once for two who ask at the same time', async () => {
    const { id } = await made();
    const [first, second] = await Promise.all([show(id, 'idle'), show(id, 'idle')]);
    expect(first.json().output).toMatchObject({ clip: 'idle' });
    expect(second.json().output).toMatchObject({ clip: 'idle' });
    expect(rigs.workshop.files).toEqual(['idle']);
  });

  test('is one of its own clips, for its owner, once it is finished', async () => {
    const rig = await made();
    expect((await show(rig.id, 'fly')).json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('fly'),
    });
    const bob = await rigs.world.member('bob', 100);
    expect((await show(rig.id, 'idle', bob)).statusCode).toBe(404);
    const { id } = (await rigs.world.alice.post('/api/rig/text-to-rig', { prompt: 'a cat' })).json();
    expect((await show(id, 'idle')).statusCode).toBe(400);
    expect(rigs.workshop.files).toEqual([]);
  });

  test('cannot be chosen where the films of rigs are not rendered', async () => {
    const { makeFile: _, ...onlyRigs } = rigs.workshop;
    await rigs.reopen(onlyRigs);
    const rig = await made();
    expect(rig.output).not.toHaveProperty('clip');
    expect((await show(rig.id, 'idle')).statusCode).toBe(404);
  });

  test('is deleted with its rig', async () => {
    const rig = await made();
    const idle: Generation = (await show(rig.id, 'idle')).json();
    await rigs.world.alice.delete(`/api/rig/generations/${rig.id}`);
    expect((await filmOf(idle))[0]).toBe(404);
    const { left } = (await rigs.world.context.db.get<{ left: number }>(
      'SELECT count(*) AS "left" FROM stored_file',
    ))!;
    expect(left).toBe(0);
  });
});
