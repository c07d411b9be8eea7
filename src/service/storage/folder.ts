import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../../base/ids.js';
import type { FileStore } from './file-store.js';

/** Suffix of a file that is being written, so that one left by a crash is never read. */
const draftMark = /\.upl_\w+$/;

/** Files in a local folder. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, ...key.split('/'));
  return {
    write: (key, bytes) => writeDurably(pathOf(key), bytes),
    size: (key) => ifThere(stat(pathOf(key)).then(({ size }) => size)),
    read: (key) => ifThere(readFile(pathOf(key))),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      const found = await ifThere(readdir(folder, { recursive: true, withFileTypes: true }));
      for (const entry of found ?? []) {
        const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
        if (entry.isFile() && !draftMark.test(entry.name)) yield path.replaceAll('\\', '/');
      }
    },
    link: async () => null,
  };
}

const ifThere = <T>(looking: Promise<T>): Promise<T | null> =>
  looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

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
