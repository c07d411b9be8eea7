import { hash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeState, encodeState } from './text.js';

/** A snapshot cannot be used; `message` is one sentence for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** The saved data: the state, the last id that was created, and attachment contents by id. */
export type Snapshot = { lastId: string; known: Record<string, unknown>; files: Map<string, Uint8Array> };

const FORMAT = 'local-discord';
const VERSION = 2;

/**
 * One file with two lines, a header and the state, and next to it a folder `<file>.files` with one file per
 * attachment. Attachments never change, so each is written once.
 */
export type SnapshotFile = {
  /**
   * Null when the file does not exist.
   * @throws SnapshotError for a file of another format or version, or a damaged one
   */
  read(): Promise<Snapshot | null>;
  /** Replaces the snapshot atomically. */
  write(snapshot: Snapshot): Promise<void>;
};

export function createSnapshotFile(path: string): SnapshotFile {
  const folder = `${path}.files`;
  const written = new Set<string>();

  const readAttachment = async (id: string, size: number): Promise<Uint8Array> => {
    const bytes = /^\d+$/.test(id) ? await readFile(join(folder, id)).catch(() => null) : null;
    if (bytes?.byteLength === size) return bytes;
    throw new SnapshotError(`The attachment ${id} of ${path} is missing or damaged in ${folder}.`);
  };

  return {
    async read() {
      const text = await readText(path);
      if (text === null) return null;
      const { lastId, known } = parse(path, text);
      for (const name of await readdir(folder).catch(() => [])) if (/^\d+$/.test(name)) written.add(name);
      const files = new Map<string, Uint8Array>();
      for (const [id, { size }] of known.attachments as Map<string, { size: number }>)
        files.set(id, await readAttachment(id, size));
      return { lastId, known, files };
    },
    async write({ lastId, known, files }) {
      const body = encodeState({ lastId, known });
      const header = JSON.stringify({ format: FORMAT, version: VERSION, sha256: hash('sha256', body) });
      await mkdir(files.size > 0 ? folder : dirname(path), { recursive: true });
      for (const [id, bytes] of files) {
        if (written.has(id)) continue;
        await writeFile(join(folder, id), bytes);
        written.add(id);
      }
      await replaceFile(path, `${header}\n${body}\n`);
      for (const id of written) {
        if (files.has(id)) continue;
        await rm(join(folder, id), { force: true });
        written.delete(id);
      }
    },
  };
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new SnapshotError(`The snapshot ${path} cannot be read (${code}).`);
  }
}

function parse(path: string, text: string): Omit<Snapshot, 'files'> {
  const end = text.indexOf('\n');
  const { format, version, sha256 } = readHeader(text.slice(0, end));
  if (format !== FORMAT) throw new SnapshotError(`${path} is not a snapshot of a local Discord.`);
  if (version !== VERSION)
    throw new SnapshotError(
      `The snapshot ${path} has version ${version}; this program reads version ${VERSION}.`,
    );
  const body = text.slice(end + 1).trimEnd();
  if (hash('sha256', body) !== sha256) throw new SnapshotError(`The snapshot ${path} is damaged.`);
  return decodeState(body) as Omit<Snapshot, 'files'>;
}

function readHeader(line: string): { format?: unknown; version?: unknown; sha256?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** Writes a temporary file, syncs it to disk, then renames it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, path);
}
