import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { SetupError } from '../errors.js';

/**
 * Creates a folder if it is missing.
 * @throws SetupError when it is not writable
 */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SetupError(`The data folder ${folder} is not writable. Change its owner or set DATA_DIR.`);
  }
}

/** SQLite creates journals with the mode of the database file, so create that file first; tightens older files. */
export function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch {
    // Owned by another user: opening the file reports whether it can be used.
  }
}
