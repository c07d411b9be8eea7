import { join, resolve } from 'node:path';
import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import { createBackup } from './backup/create.js';
import { openPlace, openStore } from './backup/place.js';
import { deleteOld } from './backup/retention.js';
import type { Io } from './io.js';
import { findVersion } from './root.js';
import { terminalTexts } from './texts.js';

/** Where bot and service of this configuration keep their data. @throws SetupError for data on PostgreSQL */
export function dataFolderOf(config: Config, t: Translate): string {
  if (config.DATABASE_URL !== undefined) throw new SetupError(t('cli.backup.error.postgres'));
  return resolve(config.DATA_DIR);
}

export const filesOf = (config: Config, folder: string) =>
  openStore(config, join(folder, 'service', 'artifacts'));

/** The only operand of a verb. @throws SetupError when there is none or more */
export function placeOf(operands: readonly string[], t: Translate): string {
  const [place, more] = operands;
  if (place === undefined || more !== undefined) throw new SetupError(t('cli.backup.error.place'));
  return place;
}

/** Backs up databases and files while bot and service run, then deletes backups above the number to keep. */
export async function runBackup(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('backup', argv);
  const { keep = '14' } = values;
  const t = terminalTexts();
  const place = placeOf(operands, t);
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new SetupError(t('cli.backup.error.keep', { given: keep }));
  const config = readConfig(process.env, t);
  const folder = dataFolderOf(config, t);
  const [store, files] = [await openPlace(place, config), await filesOf(config, folder)];
  const now = systemClock.now();
  const { id, manifest, copied } = await createBackup({ folder, files }, store, {
    now,
    version: findVersion(),
  });
  const deleted = await deleteOld(store, Number(keep), now);
  const bytes = manifest.databases.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0);
  io.stdout.write(
    `${t('cli.backup.done', { id, megabytes: (bytes / 1e6).toFixed(1), files: manifest.files.length, copied: String(copied) })}\n`,
  );
  if (deleted > 0) io.stdout.write(`${t('cli.backup.deleted', { count: deleted })}\n`);
  if (manifest.missing.length > 0)
    io.stdout.write(`${t('cli.backup.missing', { count: manifest.missing.length })}\n`);
  return 0;
}
