import { describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { createWorkshop, credits, read, rigOf, sees, useRigWorld } from './rig-world.js';

const rigs = useRigWorld();

const png = (name: string) => Buffer.from(`\x89PNG\r\n\x1a\n ${name}`, 'latin1');
const source = (bytes: Buffer) => ({ data_uri: `data:image/png;base64,${bytes.toString('base64')}` });
const glb = Buffer.from('glTF and some bytes');

const generate = async (body: object): Promise<Generation> =>
  (await rigs.world.alice.post('/api/rig/generate', body)).json();
const repeat = (id: string, changes: object = {}, headers = {}) =>
  rigs.world.alice.post(`/api/rig/generations/${id}/repeat`, changes, headers);

describe('descriptions of refused content', () => {
  const never = 'a naked schoolgirl';

  test('are refused before credits are held, for new rigs and for changes of old ones', async () => {
    const before = await credits(rigs.world.alice);
    const reply = await rigs.world.alice.post('/api/rig/generate', { type: 'text', prompt: never });
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'content_rejected']);
    expect(await credits(rigs.world.alice)).toEqual(before);
    const { id } = await generate({ type: 'text', prompt: 'a fox' });
    expect((await repeat(id, { prompt: never })).json().code).toBe('content_rejected');
  });
});

describe('repeating a generation', () => {
  test('uses the stored pictures with their views, and is charged like the first', async () => {
    const images = [
      { ...source(png('a')), view: 'front' },
      { ...source(png('b')), view: 'left' },
    ];
    const parameters = { skeleton: 'biped', detail: 'low' };
    const { id } = await generate({ type: 'multi_image', images, parameters });
    (await rigs.workshop.taken(1)).end({ kind: 'refused', code: 'unriggable', detail: 'No figure.' });
    await sees(rigs.world.alice, id, 'failed');

    const reply = await repeat(id, { parameters: { detail: 'high' } });
    expect(reply.statusCode, reply.body).toBe(202);
    const again = (await rigs.workshop.taken(2)).request;
    expect(again).toMatchObject({
      kind: 'images',
      images: [
        { bytes: png('a'), view: 'front' },
        { bytes: png('b'), view: 'left' },
      ],
      parameters: { detail: 'high' },
    });
    expect(reply.json()).toMatchObject({ seeded: false, credits: { held: 15 } });
  });

  test('keeps text, pipeline and parameters, but not the seed; named values replace them', async () => {
    const chibi = { proportions: 'chibi' };
    const first = await generate({ type: 'text', prompt: 'a fox', seed: 7, parameters: chibi });
    const same = (await repeat(first.id)).json();
    expect(same).toMatchObject({
      pipeline_id: 'clay',
      seeded: true,
      input: { prompt: 'a fox', seed: null, parameters: chibi },
    });
    const other = (await repeat(first.id, { prompt: 'a wolf', seed: 9, parameters: {} })).json();
    expect(other.input).toMatchObject({ prompt: 'a wolf', seed: 9, parameters: {} });
  });

  test('takes proportions as a style too, as older clients send them', async () => {
    const asked = { style: 'chibi', detail: 'low' };
    const { id } = await generate({ type: 'text', prompt: 'a fox', parameters: asked });
    const taken = { proportions: 'chibi', detail: 'low' };
    expect((await rigs.workshop.taken(1)).request.parameters).toEqual(taken);
    expect((await repeat(id)).json().input.parameters).toEqual(taken);
    const refused = await generate({ type: 'text', prompt: 'a fox', parameters: { style: 'baroque' } });
    expect(refused).toMatchObject({ detail: 'Style must be one of auto, clay, low-poly, voxel, toon.' });
  });

  test('uses the model again after a restart', async () => {
    const mesh = source(glb);
    const { id } = await generate({ type: 'mesh', mesh });
    (await rigs.workshop.taken(1)).end({ kind: 'made', rig: rigOf(glb) });
    await sees(rigs.world.alice, id, 'succeeded');
    rigs.workshop = createWorkshop();
    await rigs.reopen(rigs.workshop);
    expect((await repeat(id, { parameters: { skeleton: 'quadruped' } })).statusCode).toBe(202);
    expect((await rigs.workshop.taken(1)).request).toMatchObject({ kind: 'mesh', model: glb });
  });

  test('makes one rig per key, however often it is requested', async () => {
    const { id } = await generate({ type: 'text', prompt: 'a fox' });
    const press = { 'idempotency-key': 'press' };
    const replies = await Promise.all([1, 2, 3].map(() => repeat(id, { seed: 5 }, press)));
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    expect(await credits(rigs.world.alice)).toEqual({ available: 80, held: 20 });
  });

  test('is refused with a sentence, and nothing is held', async () => {
    const { id } = await generate({ type: 'image', image: source(png('a')) });
    const bob = await rigs.world.member('bob', 100);
    const foreign = await bob.post(`/api/rig/generations/${id}/repeat`, {});
    expect(foreign.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect(await credits(bob)).toEqual({ available: 100, held: 0 });
    const refusals: [object, string][] = [
      [{ prompt: 'a fox' }, 'Only a rig made from text has a description to change.'],
      [
        { pipeline_id: 'clay' },
        "The pipeline Clay doesn't accept this kind of input. Use /pipelines to see what does.",
      ],
      [{ pipeline_id: 'gold' }, "We don't know that pipeline. Use /pipelines to see what is available."],
      [{ parameters: { style: 'chibi' } }, 'Style must be one of auto, low-poly, voxel, toon.'],
      [{ parameters: { detail: 'huge' } }, 'Detail must be one of low, medium, high.'],
    ];
    for (const [changes, detail] of refusals)
      expect((await repeat(id, changes)).json()).toMatchObject({ detail });
    expect(await credits(rigs.world.alice)).toEqual({ available: 85, held: 15 });
  });
});

describe('the second reading of a model whose body was not certain', () => {
  const uncertain = async (): Promise<string> => {
    const { id } = await generate({ type: 'mesh', mesh: source(glb) });
    const rig = rigOf(glb);
    const report = { ...rig.report, seed: 41, alternative: 'quadruped' as const };
    (await rigs.workshop.taken(1)).end({ kind: 'made', rig: { ...rig, report } });
    const made = await sees(rigs.world.alice, id, 'succeeded');
    expect(made.output?.second_reading).toBe('quadruped');
    return id;
  };
  const free = { second_reading: true };

  test('is free, with the same seed', async () => {
    const id = await uncertain();
    const before = await credits(rigs.world.alice);
    const second: Generation = (
      await repeat(id, { ...free, seed: 5, parameters: { skeleton: 'avian' } })
    ).json();
    expect((await rigs.workshop.taken(2)).request).toMatchObject({
      kind: 'mesh',
      model: glb,
      seed: 41,
      parameters: { skeleton: 'quadruped' },
    });
    (await rigs.workshop.taken(2)).end({ kind: 'made', rig: rigOf(glb) });
    const made = await sees(rigs.world.alice, second.id, 'succeeded');
    expect(made).toMatchObject({ credits: { consumed: 0 }, input: { seed: 41 } });
    expect(made.output).not.toHaveProperty('second_reading');
    expect(await credits(rigs.world.alice)).toEqual(before);
  });

  test('is made once, again after it failed', async () => {
    const id = await uncertain();
    const failing = (await repeat(id, free)).json();
    const failed = { kind: 'refused', code: 'unriggable', detail: 'No figure.' } as const;
    (await rigs.workshop.taken(2)).end(failed);
    await sees(rigs.world.alice, failing.id, 'failed');
    expect((await repeat(id, free)).statusCode).toBe(202);
    expect((await repeat(id, free)).json()).toMatchObject({
      code: 'idempotency_conflict',
      detail: 'That rig was already made with the other body.',
    });
    const other = await repeat(id, {});
    expect(other.json()).toMatchObject({ credits: { held: 12 } });
  });

  test('is over when its rig is deleted', async () => {
    const id = await uncertain();
    const second = (await repeat(id, free)).json();
    (await rigs.workshop.taken(2)).end({ kind: 'made', rig: rigOf(glb) });
    await sees(rigs.world.alice, second.id, 'succeeded');
    await rigs.world.alice.delete(`/api/rig/generations/${second.id}`);
    expect((await read(rigs.world.alice, id)).output).not.toHaveProperty('second_reading');
    expect((await repeat(id, free)).json()).toMatchObject({ code: 'invalid_request' });
  });

  test('is refused for a rig whose body was certain', async () => {
    const { id } = await generate({ type: 'mesh', mesh: source(glb) });
    (await rigs.workshop.taken(1)).end({ kind: 'made', rig: rigOf(glb) });
    await sees(rigs.world.alice, id, 'succeeded');
    expect((await repeat(id, free)).json()).toMatchObject({
      code: 'invalid_request',
      detail: 'The body of that rig was certain.',
    });
  });
});
