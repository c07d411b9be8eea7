import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../../base/errors.js';
import type { FileStore } from '../../service/storage/file-store.js';
import { terminalTexts } from '../texts.js';
import { type DatabaseCopy, idOf, keys, type Manifest, type Owner } from './manifest.js';
import { copyDatabases, describeDatabase, listFiles } from './snapshot.js';

/** Databases are stored in parts, so that none has to fit into memory. */
const partBytes = 32 * 1024 * 1024;

export type BackupSource = {
  /** The folder of `bot.db` and `service.db`. */
  folder: string;
  /** Where the service keeps its files. */
  files: FileStore;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Backs up the databases of a running or stopped installation, and the stored files they name.
 * @throws SetupError when the folder has no database
 */
export async function createBackup(
  { folder, files }: BackupSource,
  place: FileStore,
  options: { now: number; version: string },
): Promise<{ id: string; manifest: Manifest; copied: number }> {
  const id = idOf(options.now);
  const scratch = mkdtempSync(join(folder, '.backup-'));
  try {
    const found = await copyDatabases(folder, scratch);
    if (found.length === 0) throw new SetupError(terminalTexts()('cli.move.error.none', { folder }));
    const databases: DatabaseCopy[] = [];
    for (const owner of found) databases.push(await storeDatabase(place, id, owner, scratch));
    const wanted = found.includes('service') ? await listFiles(join(scratch, 'service.db')) : [];
    const { stored, missing, copied } = await storeFiles(files, place, wanted);
    const at = new Date(options.now).toISOString();
    const manifest: Manifest = { format: 1, version: options.version, at, databases, files: stored, missing };
    await place.write(keys.manifest(id), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    return { id, manifest, copied };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function storeDatabase(
  place: FileStore,
  id: string,
  owner: Owner,
  scratch: string,
): Promise<DatabaseCopy> {
  const path = join(scratch, `${owner}.db`);
  const parts: DatabaseCopy['parts'] = [];
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(partBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, partBytes);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      const name = `${owner}.db.${String(parts.length).padStart(4, '0')}`;
      await place.write(keys.inBackup(id, name), bytes);
      parts.push({ name, bytes: bytesRead, sha256: hashOf(bytes) });
    }
  } finally {
    await file.close();
  }
  return { owner, ...(await describeDatabase(path, owner)), parts };
}

/** Copies the files that no earlier backup has. One that a member deleted meanwhile is noted as missing. */
async function storeFiles(from: FileStore, place: FileStore, wanted: Manifest['files']) {
  const stored: Manifest['files'] = [];
  const missing: string[] = [];
  let copied = 0;
  for (const file of wanted) {
    const { sha256 } = file;
    const key = keys.file(sha256);
    if ((await place.size(key)) !== file.bytes) {
      const bytes = await from.read(`${sha256.slice(0, 2)}/${sha256}`);
      if (bytes === null || hashOf(bytes) !== sha256) {
        missing.push(sha256);
        continue;
      }
      await place.write(key, bytes);
      copied += 1;
    }
    stored.push(file);
  }
  return { stored, missing, copied };
}
