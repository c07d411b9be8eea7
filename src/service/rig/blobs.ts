import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../base/errors.js';
import { newId } from '../../base/ids.js';

export type Blob = { sha256: string; bytes: number };

/** Content-addressed files, named by SHA-256, so that storing the same bytes twice changes nothing. */
export type Blobs = {
  /** Resolves when the bytes would survive a power failure. */
  put(bytes: Uint8Array): Promise<Blob>;
  /** @throws AppError `not_found` when the file does not exist */
  read(sha256: string): Promise<Buffer>;
  /** Wraps work that stores blobs and then rows that name them; no blob is removed meanwhile. */
  naming<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Removes the blobs `unnamed` returns, once no `naming` work is running. Query and removal run without
   * interruption.
   */
  remove(unnamed: () => readonly string[]): Promise<void>;
};

/** Stores blobs under `folder`, in subfolders by their first two digits. */
export function createFileBlobs(folder: string): Blobs {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const underWay = new Set<Promise<unknown>>();
  let removed: Promise<unknown> = Promise.resolve();
  return {
    async naming(work) {
      await removed;
      const ended = work();
      underWay.add(ended);
      try {
        return await ended;
      } finally {
        underWay.delete(ended);
      }
    },
    remove(unnamed) {
      const removal = removed
        .then(() => Promise.allSettled(underWay))
        .then(() => {
          for (const sha256 of unnamed()) rmSync(pathOf(sha256), { force: true });
        });
      removed = removal.catch(() => undefined);
      return removal;
    },
    async put(bytes) {
      const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength };
      const path = pathOf(blob.sha256);
      if (!(await holds(path, blob.bytes))) await writeDurably(path, bytes);
      return blob;
    },
    async read(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('not_found');
      return readFile(pathOf(sha256)).catch((cause) => {
        throw new AppError('not_found', 'That file was deleted.', { cause });
      });
    },
  };
}

const holds = (path: string, bytes: number) =>
  stat(path).then(
    (found) => found.size === bytes,
    () => false,
  );

/** Writes a temporary file, syncs, renames, and syncs the folder: a reader sees the whole file or none. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${newId('upl')}`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw cause;
  }
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
}
