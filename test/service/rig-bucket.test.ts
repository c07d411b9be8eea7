import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import type { Generation } from '../../src/contract/rig.js';
import type { FileStore } from '../../src/service/storage/file-store.js';
import { createS3Store } from '../../src/service/storage/s3.js';
import { type S3Server, startS3 } from '../support/s3.js';
import {
  createWorkshop,
  newFolder,
  openRigWorld,
  type RigWorld,
  remove,
  rigOf,
  sees,
  type Workshop,
} from './rig-world.js';

/** A service whose files are in an S3 bucket. */

const glb = Buffer.from('glTF and some bytes');
const png = Buffer.from('\x89PNG\r\n\x1a\n and a picture', 'latin1').toString('base64');

let server: S3Server;
let folder: string;
let workshop: Workshop;
let world: RigWorld;
let bucket: FileStore;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = newFolder();
  workshop = createWorkshop();
  const place = await server.createBucket();
  bucket = createS3Store(place, { clock: systemClock });
  world = await openRigWorld(folder, { executor: workshop, config: { bucket: place } });
});
afterEach(async () => {
  await world.close();
  remove(folder);
});

const countFiles = async () => {
  let count = 0;
  for await (const _ of bucket.list()) count += 1;
  return count;
};
const download = ({ output }: Generation) =>
  fetch(new URL(new URL(output?.files[0]?.url ?? '').pathname, world.address));
const make = async () => {
  const picture = { content_type: 'image/png', data: png };
  const { upload_id } = (await world.alice.post('/api/uploads', picture)).json();
  const started = await world.alice.post('/api/rig/image-to-rig', { image: { upload_id } });
  const job = await workshop.taken(1);
  job.end({ kind: 'made', rig: rigOf(glb) });
  return { job, made: await sees(world.alice, started.json().id, 'succeeded') };
};

test('a rig is made from a picture in the bucket, and its link leads there', async () => {
  const { job, made } = await make();
  expect(job.request).toMatchObject({ kind: 'image', image: Buffer.from(png, 'base64') });
  const response = await download(made);
  expect(new URL(response.url).pathname).toContain('/rigsmith/files/');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.glb"$/);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(glb);
  expect(await countFiles()).toBe(4);
});

test('deleting a rig removes its files from the bucket and ends its links', async () => {
  const { made } = await make();
  expect((await world.alice.delete(`/api/rig/generations/${made.id}`)).statusCode).toBe(204);
  expect(await countFiles()).toBe(0);
  expect((await download(made)).status).toBe(404);
});
