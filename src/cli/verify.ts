import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import type { Reconciliation } from '../service/payments/reconcile.js';
import { readArguments } from './arguments.js';
import { findBackup } from './backup/manifest.js';
import { openPlace } from './backup/place.js';
import { checkVersion, verifyBackup } from './backup/restore.js';
import { placeOf } from './backup.js';
import type { Io } from './io.js';
import { differenceLines } from './reconcile.js';
import { terminalTexts } from './texts.js';

/** What the books say, one difference a line. */
export function bookLines({ differences, compared }: Reconciliation, t: Translate): string {
  const lines = differenceLines(differences, t).map((line) => `${line}\n`);
  const { accounts, purchases } = compared;
  return `${lines.join('')}${t('cli.verify.books', { accounts, purchases, differences: differences.length })}\n`;
}

/** Reads a whole backup and checks it, without restoring it. Exit 1 when the books differ. */
export async function runVerify(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('verify', argv);
  const t = terminalTexts();
  const place = await openPlace(placeOf(operands, t), readConfig(process.env, t));
  const backup = await findBackup(place, values.backup);
  checkVersion(backup);
  const scratch = mkdtempSync(join(tmpdir(), 'rigsmith-verify-'));
  try {
    const books = await verifyBackup(backup, place, scratch);
    io.stdout.write(bookLines(books, t));
    const { files, missing } = backup.manifest;
    io.stdout.write(`${t('cli.verify.done', { id: backup.id, files: files.length })}\n`);
    if (missing.length > 0) io.stdout.write(`${t('cli.backup.missing', { count: missing.length })}\n`);
    return books.differences.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
