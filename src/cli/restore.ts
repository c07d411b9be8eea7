import { SetupError } from '../base/errors.js';
import { readConfig } from '../config.js';
import { readArguments } from './arguments.js';
import { findBackup } from './backup/manifest.js';
import { openPlace } from './backup/place.js';
import { checkBooks, checkKey, checkVersion, restoreBackup } from './backup/restore.js';
import { dataFolderOf, filesOf, placeOf } from './backup.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';
import { bookLines } from './verify.js';

/** Restores a backup into an empty DATA_DIR, and checks the books. Exit 1 when they differ. */
export async function runRestore(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('restore', argv);
  const t = terminalTexts();
  const place = placeOf(operands, t);
  const config = readConfig(process.env, t);
  const folder = dataFolderOf(config, t);
  const store = await openPlace(place, config);
  const backup = await findBackup(store, values.backup);
  checkVersion(backup);
  checkKey(backup, config.MASTER_KEY);
  await restoreBackup(backup, store, { folder, files: await filesOf(config, folder) });
  const hasBooks = backup.manifest.databases.some(({ owner }) => owner === 'service');
  if (!hasBooks) throw new SetupError(t('cli.backup.error.altered', { name: 'service.db' }));
  const books = await checkBooks(folder);
  io.stdout.write(bookLines(books, t));
  io.stdout.write(`${t('cli.restore.done', { id: backup.id, folder })}\n`);
  return books.differences.length === 0 ? 0 : 1;
}
