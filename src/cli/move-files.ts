import { join, resolve } from 'node:path';
import { SetupError } from '../base/errors.js';
import { readConfig } from '../config.js';
import type { FileStore } from '../service/storage/file-store.js';
import { readArguments } from './arguments.js';
import { openStore } from './backup/place.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';

/** Copies stored files to another place. Running it again copies only the missing files. */
export async function runMoveFiles(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('move-files', argv);
  const t = terminalTexts();
  const { to: place } = values;
  if (place === undefined) throw new SetupError(t('cli.move-files.error.to'));
  const config = readConfig(process.env, t);
  const folder = join(resolve(config.DATA_DIR), 'service', 'artifacts');
  const [from, target] = [
    await openStore(config, folder),
    await openStore({ ...config, ARTIFACTS: place }, folder),
  ];
  const { copied, kept } = await copyFiles(from, target).catch((error: Error) => {
    if (error instanceof SetupError) throw error;
    throw new SetupError(t('cli.move-files.error.failed', { problem: error.message }), { cause: error });
  });
  io.stdout.write(`${t('cli.move-files.done', { copied, kept, place })}\n`);
  return 0;
}

/** @throws SetupError when a file differs after it was copied */
export async function copyFiles(
  from: FileStore,
  target: FileStore,
): Promise<{ copied: number; kept: number }> {
  let [copied, kept] = [0, 0];
  for await (const key of from.list()) {
    const bytes = await from.read(key);
    if (bytes === null) continue; // removed meanwhile
    if ((await target.size(key)) === bytes.length) {
      kept += 1;
      continue;
    }
    await target.write(key, bytes);
    if ((await target.read(key))?.equals(bytes) !== true)
      throw new SetupError(terminalTexts()('cli.move-files.error.differs', { key }));
    copied += 1;
  }
  return { copied, kept };
}
