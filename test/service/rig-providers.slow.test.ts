import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { createProviders, type ProviderSettings } from '../../src/service/rig/providers/index.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { formOf, openGpu } from '../support/providers/gpu.js';
import { openMeshy } from '../support/providers/meshy.js';
import type { FakeServer, Reply, Seen } from '../support/providers/server.js';
import { openTripo } from '../support/providers/tripo.js';
import { eachOf } from '../support/slice.js';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
  read,
  remove,
  rigOf,
  type Workshop,
} from './rig-world.js';

const key = 'msy-secret-key';
const shape = Buffer.from('glTF the shape a provider made');
const png = Buffer.from('\x89PNG\r\n\x1a\n and a picture', 'latin1');
const picture = { data_uri: `data:image/png;base64,${png.toString('base64')}` };
const nothingSpent = { available: 100, held: 0 };

let folder: string;
let workshop: Workshop;
let world: RigWorld;
let fake: FakeServer | undefined;
beforeEach(() => {
  folder = newFolder();
  workshop = createWorkshop();
});
afterEach(async () => {
  await world.close();
  await fake?.close();
  fake = undefined;
  remove(folder);
});

const open = async (providers: ProviderSettings, at?: number): Promise<void> => {
  const clock = manualClock(at);
  world = await openRigWorld(folder, {
    executor: workshop,
    providers: createProviders(providers, 'data/catalog'),
    clock,
  });
};
const started = async (body: object): Promise<Generation> => {
  const reply = await world.alice.post('/api/rig/generate', body);
  expect(reply.statusCode, reply.body).toBe(202);
  return reply.json();
};
/** Advances time until the condition holds. */
const until = <T>(look: () => T | Promise<T>): Promise<T> =>
  eventually(async () => {
    await world.clock.advance(1_000);
    return look();
  });
const job = (count = 1) =>
  until(() => workshop.jobs[count - 1] ?? Promise.reject(new Error('not taken yet')));
const ended = (id: string) =>
  until(async () => {
    const generation = await read(world.alice, id);
    if (generation.finished_at === null) throw new Error(`is ${generation.status}`);
    return generation;
  });
/** A promise that the test resolves. */
const promised = <T>() => {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
};
const modeOf = ({ method, body }: Seen) => (method === 'POST' ? JSON.parse(body.toString()).mode : null);
const refines = () => asked('POST').filter((one) => modeOf(one) === 'refine');
const asked = (method: string) => fake?.seen.filter((one) => one.method === method) ?? [];

describe('a provider', () => {
  test('is not listed if the operator has none configured', async () => {
    await open({});
    const { data } = (await world.alice.get('/api/rig/pipelines')).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['clay', 'silhouette', 'armature']);
    const reply = await world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox', pipeline_id: 'meshy' });
    expect(reply.json().code).toBe('not_found');
  });

  test('never shows its key or its name to members or the public', async () => {
    fake = await openMeshy({ key, model: shape });
    await open({ meshy: { baseUrl: fake.url, apiKey: key } });
    const { body } = await world.person('nobody').get('/api/rig/pipelines');
    expect(body).toContain('meshy');
    expect(body).not.toContain('provider');
    expect(body).not.toContain(key);
  });
});

describe('Meshy', () => {
  beforeEach(async () => {
    fake = await openMeshy({ key, model: shape });
    await open({ meshy: { baseUrl: fake.url, apiKey: key } });
  });

  test('makes the shape in two steps, the engine rigs it, and one price covers all', async () => {
    const { id } = await started({ type: 'text', prompt: 'a knight', seed: 5, pipeline_id: 'meshy' });
    const { request, end } = await job();
    expect(request).toMatchObject({ kind: 'mesh', model: shape, seed: 5, parameters: {} });
    expect(asked('POST').map(({ body }) => JSON.parse(body.toString()).mode)).toEqual(['preview', 'refine']);
    expect((await read(world.alice, id)).progress).toBeGreaterThan(0);
    end({ kind: 'made', rig: rigOf(shape, request) });
    expect((await ended(id)).status).toBe('succeeded');
    expect(await credits(world.alice)).toEqual({ available: 20, held: 0 });
  });

  test.each([
    ['one picture', { type: 'image', image: picture }],
    ['several', { type: 'multi_image', images: [picture, { ...picture, view: 'back' }] }],
  ])('accepts %s', async (_, body) => {
    const { id } = await started({ ...body, pipeline_id: 'meshy' });
    (await job()).end({ kind: 'made', rig: rigOf(shape) });
    expect((await ended(id)).status).toBe('succeeded');
  });

  test('is retried after the time it names when it is busy', async () => {
    fake?.upsets.push({ status: 429, json: { message: 'slow down' }, headers: { 'retry-after': '40' } });
    await started({ type: 'text', prompt: 'a knight', pipeline_id: 'meshy' });
    await until(() => expect(asked('POST')).toHaveLength(1));
    const before = world.clock.now();
    await job();
    expect(world.clock.now() - before).toBeGreaterThan(39_000);
  });

  test('is polled again after a mere network failure', async () => {
    await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('GET').length).toBeGreaterThan(0));
    fake?.upsets.push('hang-up', { status: 502, json: {} }, { status: 200, json: 'half a re' });
    await job();
    expect(asked('POST')).toHaveLength(1);
  });

  test('is not sent a job again when it may have received it', async () => {
    fake?.upsets.push('hang-up');
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'meshy' });
    const failed = await ended(id);
    expect(failed.error?.detail).toMatch(/^The model provider of this pipeline isn't available right now/);
    expect(asked('POST')).toHaveLength(1);
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });

  test('is not sent its second step again either', async () => {
    fake?.twists.push((seen) => (modeOf(seen) === 'refine' ? 'hang-up' : undefined));
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'meshy' });
    expect((await ended(id)).error?.detail).toMatch(/isn't available right now/);
    expect(refines()).toHaveLength(1);
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });

  test('is sent its second step again when it was busy, since nothing began', async () => {
    const busy: Reply[] = [{ status: 429, json: { message: 'slow down' } }];
    fake?.twists.push((seen) => (modeOf(seen) === 'refine' ? busy.pop() : undefined));
    await started({ type: 'text', prompt: 'a knight', pipeline_id: 'meshy' });
    await job();
    expect(refines()).toHaveLength(2);
  });

  test('is not sent a job again after a gateway in front of it failed', async () => {
    fake?.upsets.push({ status: 503, json: {} });
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'meshy' });
    await ended(id);
    expect(asked('POST')).toHaveLength(1);
  });

  test('that answers while the service stops gets no second job from the next process', async () => {
    const answer = promised<Reply>();
    fake?.twists.push(({ method }) => (method === 'POST' ? answer.promise : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('POST')).toHaveLength(1));
    const at = world.clock.now();
    const closed = world.close();
    answer.keep({ status: 202, json: { result: 'late' } });
    await closed;
    fake?.twists.splice(0);
    const done = { status: 'SUCCEEDED', model_urls: { glb: `${fake?.url}/assets/model.glb` } };
    fake?.twists.push(({ path }) => (path.endsWith('/late') ? { status: 200, json: done } : undefined));
    workshop = createWorkshop();
    await open({ meshy: { baseUrl: fake?.url ?? '', apiKey: key } }, at);
    (await job()).end({ kind: 'made', rig: rigOf(shape) });
    expect((await ended(id)).status).toBe('succeeded');
    expect(asked('POST')).toHaveLength(1);
  });

  test('that answers after its work was cancelled gets a cancellation', async () => {
    const answer = promised<Reply>();
    fake?.twists.push(({ method }) => (method === 'POST' ? answer.promise : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('POST')).toHaveLength(1));
    await world.alice.post(`/api/rig/generations/${id}/cancel`);
    answer.keep({ status: 202, json: { result: 'late' } });
    await until(() =>
      expect(asked('DELETE').map(({ path }) => path)).toEqual([expect.stringMatching(/late$/)]),
    );
  });

  eachOf(1, [
    ['10000000', () => '10000000', 60_000],
    ['a date', (now: number) => new Date(now + 20_000).toUTCString(), 20_000],
    ['soon', () => 'soon', 2_000],
  ])('that says Retry-After: %s is retried in time', async (_, header, ms) => {
    fake?.twists.push(({ method }) => {
      if (method !== 'POST' || asked('POST').length > 1) return undefined;
      return { status: 429, json: {}, headers: { 'retry-after': header(world.clock.now()) } };
    });
    await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('POST')).toHaveLength(1));
    const before = world.clock.now();
    await until(() => expect(asked('POST')).toHaveLength(2));
    expect(Math.abs(world.clock.now() - before - ms)).toBeLessThanOrEqual(6_000);
  });

  test.each([
    ['has lost its task', { status: 404, json: { message: 'Task not found' } }, /lost this job/],
    ['is now elsewhere', { status: 302, headers: { location: '/other' } }, /isn't available right now/],
  ])('that %s is not taken to have refused the job', async (_, answer, said) => {
    fake?.twists.push(({ method }) => (method === 'GET' ? answer : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    expect((await ended(id)).error?.detail).toMatch(said);
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });

  const loud = '@everyone **look** [here](https://evil.example)\u202e \u0007<@1> '.repeat(1_000);
  test.each([
    ['at once', (): Reply => ({ status: 400, json: { message: loud } }), 'POST'],
    [
      'in the end',
      (): Reply => ({ status: 200, json: { status: 'FAILED', task_error: { message: loud } } }),
      'GET',
    ],
  ])('that says no %s is quoted briefly, as plain text', async (_, answer, when) => {
    fake?.twists.push(({ method }) => (method === when ? answer() : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    const { error } = await ended(id);
    expect(error?.detail).toMatch(/everyone look here https: evil.example/);
    expect(error?.detail.length).toBeLessThan(250);
    expect(error?.detail).not.toMatch(/[@*[\]()<>\p{C}]|:\/\//u);
  });

  test('that echoes its key has the key hidden from members', async () => {
    fake?.upsets.push({ status: 400, json: { message: `the key ${key} may not do that` } });
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    expect((await ended(id)).error?.detail).toMatch(/refused this: the key key may not/);
  });

  test('is asked for a new link when the first has expired', async () => {
    const expired: Reply[] = [{ status: 403 }];
    fake?.twists.push(({ path }) => (path === '/assets/model.glb' ? expired.pop() : undefined));
    await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    expect((await job()).request).toMatchObject({ kind: 'mesh', model: shape });
  });

  test('is not asked for links endlessly', async () => {
    fake?.twists.push(({ path }) => (path === '/assets/model.glb' ? { status: 404 } : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    expect((await ended(id)).error?.detail).toMatch(/lost this job/);
    expect(fake?.seen.filter(({ path }) => path === '/assets/model.glb')).toHaveLength(3);
  });

  test.each([
    ['a wrong key', { status: 401, json: { message: 'Invalid API key' } }, /isn't available right now/],
    [
      'an empty purse',
      { status: 402, json: { message: 'Insufficient credits' } },
      /isn't available right now/,
    ],
    ['a picture it cannot use', { status: 400, json: { message: 'too small' } }, /refused this: too small/],
  ])(
    'gives the credits back for %s, and tells no member of the operator’s account',
    async (_, upset, said) => {
      fake?.upsets.push(upset);
      const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
      const failed = await ended(id);
      expect(failed).toMatchObject({ status: 'failed', credits: { refunded: 80 } });
      expect(failed.error?.detail).toMatch(said);
      expect(failed.error?.detail).not.toMatch(/key|insufficient/i);
      expect(await credits(world.alice)).toEqual(nothingSpent);
    },
  );

  test('gets a cancellation when its work is no longer wanted', async () => {
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('GET').length).toBeGreaterThan(0));
    await world.alice.post(`/api/rig/generations/${id}/cancel`);
    await until(() => expect(asked('DELETE')).toHaveLength(1));
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });

  test('continues work begun before a restart, and an orderly stop cancels nothing', async () => {
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('GET').length).toBeGreaterThan(0));
    const at = world.clock.now();
    await world.close();
    expect(asked('DELETE')).toEqual([]);
    workshop = createWorkshop();
    await open({ meshy: { baseUrl: fake?.url ?? '', apiKey: key } }, at);
    (await job()).end({ kind: 'made', rig: rigOf(shape) });
    expect((await ended(id)).status).toBe('succeeded');
    expect(asked('POST')).toHaveLength(1);
  });

  test('that is removed from the configuration fails its pending work', async () => {
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    await until(() => expect(asked('GET').length).toBeGreaterThan(0));
    const at = world.clock.now();
    await world.close();
    await open({}, at);
    expect((await ended(id)).error?.detail).toBe(
      'The pipeline for this rig is no longer offered. Your credits were returned.',
    );
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });

  test('does not delay the engine’s own pipelines', async () => {
    await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    const bob = await world.member('bob', 10);
    await bob.post('/api/rig/text-to-rig', { prompt: 'a fox' });
    expect((await job()).request).toMatchObject({ kind: 'text', prompt: 'a fox' });
  });

  test('cannot make the service fetch a file from a foreign address', async () => {
    fake?.upsets.push({ status: 202, json: { result: 'x' } });
    fake?.upsets.push({
      status: 200,
      json: { status: 'SUCCEEDED', progress: 100, model_urls: { glb: 'http://169.254.169.254/latest' } },
    });
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'meshy' });
    const failed = await ended(id);
    expect(failed.error?.code).toBe('provider_error');
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });
});

describe('Tripo', () => {
  const serve = async (end?: Parameters<typeof openTripo>[0]['end']) => {
    const tripo = await openTripo({ key, model: shape, ...(end && { end }) });
    fake = tripo;
    await open({ tripo: { baseUrl: tripo.base, apiKey: key } });
  };

  eachOf(1, [
    ['words', { type: 'text', prompt: 'a knight' }, 0],
    ['one picture', { type: 'image', image: picture }, 1],
    ['several', { type: 'multi_image', images: [picture, { ...picture, view: 'back' }] }, 2],
  ])('makes the shape from %s, with pictures uploaded first', async (_, body, uploads) => {
    await serve();
    const { id } = await started({ ...body, pipeline_id: 'tripo' });
    const { request, end } = await job();
    expect(request).toMatchObject({ kind: 'mesh', model: shape });
    expect(fake?.seen.filter(({ path }) => path.endsWith('/upload/sts'))).toHaveLength(uploads);
    end({ kind: 'made', rig: rigOf(shape) });
    expect((await ended(id)).status).toBe('succeeded');
  });

  test('is sent a picture again after a mere network failure, but its job only once', async () => {
    await serve();
    fake?.upsets.push('hang-up');
    fake?.twists.push(({ path }) => (path.endsWith('/task') ? 'hang-up' : undefined));
    const { id } = await started({ type: 'image', image: picture, pipeline_id: 'tripo' });
    expect((await ended(id)).error?.detail).toMatch(/isn't available right now/);
    expect(asked('POST').map(({ path }) => path.split('/').pop())).toEqual(['sts', 'sts', 'task']);
  });

  test('gets views in their order', async () => {
    await serve();
    const images = [
      { ...picture, view: 'back' },
      { ...picture, view: 'front' },
    ];
    await started({ type: 'multi_image', images, pipeline_id: 'tripo' });
    await job();
    const { files } = JSON.parse(
      fake?.seen.find(({ path }) => path.endsWith('/task'))?.body.toString() ?? '',
    );
    expect(files.map((file: object) => 'file_token' in file)).toEqual([true, false, true, false]);
  });

  eachOf(1, [
    ['failed', 'provider_error', "The model provider couldn't make this."],
    ['unknown', 'provider_error', "The model provider couldn't make this."],
    ['cancelled', 'provider_error', "The model provider couldn't make this."],
    ['expired', 'provider_error', "The model provider couldn't make this: it took too long."],
    ['banned', 'content_rejected', "The model provider doesn't allow this kind of content."],
  ] as const)('%s returns the credits', async (end, code, detail) => {
    await serve(end);
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'tripo' });
    expect((await ended(id)).error).toEqual({ code, detail });
    expect(await credits(world.alice)).toEqual(nothingSpent);
  });
});

describe('an operator’s own machine', () => {
  beforeEach(async () => {
    fake = await openGpu({ key, model: shape });
    await open({ gpu: { baseUrl: fake.url, apiKey: key } });
  });

  test('receives text and pictures as a form and returns a GLB', async () => {
    const images = [
      { ...picture, view: 'front' },
      { ...picture, view: 'back' },
    ];
    const { id } = await started({ type: 'multi_image', images, seed: 9, pipeline_id: 'gpu' });
    const { request, end } = await job();
    expect(request).toMatchObject({ kind: 'mesh', model: shape });
    const form = await formOf(asked('POST')[0]!);
    expect([form.get('kind'), form.get('seed')]).toEqual(['images', '9']);
    expect(form.getAll('image').map((file) => (file as File).name)).toEqual(['front.png', 'back.png']);
    end({ kind: 'made', rig: rigOf(shape) });
    expect((await ended(id)).status).toBe('succeeded');
  });

  test('is retried with the same key when it may have received the job', async () => {
    fake?.upsets.push('hang-up');
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'gpu' });
    await job();
    expect(asked('POST').map(({ headers }) => headers['idempotency-key'])).toEqual([id, id]);
  });

  test('may return an error of any length', async () => {
    const failed = { state: 'failed', detail: 'The hands are missing. '.repeat(100) };
    fake?.twists.push(({ method }) => (method === 'GET' ? { status: 200, json: failed } : undefined));
    const { id } = await started({ type: 'text', prompt: 'a knight', pipeline_id: 'gpu' });
    expect((await ended(id)).error?.detail).toMatch(
      /^The model provider couldn't make this: The hands are missing\. .{1,200}…$/,
    );
    expect(asked('GET')).toHaveLength(1);
  });

  test('is given up after a long silence', async () => {
    await started({ type: 'text', prompt: 'a knight', pipeline_id: 'gpu' });
    await job();
    const { id } = await started({ type: 'text', prompt: 'a queen', pipeline_id: 'gpu' });
    await fake?.close();
    expect((await ended(id)).error?.detail).toMatch(/isn't available right now/);
  });
});
