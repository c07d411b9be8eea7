import { z } from 'zod';
import { SetupError } from '../../base/errors.js';
import type { FileStore } from '../../service/storage/file-store.js';
import { terminalTexts } from '../texts.js';

/**
 * A backup is `backups/ID/manifest.json`, written last, and beside it the databases in parts. Stored files are in
 * `files/`, shared by all backups: their names are their checksums.
 */

export const owners = ['bot', 'service'] as const;
export type Owner = (typeof owners)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.object({ name: z.string(), bytes: z.number(), sha256 });

const manifestShape = z.object({
  format: z.literal(1),
  /** The version of Rigsmith that wrote it. */
  version: z.string(),
  at: z.string(),
  databases: z.array(
    z.object({
      owner: z.enum(owners),
      /** The id of the master key; null when the database was never opened with one. */
      keyId: z.string().nullable(),
      migrations: z.array(z.string()),
      parts: z.array(part),
    }),
  ),
  files: z.array(z.object({ sha256, bytes: z.number() })),
  /** Files of the database that were no longer there. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestShape>;
export type DatabaseCopy = Manifest['databases'][number];

export const keys = {
  manifest: (id: string) => `backups/${id}/manifest.json`,
  inBackup: (id: string, name: string) => `backups/${id}/${name}`,
  file: (hash: string) => `files/${hash.slice(0, 2)}/${hash}`,
};

/** Ids sort by time. */
export const idOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
export const timeOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The ids of all backups, oldest first, and whether each is complete. */
export async function listBackups(place: FileStore): Promise<{ id: string; isComplete: boolean }[]> {
  const found = new Map<string, boolean>();
  for await (const key of place.list()) {
    const [, id, name] = /^backups\/(\d{8}T\d{6}Z)\/(.+)$/.exec(key) ?? [];
    if (id !== undefined) found.set(id, found.get(id) === true || name === 'manifest.json');
  }
  return [...found].map(([id, isComplete]) => ({ id, isComplete })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** @throws SetupError when it is missing or altered */
export async function readManifest(place: FileStore, id: string): Promise<Manifest> {
  const bytes = await place.read(keys.manifest(id));
  const t = terminalTexts();
  if (bytes === null) throw new SetupError(t('cli.backup.error.unknown', { id }));
  try {
    return manifestShape.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new SetupError(t('cli.backup.error.manifest', { id }));
  }
}

/** The named backup, or the newest complete one. @throws SetupError if none exists */
export async function findBackup(
  place: FileStore,
  wanted: string | undefined,
): Promise<{ id: string; manifest: Manifest }> {
  const id = wanted ?? (await listBackups(place)).findLast(({ isComplete }) => isComplete)?.id;
  if (id === undefined) throw new SetupError(terminalTexts()('cli.backup.error.none'));
  return { id, manifest: await readManifest(place, id) };
}
