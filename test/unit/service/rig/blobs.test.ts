import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAppError } from '../../../../src/base/errors.js';
import { type Blobs, createFileBlobs } from '../../../../src/service/rig/blobs.js';

let folder: string;
let blobs: Blobs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-blobs-'));
  blobs = createFileBlobs(join(folder, 'artifacts'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

test('bytes are read by the hash of their content, and stored once however often they are put', async () => {
  const bytes = Buffer.from('a rig');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const puts = await Promise.all([blobs.put(bytes), blobs.put(bytes), blobs.put(bytes)]);
  for (const put of puts) expect(put).toEqual({ sha256, bytes: 5 });
  expect(await blobs.read(sha256)).toEqual(bytes);
  expect(files().map(({ name }) => name)).toEqual([sha256]);
});

test('a file cut short by a full disk is written again', async () => {
  const { sha256 } = await blobs.put(Buffer.from('whole'));
  writeFileSync(join(folder, 'artifacts', sha256.slice(0, 2), sha256), 'wh');
  await blobs.put(Buffer.from('whole'));
  expect((await blobs.read(sha256)).toString()).toBe('whole');
});

test('a full disk gives an error and leaves no temporary file', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(createFileBlobs(join(folder, 'file')).put(Buffer.from('x'))).rejects.toThrow();
  expect(files().map(({ name }) => name)).toEqual(['file']);
});

test.each(['../../etc/passwd', '', 'a'.repeat(64), 'A'.repeat(64)])('%j is not found', async (name) => {
  const error = await blobs.read(name).catch((thrown: unknown) => thrown);
  expect(isAppError(error, 'not_found')).toBe(true);
});
