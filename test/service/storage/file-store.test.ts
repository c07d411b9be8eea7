import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import type { FileStore } from '../../../src/service/storage/file-store.js';
import { createFolderStore } from '../../../src/service/storage/folder.js';
import { readS3Place } from '../../../src/service/storage/place.js';
import { createS3Store } from '../../../src/service/storage/s3.js';
import { leadNamesHere, type S3Server, startS3 } from '../../support/s3.js';

let s3: S3Server;
let leadAway: () => void;
beforeAll(async () => {
  s3 = await startS3();
  leadAway = leadNamesHere();
});
afterAll(async () => {
  leadAway();
  await s3.stop();
});

const newFolder = () => mkdtempSync(join(tmpdir(), 'files-'));
const inBucket = async () => createS3Store(await s3.createBucket(), { clock: systemClock });
const inNamedBucket = async () => createS3Store(s3.named(await s3.createBucket()), { clock: systemClock });
const offer = {
  name: 'fox.glb',
  contentType: 'model/gltf-binary',
  disposition: 'attachment',
  seconds: 60,
} as const;
const listed = async (store: FileStore) => {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.sort();
};

for (const [name, make] of [
  ['a folder', async () => createFolderStore(newFolder())],
  ['a bucket', inBucket],
] as const)
  describe(`files in ${name}`, () => {
    let store: FileStore;
    beforeAll(async () => {
      store = await make();
    });

    it('are read as they were written', async () => {
      await store.write('ab/abc', Buffer.from('a fox'));
      expect((await store.read('ab/abc'))?.toString()).toBe('a fox');
      expect(await store.size('ab/abc')).toBe(5);
    });

    it('that do not exist are null', async () => {
      expect([await store.read('ff/none'), await store.size('ff/none')]).toEqual([null, null]);
    });

    it('are replaced when written again, and gone when removed, also twice', async () => {
      await store.write('cd/cde', Buffer.from('old'));
      await store.write('cd/cde', Buffer.from('newer'));
      expect((await store.read('cd/cde'))?.toString()).toBe('newer');
      await store.remove('cd/cde');
      await store.remove('cd/cde');
      expect(await store.read('cd/cde')).toBeNull();
    });

    it('of 20 MB arrive whole', async () => {
      const bytes = randomBytes(20 * 1024 * 1024);
      await store.write('ee/large', bytes);
      expect(await store.size('ee/large')).toBe(bytes.length);
      expect((await store.read('ee/large'))?.equals(bytes)).toBe(true);
    });

    it('are listed', async () => {
      await store.write('12/123', Buffer.from('x'));
      expect(await listed(store)).toEqual(['12/123', 'ab/abc', 'ee/large']);
    });
  });

it('a bucket is named by the host or by the path, in every request', async () => {
  const place = await s3.createBucket();
  const asked = new Set<string>();
  s3.fail(({ host, url }) => void asked.add(`${host.split(':')[0]}${/^\/[^/?]*/.exec(url)?.[0]}`));
  const use = async (store: FileStore) => {
    asked.clear();
    await store.write('ab/abc', Buffer.from('a fox'));
    await store.write('ab/parts', Buffer.alloc(9 * 1024 * 1024));
    expect(await store.size('ab/abc')).toBe(5);
    expect((await store.read('ab/abc'))?.toString()).toBe('a fox');
    expect(await listed(store)).toEqual(['ab/abc', 'ab/parts']);
    const link = (await store.link('ab/abc', offer)) as string;
    expect(await (await fetch(link)).text()).toBe('a fox');
    await store.remove('ab/abc');
    return [...asked].sort();
  };
  expect(await use(createS3Store(place, { clock: systemClock }))).toEqual([`127.0.0.1/${place.bucket}`]);
  const named = createS3Store(s3.named(place), { clock: systemClock });
  const host = `${place.bucket}.s3.test.amazonaws.com`;
  expect(await use(named)).toEqual([`${host}/`, `${host}/rigsmith`]);
  s3.fail(() => undefined);
});

describe('a link', () => {
  it.each([
    ['path', inBucket],
    ['host', inNamedBucket],
  ])('to a file in a bucket of the %s serves it to anyone, with its name and type', async (_, make) => {
    const store = await make();
    await store.write('ab/abc', Buffer.from('a fox'));
    const response = await fetch((await store.link('ab/abc', offer)) as string);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('model/gltf-binary');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="fox.glb"');
    expect(await response.text()).toBe('a fox');
  });

  it('serves nothing when it was changed', async () => {
    const store = await inBucket();
    await store.write('ab/abc', Buffer.from('a fox'));
    await store.write('ab/abd', Buffer.from('an owl'));
    const link = (await store.link('ab/abc', offer)) as string;
    expect((await fetch(link.replace('abc', 'abd'))).status).toBe(403);
  });

  it('to a file in a folder is left to the service', async () => {
    expect(await createFolderStore(newFolder()).link('ab/abc', offer)).toBeNull();
  });
});

it('a folder leaves out what a crash left half written', async () => {
  const folder = newFolder();
  const store = createFolderStore(folder);
  await store.write('ab/abc', Buffer.from('a fox'));
  writeFileSync(join(folder, 'ab', 'abc.upl_1'), 'a f');
  expect(readdirSync(join(folder, 'ab'))).toHaveLength(2);
  expect(await listed(store)).toEqual(['ab/abc']);
});

it('a bucket with a wrong key refuses at once', async () => {
  const place = { ...(await s3.createBucket()), secretAccessKey: 'wrong' };
  const store = createS3Store(place, { clock: systemClock });
  await expect(store.write('ab/abc', Buffer.from('a fox'))).rejects.toThrow();
});

describe('an address', () => {
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  it('names bucket and prefix, at Amazon unless told otherwise', () => {
    expect(readS3Place('s3://shop/a/b/', keys)).toMatchObject({
      bucket: 'shop',
      prefix: 'a/b',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      pathStyle: false,
    });
    expect(readS3Place('s3://shop', { ...keys, endpoint: 'http://minio:9000' })).toMatchObject({
      prefix: '',
      pathStyle: true,
    });
  });

  it('that is none, or lacks a key, is refused with a sentence', () => {
    expect(() => readS3Place('ftp://shop', keys)).toThrow('s3://bucket/prefix');
    expect(() => readS3Place('s3://shop', {})).toThrow('AWS_ACCESS_KEY_ID');
  });
});
