import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../base/clock.js';
import { makeWritable } from '../../base/db/folder.js';
import { readMigrations } from '../../base/db/migrations.js';
import { openSqlite } from '../../base/db/open-sqlite.js';
import { SetupError } from '../../base/errors.js';
import { createSeal } from '../../base/seal.js';
import { type Reconciliation, reconcile } from '../../service/payments/reconcile.js';
import type { FileStore } from '../../service/storage/file-store.js';
import { findRoot } from '../root.js';
import { terminalTexts } from '../texts.js';
import { type DatabaseCopy, keys, type Manifest, owners } from './manifest.js';
import { checkIntegrity } from './snapshot.js';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const migrationsOf = (owner: string) => join(findRoot(), 'data', 'migrations', owner);

type Backup = { id: string; manifest: Manifest };

/** @throws SetupError when a newer version of Rigsmith wrote the backup, whose databases this one cannot read */
export function checkVersion({ manifest }: Backup): void {
  for (const { owner, migrations } of manifest.databases) {
    const known = new Set(readMigrations(migrationsOf(owner), 'sqlite').map(({ name }) => name));
    if (!migrations.every((name) => known.has(name)))
      throw new SetupError(terminalTexts()('cli.backup.error.version', { version: manifest.version }));
  }
}

/** @throws SetupError when the master keys do not contain that of the backup */
export function checkKey({ manifest }: Backup, masterKeys: readonly string[] | undefined): void {
  const t = terminalTexts();
  if (!masterKeys) throw new SetupError(t('cli.backup.error.no_key'));
  const ring = createSeal(masterKeys);
  for (const { keyId } of manifest.databases)
    if (keyId !== null && !ring.knows(keyId)) throw new SetupError(t('cli.backup.error.key', { key: keyId }));
}

/**
 * Writes the databases and files of a backup into a folder that has no database, and no file in `files`. Everything is
 * checked before the first database gets its name.
 * @throws SetupError when the target is not empty, or a part is missing or altered
 */
export async function restoreBackup(
  backup: Backup,
  place: FileStore,
  target: { folder: string; files: FileStore },
): Promise<void> {
  const { folder, files } = target;
  makeWritable(folder);
  await checkEmpty(folder, files);
  const scratch = mkdtempSync(join(folder, '.restore-'));
  try {
    for (const copy of backup.manifest.databases) await writeDatabase(backup.id, copy, place, scratch);
    for (const { sha256 } of backup.manifest.files)
      await files.write(`${sha256.slice(0, 2)}/${sha256}`, await readFileOf(place, sha256));
    for (const { owner } of backup.manifest.databases)
      renameSync(join(scratch, `${owner}.db`), join(folder, `${owner}.db`));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Checks every part and file, the databases themselves and their books, in a folder of its own. */
export async function verifyBackup(
  backup: Backup,
  place: FileStore,
  scratch: string,
): Promise<Reconciliation> {
  for (const copy of backup.manifest.databases) await writeDatabase(backup.id, copy, place, scratch);
  for (const { sha256 } of backup.manifest.files) await readFileOf(place, sha256);
  return checkBooks(scratch);
}

/** Compares ledger and purchases of the databases in a folder. */
export async function checkBooks(folder: string): Promise<Reconciliation> {
  const db = await openSqlite(join(folder, 'service.db'), migrationsOf('service'));
  try {
    return await reconcile(db, systemClock, null);
  } finally {
    await db.close();
  }
}

async function checkEmpty(folder: string, files: FileStore): Promise<void> {
  const t = terminalTexts();
  const there = owners.find((owner) => existsSync(join(folder, `${owner}.db`)));
  if (there) throw new SetupError(t('cli.restore.error.not_empty', { what: join(folder, `${there}.db`) }));
  for await (const key of files.list()) throw new SetupError(t('cli.restore.error.not_empty', { what: key }));
}

async function writeDatabase(
  id: string,
  copy: DatabaseCopy,
  place: FileStore,
  folder: string,
): Promise<void> {
  const path = join(folder, `${copy.owner}.db`);
  const file = await open(path, 'wx', 0o600);
  try {
    for (const part of copy.parts) {
      const bytes = await place.read(keys.inBackup(id, part.name));
      if (bytes === null || hashOf(bytes) !== part.sha256) throw altered(part.name);
      await file.write(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if ((await checkIntegrity(path)).length > 0) throw altered(`${copy.owner}.db`);
}

async function readFileOf(place: FileStore, sha256: string): Promise<Buffer> {
  const bytes = await place.read(keys.file(sha256));
  if (bytes === null || hashOf(bytes) !== sha256) throw altered(keys.file(sha256));
  return bytes;
}

const altered = (name: string) => new SetupError(terminalTexts()('cli.backup.error.altered', { name }));
