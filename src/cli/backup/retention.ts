import type { FileStore } from '../../service/storage/file-store.js';
import { keys, listBackups, readManifest, timeOf } from './manifest.js';

/** A backup without a manifest may still be under way for this long. */
const unfinishedMs = 24 * 3_600_000;

/**
 * Deletes all but the newest `keep` complete backups, and stored files that none of those names. It deletes no files
 * while another backup may be under way.
 * @returns how many backups were deleted
 */
export async function deleteOld(place: FileStore, keep: number, now: number): Promise<number> {
  const all = await listBackups(place);
  const complete = all.filter(({ isComplete }) => isComplete);
  const kept = new Set(complete.slice(-keep).map(({ id }) => id));
  const isUnderWay = ({ id, isComplete }: (typeof all)[number]) =>
    !isComplete && now - timeOf(id) < unfinishedMs;
  const gone = all.filter((one) => !kept.has(one.id) && !isUnderWay(one));
  // Removes the manifest first: files without a manifest are not taken for a backup.
  for (const { id } of gone) await place.remove(keys.manifest(id));
  const named = new Set<string>();
  for (const id of kept)
    for (const { sha256 } of (await readManifest(place, id)).files) named.add(keys.file(sha256));
  const mayDeleteFiles = !all.some(isUnderWay);
  const goneIds = new Set(gone.map(({ id }) => id));
  for await (const key of place.list()) {
    const [folder, id = ''] = key.split('/');
    if (folder === 'backups' && goneIds.has(id)) await place.remove(key);
    if (folder === 'files' && mayDeleteFiles && !named.has(key)) await place.remove(key);
  }
  return gone.filter(({ isComplete }) => isComplete).length;
}
