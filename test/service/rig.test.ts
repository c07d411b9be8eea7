import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Generation, generation as generationSchema } from '../../src/contract/rig.js';
import { stages } from '../../src/engine/index.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { grantCredits } from './http-world.js';
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

const fox = { prompt: 'a red fox with a blue scarf', seed: 42 };
const png = (size = 100) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size)]);
const dataUri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const started = async (body: object = fox, path = 'text-to-rig', headers = {}): Promise<Generation> => {
  const reply = await world.alice.post(`/api/rig/${path}`, body, headers);
  expect(reply.statusCode, reply.body).toBe(202);
  return generationSchema.parse(reply.json());
};
/** The same service, that many hours later. */
const later = async (hours: number) => {
  const clock = manualClock(world.clock.now() + hours * 3_600_000);
  await world.close();
  world = await openRigWorld(folder, { executor: workshop, clock });
};
const glb = Buffer.from('glTF and some bytes');
const made = { kind: 'made', rig: rigOf(glb) } as const;

describe('a rig from a sentence', () => {
  test('is queued with its credits held, made, settled and delivered', async () => {
    const { id, ...queued } = await started();
    expect(queued).toMatchObject({
      type: 'text',
      pipeline_id: 'clay',
      output: null,
      error: null,
      credits: { held: 10, consumed: 0, refunded: 0 },
    });
    const job = await workshop.taken(1);
    expect(job.request).toMatchObject({ kind: 'text', prompt: fox.prompt, seed: 42, parameters: {} });
    expect(await credits(world.alice)).toEqual({ available: 90, held: 10 });

    job.end(made);
    const done = await sees(world.alice, id, 'succeeded');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
    expect(done).toMatchObject({
      progress: 100,
      eta_seconds: null,
      credits: { held: 0, consumed: 10, refunded: 0 },
      output: {
        rig: { skeleton: 'biped', joints: 18 },
        animations: ['idle', 'walk'],
        unknown_words: ['zorgly'],
      },
    });
    const file = done.output?.files[0];
    const fetched = await world.person('nobody').get(file?.url ?? '');
    expect(createHash('sha256').update(fetched.rawPayload).digest('hex')).toBe(file?.sha256);
    expect(fetched.rawPayload).toEqual(glb);
    expect(fetched.headers['content-type']).toBe('model/gltf-binary');
    expect(fetched.headers['content-disposition']).toBe(
      'attachment; filename="a-red-fox-with-a-blue-scarf.glb"',
    );
    const preview = await world.person('nobody').get(done.output?.preview_url ?? '');
    expect(preview.headers['content-type']).toBe('image/png');
    const film = await world.person('nobody').get(done.output?.turntable_url ?? '');
    expect(film.headers['content-type']).toBe('image/webp');
  });

  test('shows every stage on the socket, in order and never backwards', async () => {
    const cookie = Object.entries(world.alice.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const socket = new WebSocket(`${world.address.replace('http', 'ws')}/api/ws`, { headers: { cookie } });
    const frames: { type: string; generation: Generation }[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
    await once(socket, 'open');
    await started();
    const { hooks, end } = await workshop.taken(1);
    for (const stage of stages) for (const fraction of [0, 1]) hooks.onStage(stage, fraction);
    end(made);
    await eventually(() => expect(frames.at(-1)?.generation.status).toBe('succeeded'));
    socket.close();
    expect(frames.every(({ type }) => type === 'generation_progress')).toBe(true);
    expect([...new Set(frames.map((frame) => frame.generation.stage))]).toEqual([null, ...stages]);
    const shown = frames.map((frame) => frame.generation.progress);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.at(-1)).toBe(100);
  });

  test('shows the current stage, not the previous one', async () => {
    const { id } = await started();
    const { hooks, end } = await workshop.taken(1);
    for (const stage of stages) {
      hooks.onStage(stage, 0);
      await eventually(async () => expect((await read(world.alice, id)).stage).toBe(stage));
      hooks.onStage(stage, 1);
    }
    end(made);
    await sees(world.alice, id, 'succeeded');
  });

  test('started twice with one key is one rig, paid once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = await Promise.all([
      started(fox, 'text-to-rig', headers),
      started(fox, 'text-to-rig', headers),
    ]);
    expect(again.id).toBe(first.id);
    expect(await credits(world.alice)).toEqual({ available: 90, held: 10 });
    const other = await world.alice.post('/api/rig/text-to-rig', { prompt: 'a bear' }, headers);
    expect(other.json()).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });

  test('without enough credits leaves nothing behind', async () => {
    const bob = await world.member('bob', 9);
    const headers = { 'idempotency-key': 'try' };
    const reply = await bob.post('/api/rig/text-to-rig', fox, headers);
    expect(reply.json()).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
      needed: 10,
      available: 9,
      detail: 'This needs 10 credits and you have 9. Use /buy to get more.',
    });
    expect((await bob.get('/api/rig/generations')).json().data).toEqual([]);
    expect(await credits(bob)).toEqual({ available: 9, held: 0 });
    const userId = await world.userId(bob);
    await grantCredits(world.context, { userId, credits: 1, subject: 'one more' });
    expect((await bob.post('/api/rig/text-to-rig', fox, headers)).statusCode).toBe(202);
  });

  test.each([
    ['an empty prompt', { prompt: '  ' }, 'prompt'],
    ['an endless prompt', { prompt: 'x'.repeat(2001) }, 'prompt'],
    ['an unknown style', { ...fox, parameters: { style: 'baroque' } }, 'parameters.style'],
    ['an unknown parameter', { ...fox, parameters: { colour: 'red' } }, 'parameters.colour'],
    ['a number for a word', { ...fox, parameters: { detail: 3 } }, 'parameters.detail'],
    ['a pipeline for pictures', { ...fox, pipeline_id: 'silhouette' }, 'pipeline_id'],
    ['a negative seed', { ...fox, seed: -1 }, 'seed'],
  ])('refuses %s and names the field', async (_, body, path) => {
    const reply = await world.alice.post('/api/rig/text-to-rig', body);
    expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path }] });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('an unknown pipeline is not found', async () => {
    const reply = await world.alice.post('/api/rig/text-to-rig', { ...fox, pipeline_id: 'gold' });
    expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('the queue', () => {
  test('shows each member their place and time, oldest first', async () => {
    await started();
    await workshop.taken(1);
    const second = await started();
    const third = await started({ type: 'text', prompt: 'a bear' }, 'generate');
    expect(second).toMatchObject({ status: 'queued', queue_position: 1, eta_seconds: 8 });
    expect(third).toMatchObject({ queue_position: 2, eta_seconds: 12 });
    workshop.jobs[0]?.end(made);
    await workshop.taken(2);
    expect(await read(world.alice, third.id)).toMatchObject({ queue_position: 1 });
    const page = (await world.alice.get('/api/rig/generations?limit=2')).json();
    expect(page.data.map(({ id }: Generation) => id)).toEqual([third.id, second.id]);
    const rest = (await world.alice.get(`/api/rig/generations?limit=2&cursor=${page.next_cursor}`)).json();
    expect(rest).toMatchObject({ has_more: false, data: [{ status: 'succeeded' }] });
    const waiting = (await world.alice.get('/api/rig/generations?status=queued')).json();
    expect(waiting.data).toHaveLength(1);
  });

  test('accepts twenty of one person and refuses the next with nothing held', async () => {
    const rich = await world.member('rich', 1000);
    for (let count = 0; count < 20; count += 1)
      expect((await rich.post('/api/rig/text-to-rig', fox)).statusCode).toBe(202);
    const refused = await rich.post('/api/rig/text-to-rig', fox);
    expect(refused.json()).toMatchObject({ status: 403, code: 'quota_exceeded' });
    expect(await credits(rich)).toEqual({ available: 800, held: 200 });
    expect((await world.alice.post('/api/rig/text-to-rig', fox)).statusCode).toBe(202);
  });
});

describe('a failure', () => {
  test('of the engine fails the rig with its reason and returns the credits', async () => {
    const { id } = await started();
    (await workshop.taken(1)).end({ kind: 'refused', code: 'unriggable', detail: 'No figure was found.' });
    const failed = await sees(world.alice, id, 'failed');
    expect(failed).toMatchObject({
      error: { code: 'unriggable', detail: 'No figure was found.' },
      credits: { held: 0, consumed: 0, refunded: 10 },
    });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('of a worker process is retried once, then returns the credits; the next job is not affected', async () => {
    const { id } = await started();
    const next = await started();
    (await workshop.taken(1)).end({ kind: 'crashed', cause: 'boom' });
    (await workshop.taken(2)).end({ kind: 'crashed', cause: 'boom' });
    const failed = await sees(world.alice, id, 'failed');
    expect(failed.error?.code).toBe('internal');
    expect(failed.error?.detail).not.toContain('boom');
    (await workshop.taken(3)).end(made);
    await sees(world.alice, next.id, 'succeeded');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
  });

  test('of a job to finish in time stops it', async () => {
    const { id } = await started();
    const job = await workshop.taken(1);
    await world.clock.advance(119_000);
    expect(job.hooks.signal.aborted).toBe(false);
    await world.clock.advance(2_000);
    expect(job.hooks.signal.aborted).toBe(true);
    const failed = await sees(world.alice, id, 'failed');
    expect(failed.error).toMatchObject({ code: 'provider_error' });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });
});

describe('cancelling', () => {
  const cancel = (id: string) => world.alice.post(`/api/rig/generations/${id}/cancel`);

  test('a queued generation never starts it', async () => {
    await started();
    await workshop.taken(1);
    const { id } = await started();
    expect((await cancel(id)).json()).toMatchObject({ status: 'canceled', credits: { refunded: 10 } });
    workshop.jobs[0]?.end(made);
    await eventually(async () => expect(await credits(world.alice)).toEqual({ available: 90, held: 0 }));
    expect(workshop.jobs).toHaveLength(1);
  });

  test('a running generation stops its worker; a result that still arrives changes nothing', async () => {
    const { id } = await started();
    const job = await workshop.taken(1);
    expect((await cancel(id)).json().status).toBe('canceled');
    expect(job.hooks.signal.aborted).toBe(true);
    job.end(made);
    await started();
    await workshop.taken(2);
    expect(await read(world.alice, id)).toMatchObject({ status: 'canceled', output: null });
    expect(await credits(world.alice)).toEqual({ available: 90, held: 10 });
  });

  test('repeatedly gives the same answer, and a finished generation stays finished', async () => {
    const { id } = await started();
    (await workshop.taken(1)).end(made);
    await sees(world.alice, id, 'succeeded');
    for (const _ of [1, 2]) expect((await cancel(id)).json().status).toBe('succeeded');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
  });

  test('is only for the owner', async () => {
    const { id } = await started();
    const bob = await world.member('bob', 0);
    expect((await bob.post(`/api/rig/generations/${id}/cancel`)).statusCode).toBe(404);
    expect((await bob.get(`/api/rig/generations/${id}`)).statusCode).toBe(404);
    expect((await bob.get('/api/rig/generations')).json().data).toEqual([]);
  });
});

describe('restarts', () => {
  test('an orderly stop requeues the job, and the next process makes it', async () => {
    const { id } = await started();
    await workshop.taken(1);
    await world.close();
    workshop = createWorkshop();
    world = await openRigWorld(folder, { executor: workshop });
    (await workshop.taken(1)).end(made);
    await sees(world.alice, id, 'succeeded');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
  });

  test('a killed process loses its job to the next one, and its late result is ignored', async () => {
    const { id } = await started();
    const stale = await workshop.taken(1);
    const after = createWorkshop();
    const clock = manualClock(world.clock.now() + 60_000);
    const successor = await openRigWorld(folder, { executor: after, clock });
    const fresh = await after.taken(1);
    stale.hooks.onStage('rig', 1);
    stale.end({ kind: 'refused', code: 'unriggable', detail: 'from the dead' });
    await sees(successor.alice, id, 'running');
    fresh.end(made);
    await sees(successor.alice, id, 'succeeded');
    expect(await credits(successor.alice)).toEqual({ available: 90, held: 0 });
    await successor.close();
  });

  test('a job that crashes its process repeatedly is given up', async () => {
    const { id } = await started();
    await workshop.taken(1);
    const dead: RigWorld[] = [];
    let now = world.clock.now();
    for (let death = 0; death < 5; death += 1) {
      now += 60_000;
      dead.push(await openRigWorld(folder, { executor: createWorkshop(), clock: manualClock(now) }));
    }
    const last = dead.at(-1) as RigWorld;
    const failed = await sees(last.alice, id, 'failed');
    expect(failed.error?.code).toBe('internal');
    expect(await credits(last.alice)).toEqual({ available: 100, held: 0 });
    for (const one of dead) await one.close();
  });
});

describe('pictures', () => {
  test('are made with their description and the name of their file, also when they are repeated', async () => {
    const image = { data_uri: dataUri(png()) };
    const about = { description: ' make this dog ', file_name: 'IMG_1.png' };
    const { id } = await started({ image, ...about }, 'image-to-rig');
    const said = { kind: 'image', words: 'make this dog', fileName: 'IMG_1.png' };
    const first = await workshop.taken(1);
    expect(first.request).toMatchObject(said);
    first.end(made);
    await sees(world.alice, id, 'succeeded');
    await world.alice.post(`/api/rig/generations/${id}/repeat`, {});
    expect((await workshop.taken(2)).request).toMatchObject(said);
  });

  test('of several sides are made with their description and the name of the front one', async () => {
    const images = ['front', 'back'].map((view) => ({ data_uri: dataUri(png()), view }));
    const about = { description: 'my dog', file_name: 'rex.png' };
    const { id } = await started({ images, ...about }, 'multi-image-to-rig');
    const said = { kind: 'images', words: 'my dog', fileName: 'rex.png' };
    const first = await workshop.taken(1);
    expect(first.request).toMatchObject(said);
    first.end(made);
    await sees(world.alice, id, 'succeeded');
    await world.alice.post(`/api/rig/generations/${id}/repeat`, {});
    expect((await workshop.taken(2)).request).toMatchObject(said);
  });

  test('with words for refused content are not made', async () => {
    const image = { data_uri: dataUri(png()) };
    const reply = await world.alice.post('/api/rig/image-to-rig', { image, description: 'a naked woman' });
    expect(reply.json()).toMatchObject({ code: 'content_rejected' });
    const images = [image, image];
    const several = await world.alice.post('/api/rig/multi-image-to-rig', {
      images,
      description: 'a naked woman',
    });
    expect(several.json()).toMatchObject({ code: 'content_rejected' });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('are accepted as data, as an upload, or several with their views', async () => {
    const [front, back] = [png(), png()];
    const upload = await world.alice.post('/api/uploads', {
      content_type: 'image/png',
      data: back.toString('base64'),
    });
    expect(upload.statusCode).toBe(201);
    await started({ image: { data_uri: dataUri(front) } }, 'image-to-rig');
    const one = await workshop.taken(1);
    expect(one.request).toMatchObject({ kind: 'image', image: front, parameters: {} });
    one.end(made);
    const images = [{ data_uri: dataUri(front), view: 'front' }, { upload_id: upload.json().upload_id }];
    const { type, credits: cost, input } = await started({ images }, 'multi-image-to-rig');
    expect({ type, held: cost.held, images: input.images }).toEqual({
      type: 'multi_image',
      held: 15,
      images: 2,
    });
    expect((await workshop.taken(2)).request).toMatchObject({
      kind: 'images',
      images: [
        { bytes: front, view: 'front' },
        { bytes: back, view: null },
      ],
    });
  });

  test('of 10 MB are accepted, one byte more is not', { tags: 'slow' }, async () => {
    const fits = png(10 * 1024 * 1024 - 8);
    await started({ image: { data_uri: dataUri(fits) } }, 'image-to-rig');
    const large = dataUri(Buffer.concat([fits, Buffer.of(0)]));
    const reply = await world.alice.post('/api/rig/image-to-rig', { image: { data_uri: large } });
    expect(reply.json()).toMatchObject({ status: 413, code: 'too_large' });
  });

  test('uploaded by another member, or more than a day ago, are refused', async () => {
    const data = png().toString('base64');
    const { upload_id } = (
      await world.alice.post('/api/uploads', { content_type: 'image/png', data })
    ).json();
    const bob = await world.member('bob', 50);
    const stolen = await bob.post('/api/rig/image-to-rig', { image: { upload_id } });
    expect(stolen.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect(await credits(bob)).toEqual({ available: 50, held: 0 });
    await later(25);
    const late = await world.alice.post('/api/rig/image-to-rig', { image: { upload_id } });
    expect(late.json().code).toBe('not_found');
  });

  test.each([
    ['text that says it is a PNG', Buffer.from('<svg onload=alert(1)>')],
    ['an empty file', Buffer.alloc(0)],
    ['a RIFF file that is not WebP', Buffer.from('RIFF0000WAVEfmt ')],
  ])('%s is refused before credits are held', async (_, bytes) => {
    const reply = await world.alice.post('/api/rig/image-to-rig', { image: { data_uri: dataUri(bytes) } });
    expect(reply.json()).toMatchObject({ status: 415, code: 'unsupported_media' });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  describe('a picture link', () => {
    let host: Server;
    let address: string;
    const picture = png();
    beforeEach(async () => {
      host = createServer((request, response) => {
        if (request.url === '/moved') return response.writeHead(302, { location: '/ok.png' }).end();
        if (request.url === '/endless') {
          const part = Buffer.alloc(1024 * 1024);
          const pour = () => {
            while (!response.destroyed && response.write(part));
          };
          response.on('drain', pour);
          return pour();
        }
        response.end(picture);
      }).listen(0, '127.0.0.1');
      await once(host, 'listening');
      address = `127.0.0.1:${(host.address() as AddressInfo).port}`;
      await world.close();
      workshop = createWorkshop();
      world = await openRigWorld(folder, {
        executor: workshop,
        imageHosts: [address, 'cdn.example'],
        config: { dbPath: ':memory:' },
      });
    });
    afterEach(() => {
      host.closeAllConnections();
      host.close();
    });
    const from = (url: string) => world.alice.post('/api/rig/image-to-rig', { image: { url } });

    test('is fetched from an allowed host', async () => {
      expect((await from(`http://${address}/ok.png`)).statusCode).toBe(202);
      expect((await workshop.taken(1)).request).toMatchObject({ image: picture });
    });

    test('is not followed through a redirect, and an endless file is cut off', async () => {
      expect((await from(`http://${address}/moved`)).json().code).toBe('provider_error');
      expect((await from(`http://${address}/endless`)).json().code).toBe('too_large');
      expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
    });

    test.each([
      'http://169.254.169.254/latest/meta-data',
      'http://cdn.example/a.png',
      'https://cdn.example.evil.test/a.png',
      'https://cdn.example@evil.test/a.png',
      'https://user:pass@cdn.example/a.png',
      'https://cdn.example:8443/a.png',
      'file:///etc/passwd',
      'http://localhost/a.png',
    ])('%s is not fetched', async (url) => {
      expect((await from(url)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
    });
  });
});

describe('result links', () => {
  const linkOf = async () => {
    const { id } = await started();
    (await workshop.taken(1)).end(made);
    return (await sees(world.alice, id, 'succeeded')).output?.files[0]?.url ?? '';
  };

  test('are valid for one file and name, for about a day', async () => {
    const url = await linkOf();
    const stranger = world.person('stranger');
    const renamed = url.replace(/[^/]+$/, 'page.html');
    const forged = url.replace(/\.\d{6}\./, (hour) => `.${Number(hour.slice(1, -1)) + 1}.`);
    for (const bad of [
      renamed,
      forged,
      url.replace(/files\/./, (start) => start.replace(/.$/, start.endsWith('A') ? 'B' : 'A')),
      `${url}x`,
    ])
      expect((await stranger.get(bad)).statusCode, bad).toBe(404);
    await later(24);
    expect((await world.person('stranger').get(url)).statusCode).toBe(200);
    await later(2);
    expect((await world.person('stranger').get(url)).json()).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('pipelines', () => {
  test('are listed publicly, with each parameter', async () => {
    const list = (await world.person('nobody').get('/api/rig/pipelines')).json();
    expect(
      list.data.map(({ id, credit_cost }: { id: string; credit_cost: number }) => [id, credit_cost]),
    ).toEqual([
      ['clay', 10],
      ['silhouette', 15],
      ['armature', 12],
    ]);
    expect(list.data[0]).not.toHaveProperty('parameters');
    const one = (await world.person('nobody').get('/api/rig/pipelines/clay')).json();
    expect(one.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'style',
      'proportions',
      'detail',
      'skeleton',
    ]);
    expect((await world.person('nobody').get('/api/rig/pipelines/gold')).statusCode).toBe(404);
  });
});
