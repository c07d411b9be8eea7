import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../base/clock.js';
import { makeWritable } from '../../base/db/folder.js';
import type { Config } from '../../config.js';
import type { FileStore } from '../../service/storage/file-store.js';
import { createFolderStore } from '../../service/storage/folder.js';
import { isS3 } from '../../service/storage/place.js';
import { storageOf } from '../../settings.js';

/** Opens the folder or bucket that holds backups. A folder becomes readable only by its owner. */
export async function openPlace(place: string, config: Config): Promise<FileStore> {
  if (!isS3(place)) {
    makeWritable(resolve(place));
    chmodSync(resolve(place), 0o700);
    return createFolderStore(resolve(place));
  }
  return openStore({ ...config, ARTIFACTS: place }, '');
}

/** Opens where the service keeps its files. */
export async function openStore(config: Config, defaultFolder: string): Promise<FileStore> {
  const { bucket, filesDir = defaultFolder } = storageOf(config);
  if (bucket === undefined) return createFolderStore(filesDir);
  const { createS3Store } = await import('../../service/storage/s3.js');
  return createS3Store(bucket, { clock: systemClock });
}
