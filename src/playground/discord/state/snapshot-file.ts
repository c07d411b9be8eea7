import { hash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fromText, toText } from './text.js';

/** A snapshot that cannot be used; `message` is one sentence for whoever named the file. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** What is kept: everything known, the last id given out, and the contents of attachments by their id. */
export type Snapshot = { lastId: string; known: Record<string, unknown>; files: Map<string, Uint8Array> };

const FORMAT = 'local-discord';
const VERSION = 1;

/**
 * One file of two lines, a header and the state, and beside it a folder `<file>.files` with one file an
 * attachment. Attachments never change, so each is written once.
 */
export type SnapshotFile = {
  /** Null when there is none yet. @throws SnapshotError when it is foreign, of another version or damaged */
  read(): Promise<Snapshot | null>;
  /** Replaces what is there at once, or leaves it as it is. */
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
      const body = toText({ lastId, known });
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
  if (format !== FORMAT) throw new SnapshotError(`${path} is no snapshot of a local Discord.`);
  if (version !== VERSION)
    throw new SnapshotError(
      `The snapshot ${path} is of version ${version}; version ${VERSION} is read here.`,
    );
  const body = text.slice(end + 1).trimEnd();
  if (hash('sha256', body) !== sha256) throw new SnapshotError(`The snapshot ${path} is damaged.`);
  return fromText(body) as Omit<Snapshot, 'files'>;
}

function readHeader(line: string): { format?: unknown; version?: unknown; sha256?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** Written beside, brought to the disk, and only then put in place. */
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
