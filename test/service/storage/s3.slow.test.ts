import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import type { FileStore } from '../../../src/service/storage/file-store.js';
import { createFolderStore } from '../../../src/service/storage/folder.js';
import type { S3Place } from '../../../src/service/storage/place.js';
import { createS3Store } from '../../../src/service/storage/s3.js';
import { command } from '../../support/command.js';
import { type S3Server, startS3 } from '../../support/s3.js';

/** A bucket as it behaves on a bad day, and as an operator meets it. */

const mebibyte = 1024 * 1024;
let server: S3Server;
let place: S3Place;
let store: FileStore;
let asked: string[];
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.stop());
beforeEach(async () => {
  place = await server.createBucket();
  store = createS3Store(place, { clock: { ...systemClock, sleep: async () => undefined } });
  asked = [];
});
afterEach(() => {
  server.fail(() => undefined);
  vi.restoreAllMocks();
});
const keysOf = async (files: FileStore) => {
  const keys: string[] = [];
  for await (const key of files.list()) keys.push(key);
  return keys.sort();
};
/** Answers the first requests of each kind with this status. */
const failFirst = (count: number, status: number, isMeant = (_: string) => true) =>
  server.fail(({ method, url }) => {
    const line = `${method} ${url}`;
    asked.push(line);
    if (!isMeant(line)) return undefined;
    const before = asked.filter((one) => one.split('?')[0] === line.split('?')[0] && isMeant(one)).length;
    return before <= count ? status : undefined;
  });

describe('a bucket', () => {
  it('is asked again when it is overloaded', async () => {
    failFirst(2, 503);
    await store.write('ab/abc', Buffer.from('a fox'));
    expect(await store.size('ab/abc')).toBe(5);
    expect((await store.read('ab/abc'))?.toString()).toBe('a fox');
    expect(await keysOf(store)).toEqual(['ab/abc']);
    await store.remove('ab/abc');
    server.fail(() => undefined);
    expect(await store.read('ab/abc')).toBeNull();
  });

  it('is asked four times at most, and once when it refuses', async () => {
    failFirst(100, 503);
    await expect(store.read('ab/abc')).rejects.toThrow();
    expect(asked).toHaveLength(4);
    asked = [];
    failFirst(100, 403);
    await expect(store.read('ab/abc')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('gets a large file in parts, and a lost part again', async () => {
    const bytes = randomBytes(17 * mebibyte);
    failFirst(1, 500, (line) => line.includes('partNumber=2'));
    await store.write('ab/large', bytes);
    expect(asked.filter((line) => /^PUT .*partNumber=/.test(line)).length).toBeGreaterThanOrEqual(4);
    expect((await store.read('ab/large'))?.equals(bytes)).toBe(true);
  });

  it('has no file when a part never arrives, and no upload that stays open', async () => {
    server.fail(({ method, url }) => {
      asked.push(`${method} ${url}`);
      return url.includes('partNumber=2') ? 500 : undefined;
    });
    await expect(store.write('ab/large', randomBytes(17 * mebibyte))).rejects.toThrow();
    const begun = asked.filter((line) => /^POST .*uploads/.test(line)).length;
    const ended = asked.filter((line) => /^DELETE .*uploadId=/.test(line)).length;
    expect([begun, ended]).toEqual([4, 4]);
    expect(await store.read('ab/large')).toBeNull();
  });

  it('without a prefix keeps the same keys', async () => {
    const whole = createS3Store({ ...place, prefix: '' }, { clock: systemClock });
    await whole.write('ab/abc', Buffer.from('a fox'));
    expect(await keysOf(whole)).toEqual(['ab/abc']);
    expect(await keysOf(store)).toEqual([]);
  });

  it('lists more files than fit on a page', { tags: 'slow' }, async () => {
    const keys = Array.from({ length: 1_050 }, (_, n) => `ab/${String(n).padStart(4, '0')}`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => store.write(key, Buffer.from(key))));
    expect(await keysOf(store)).toEqual(keys);
  });

  it('serves a link until its time is over', async () => {
    await store.write('ab/abc', Buffer.from('a fox'));
    const offer = { name: 'fox.glb', contentType: 'model/gltf-binary', disposition: 'attachment' } as const;
    const link = (await store.link('ab/abc', { ...offer, seconds: 300 })) as string;
    const statusAfter = async (seconds: number) => {
      const now = Date.now();
      const later = vi.spyOn(Date, 'now').mockImplementation(() => now + seconds * 1_000);
      return (await fetch(link)).status + (later.mockRestore() ?? 0);
    };
    expect([await statusAfter(290), await statusAfter(310)]).toEqual([200, 403]);
  });
});

describe('rigsmith move-files', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'files-'));
  const keysFor = ({ accessKeyId, secretAccessKey, endpoint }: S3Place) => ({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: endpoint,
  });
  const addressOf = ({ bucket, prefix }: S3Place) => `s3://${bucket}/${prefix}`;
  /** The files of a service in its data folder. */
  const withFiles = async () => {
    const data = folder();
    const files = createFolderStore(join(data, 'service', 'artifacts'));
    await files.write('ab/abc', Buffer.from('a fox'));
    await files.write('cd/large', randomBytes(9 * mebibyte));
    return { data, files };
  };

  it('copies to a bucket and from there to a folder, each file once', async () => {
    const { data, files } = await withFiles();
    const environment = { ...keysFor(place), DATA_DIR: data };
    const there = await command(['move-files', '--to', addressOf(place)], environment);
    expect([there.status, there.stderr]).toEqual([0, '']);
    expect(there.stdout).toMatch(/^2 files copied, 0 were there already\. Set ARTIFACTS to s3:/);
    await files.write('ef/late', Buffer.from('an owl'));
    const again = await command(['move-files', '--to', addressOf(place)], environment);
    expect(again.stdout).toMatch(/^1 file copied, 2 were there already/);

    const other = folder();
    const back = await command(['move-files', '--to', other], {
      ...environment,
      ARTIFACTS: addressOf(place),
    });
    expect(back.stdout).toMatch(/^3 files copied/);
    const copy = createFolderStore(other);
    expect(await keysOf(copy)).toEqual(['ab/abc', 'cd/large', 'ef/late']);
    expect((await copy.read('cd/large'))?.equals((await files.read('cd/large'))!)).toBe(true);
  });

  it('says so when the bucket it reads from does not exist', async () => {
    const environment = { ...keysFor(place), DATA_DIR: folder(), ARTIFACTS: 's3://missing/files' };
    const { status, stderr } = await command(['move-files', '--to', folder()], environment);
    expect([status, stderr]).toEqual([2, expect.stringContaining('There is no bucket missing at')]);
  });

  it('replaces a file that an interrupted copy left with another size', async () => {
    const { data } = await withFiles();
    await store.write('ab/abc', Buffer.from('a f'));
    const environment = { ...keysFor(place), DATA_DIR: data };
    expect((await command(['move-files', '--to', addressOf(place)], environment)).status).toBe(0);
    expect((await store.read('ab/abc'))?.toString()).toBe('a fox');
  });

  it.each([
    [
      'a wrong key',
      { AWS_SECRET_ACCESS_KEY: 'wrong' },
      's3://bucket-1/files',
      /bucket bucket-1 at 127\.0\.0\.1:\d+ answered 403/,
    ],
    ['no key', { AWS_SECRET_ACCESS_KEY: '' }, 's3://bucket-1/files', /AWS_SECRET_ACCESS_KEY/],
    [
      'a bucket that does not exist',
      {},
      's3://missing/files',
      /bucket missing at 127\.0\.0\.1:\d+ answered 404/,
    ],
    [
      'no server',
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:2' },
      's3://bucket-1/files',
      /at 127\.0\.0\.1:2 gave no answer: .+/,
    ],
    ['no place', {}, 'ftp://bucket-1/files', /s3:\/\/bucket\/prefix/],
  ])('explains %s in one sentence', async (_, wrong, to, sentence) => {
    const { data } = await withFiles();
    const environment = { ...keysFor(place), DATA_DIR: data, ...wrong };
    const { status, stdout, stderr } = await command(['move-files', '--to', to], environment);
    expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
