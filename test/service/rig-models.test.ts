import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
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

const glb = (size = 100) => Buffer.concat([Buffer.from('glTF'), randomBytes(size)]);
const obj = Buffer.from('# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const dataUri = (bytes: Buffer) => `data:application/octet-stream;base64,${bytes.toString('base64')}`;
const generate = (mesh: object, more = {}) =>
  world.alice.post('/api/rig/generate', { type: 'mesh', mesh, ...more });
const uploaded = async (bytes: Buffer, content_type = 'model/gltf-binary') => {
  const reply = await world.alice.post('/api/uploads', { content_type, data: bytes.toString('base64') });
  expect(reply.statusCode, reply.body).toBe(201);
  return { upload_id: reply.json().upload_id as string };
};
const nothingHeld = { available: 100, held: 0 };

describe('an own model', () => {
  test('gets a rig, sent as data or as an upload, paid once, with a list of changes', async () => {
    const model = glb();
    const first = (await generate({ data_uri: dataUri(model) }, { seed: 3 })).json();
    expect(first).toMatchObject({ type: 'mesh', pipeline_id: 'armature', credits: { held: 12 } });
    const job = await workshop.taken(1);
    expect(job.request).toMatchObject({ kind: 'mesh', model, seed: 3, parameters: {} });
    const rig = rigOf(glb(), job.request);
    job.end({
      kind: 'made',
      rig: { ...rig, report: { ...rig.report, notes: ['Its old skin was left out.'] } },
    });
    const done = await sees(world.alice, first.id, 'succeeded');
    expect(done.output?.notes).toEqual(['Its old skin was left out.']);
    expect(await credits(world.alice)).toEqual({ available: 88, held: 0 });

    expect((await generate(await uploaded(obj))).statusCode).toBe(202);
    expect((await workshop.taken(2)).request).toMatchObject({ kind: 'mesh', model: obj });
  });

  test('survives a restart of the service', async () => {
    const model = glb();
    const { id } = (await generate({ data_uri: dataUri(model) })).json();
    await workshop.taken(1);
    await world.close();
    workshop = createWorkshop();
    world = await openRigWorld(folder, { executor: workshop });
    const job = await workshop.taken(1);
    expect(job.request).toMatchObject({ kind: 'mesh', model });
    job.end({ kind: 'made', rig: rigOf(glb()) });
    await sees(world.alice, id, 'succeeded');
    expect(await credits(world.alice)).toEqual({ available: 88, held: 0 });
  });

  test('may have 25 MB, and not a byte more', { tags: 'slow' }, async () => {
    const fits = glb(25 * 1024 * 1024 - 4);
    expect((await generate(await uploaded(fits))).statusCode).toBe(202);
    const data = Buffer.concat([fits, Buffer.of(0)]).toString('base64');
    const reply = await world.alice.post('/api/uploads', { content_type: 'model/gltf-binary', data });
    expect(reply.json()).toMatchObject({
      status: 413,
      detail: 'That model is too large. Send one under 25 MB.',
    });
  });

  test.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')],
    ['a zip', Buffer.from('PK\x03\x04 v 1 2 3')],
    ['a sentence', Buffer.from('please rig this')],
    ['nothing', Buffer.alloc(0)],
    ['an OBJ with a hole of zeros', Buffer.from('v 1 2 3\n\0\0\0')],
  ])('is not %s', async (_, bytes) => {
    const reply = await generate({ data_uri: dataUri(bytes) });
    expect(reply.json()).toMatchObject({
      status: 415,
      code: 'unsupported_media',
      detail: "That isn't a 3D model we can read. Send a GLB, OBJ, STL or PLY file.",
    });
    expect(await credits(world.alice)).toEqual(nothingHeld);
  });

  test('uploaded as a model cannot be used as a picture, and the reverse', async () => {
    const model = await uploaded(glb());
    const picture = await uploaded(Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'), 'image/png');
    const asPicture = await world.alice.post('/api/rig/image-to-rig', { image: model });
    expect(asPicture.json()).toMatchObject({ status: 415, code: 'unsupported_media' });
    expect((await generate(picture)).json()).toMatchObject({ status: 415, code: 'unsupported_media' });
    expect(await credits(world.alice)).toEqual(nothingHeld);
  });

  test.each([
    ['model/obj', 'Send a GLB, OBJ, STL or PLY file.'],
    ['image/png', 'Send a PNG, JPEG or WebP picture.'],
    ['application/octet-stream', 'Send a PNG, JPEG or WebP picture, or a GLB, OBJ, STL or PLY model.'],
  ])('sent as %s but invalid is refused with a message about models', async (content_type, said) => {
    const data = Buffer.from('please rig this').toString('base64');
    const reply = await world.alice.post('/api/uploads', { content_type, data });
    expect(reply.json()).toMatchObject({ status: 415, detail: expect.stringContaining(said) });
  });

  test('is accepted only by the pipeline for models', async () => {
    const reply = await generate({ data_uri: dataUri(glb()) }, { pipeline_id: 'clay' });
    expect(reply.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'pipeline_id', message: 'does not take mesh input' }],
    });
  });
});
