import { beforeEach, describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import type { Converted } from '../../src/contract/rig-download.js';
import type { FileOutcome } from '../../src/service/rig/executor.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { credits, rigOf, sees, useRigWorld } from './rig-world.js';

let clock = manualClock();
const rigs = useRigWorld(() => ({ clock }));
beforeEach(() => {
  clock = manualClock();
});

const made = async (skeleton = 'biped'): Promise<Generation> => {
  const { id } = (await rigs.world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
  const rig = rigOf(Buffer.from('glTF'));
  const report = { ...rig.report, skeleton: skeleton as typeof rig.report.skeleton };
  (await rigs.workshop.taken(1)).end({ kind: 'made', rig: { ...rig, report } });
  return sees(rigs.world.alice, id, 'succeeded');
};
const convert = (id: string, body: object, person = rigs.world.alice) =>
  person.post(`/api/rig/generations/${id}/files`, body);
const fileOf = async ({ url }: Converted) => {
  const reply = await rigs.world.person('nobody').get(url);
  return [reply.statusCode, reply.headers['content-type'], reply.body];
};

describe('the files of a finished rig', () => {
  test('are converted once, kept under signed addresses, and cost nothing', async () => {
    const rig = await made();
    expect(rig.output?.formats).toEqual(['vrm', 'usdz', 'obj', 'stl', 'ply', 'bvh', 'meshopt.glb']);
    const held = await credits(rigs.world.alice);
    const first: Converted = (await convert(rig.id, { format: 'stl' })).json();
    expect(await fileOf(first)).toEqual([200, 'model/stl', 'stl of glTF']);
    expect(first.bytes).toBe('stl of glTF'.length);
    expect((await convert(rig.id, { format: 'stl' })).json()).toEqual(first);
    expect(rigs.workshop.files).toEqual(['stl']);
    expect(await credits(rigs.world.alice)).toEqual(held);
  });

  test('hold the clip that was chosen, a BVH always one', async () => {
    const rig = await made();
    const walking: Converted = (await convert(rig.id, { format: 'bvh', clip: 'walk' })).json();
    expect((await fileOf(walking))[2]).toBe('bvh walk of glTF');
    const idle: Converted = (await convert(rig.id, { format: 'bvh' })).json();
    expect((await fileOf(idle))[2]).toBe('bvh idle of glTF');
    expect((await fileOf(walking))[2]).toBe('bvh walk of glTF');
  });

  test('name the author of an avatar, who may change', async () => {
    const rig = await made();
    await convert(rig.id, { format: 'vrm', author: 'Mia', license: 'cc0' });
    await convert(rig.id, { format: 'vrm', author: 'Mia', license: 'cc0' });
    await convert(rig.id, { format: 'vrm', author: 'Noor', license: 'owner' });
    expect(rigs.workshop.files).toEqual(['vrm Mia cc0', 'vrm Noor owner']);
  });

  test('are refused for other members, unknown formats and clips, and a body that cannot be an avatar', async () => {
    const rig = await made('quadruped');
    expect(rig.output?.formats).not.toContain('vrm');
    for (const body of [{ format: 'vrm' }, { format: 'exe' }, { format: 'bvh', clip: 'fly' }])
      expect((await convert(rig.id, body)).statusCode).toBe(400);
    const bob = await rigs.world.member('bob', 100);
    expect((await convert(rig.id, { format: 'stl' }, bob)).statusCode).toBe(404);
    expect(rigs.workshop.files).toEqual([]);
  });

  test('are not offered where the service converts nothing', async () => {
    const { makeFile: _, ...onlyRigs } = rigs.workshop;
    await rigs.reopen(onlyRigs);
    const rig = await made();
    expect(rig.output).not.toHaveProperty('formats');
    expect((await convert(rig.id, { format: 'stl' })).statusCode).toBe(400);
  });

  test('are FBX only where Blender is configured, which gets the stored model', async () => {
    const { id } = await made();
    expect((await convert(id, { format: 'fbx' })).statusCode).toBe(400);
    await rigs.reopen({
      ...rigs.workshop,
      makeFbx: async (model) => ({ kind: 'file', bytes: Buffer.from(`fbx of ${Buffer.from(model)}`) }),
    });
    expect((await sees(rigs.world.alice, id, 'succeeded')).output?.formats).toContain('fbx');
    const file: Converted = (await convert(id, { format: 'fbx' })).json();
    expect(await fileOf(file)).toEqual([200, 'application/octet-stream', 'fbx of glTF']);
  });

  test('that take long are answered with 202, made once, and hold up no other format', async () => {
    const blender: ((outcome: FileOutcome) => void)[] = [];
    await rigs.reopen({ ...rigs.workshop, makeFbx: () => new Promise((end) => blender.push(end)) });
    const { id } = await made();
    const first = convert(id, { format: 'fbx' });
    await eventually(() => expect(blender).toHaveLength(1));
    expect((await convert(id, { format: 'stl' })).statusCode).toBe(200);
    await clock.advance(15_000);
    expect((await first).statusCode).toBe(202);
    expect((await first).json()).toEqual({ format: 'fbx' });
    const second = convert(id, { format: 'fbx' });
    blender[0]!({ kind: 'file', bytes: Buffer.from('fbx') });
    expect((await second).statusCode).toBe(200);
    expect(await fileOf((await second).json())).toEqual([200, 'application/octet-stream', 'fbx']);
    expect(blender).toHaveLength(1);
  });

  test('that fail after the first answer tell the next request, and can be tried again', async () => {
    const blender: ((outcome: FileOutcome) => void)[] = [];
    await rigs.reopen({ ...rigs.workshop, makeFbx: () => new Promise((end) => blender.push(end)) });
    const { id } = await made();
    const first = convert(id, { format: 'fbx' });
    await eventually(() => expect(blender).toHaveLength(1));
    await clock.advance(15_000);
    expect((await first).statusCode).toBe(202);
    blender[0]!({ kind: 'crashed', cause: 'no memory' });
    expect((await convert(id, { format: 'fbx' })).statusCode).toBe(500);
    expect(blender).toHaveLength(1);
    const again = convert(id, { format: 'fbx' });
    await eventually(() => expect(blender).toHaveLength(2));
    blender[1]!({ kind: 'file', bytes: Buffer.from('fbx') });
    expect((await again).statusCode).toBe(200);
  });

  test('are deleted with their rig', async () => {
    const rig = await made();
    const file: Converted = (await convert(rig.id, { format: 'obj' })).json();
    await rigs.world.alice.delete(`/api/rig/generations/${rig.id}`);
    expect((await fileOf(file))[0]).toBe(404);
    const { left } = (await rigs.world.context.db.get<{ left: number }>(
      'SELECT count(*) AS "left" FROM stored_file',
    ))!;
    expect(left).toBe(0);
  });
});
