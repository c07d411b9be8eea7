import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SetupError } from '../base/errors.js';
import { toDecimal } from '../base/money.js';
import { readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readTerms } from '../service/auth/transfer-proof.js';
import { readPacks } from '../service/payments/packs.js';
import { providersIn, readPipelines } from '../service/rig/pipelines.js';
import { createProviders } from '../service/rig/providers/index.js';
import { catalogIn } from '../settings.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** Checks the files of a catalog as a start would, and lists what they offer. */
export async function runCatalog(argv: string[], io: Io): Promise<number> {
  const { operands } = readArguments('catalog', argv);
  const t = terminalTexts();
  const [action, folder, more] = operands;
  if (action !== 'check' || more !== undefined) throw new SetupError(t('cli.catalog.error.action'));
  const root = folder === undefined ? catalogIn(findRoot(), readConfig(process.env, t)) : resolve(folder);
  const { packs, pipelines, terms } = readCatalog(root, t);
  for (const { id, credits, prices } of packs) {
    const amounts = Object.entries(prices).map(
      ([currency, units]) => `${toDecimal(units, currency as 'SOL' | 'USDC')} ${currency}`,
    );
    io.stdout.write(`${t('cli.catalog.pack', { id, credits, prices: amounts.join(', ') || '-' })}\n`);
  }
  for (const { id, credit_cost: credits } of pipelines)
    io.stdout.write(`${t('cli.catalog.pipeline', { id, credits })}\n`);
  io.stdout.write(
    `${t('cli.catalog.proof', { amount: toDecimal(terms.lamports, 'SOL'), credits: terms.credits })}\n`,
  );
  io.stdout.write(`${t('cli.catalog.done', { folder: root })}\n`);
  return 0;
}

/** Reads the files of a catalog as a start would. @throws SetupError that names the file and the mistake */
export function readCatalog(folder: string, t: Translate) {
  const file = (name: string) => join(folder, name);
  const guide = file('guide.md');
  if (!existsSync(guide)) throw new SetupError(t('cli.catalog.error.missing', { file: guide }));
  const place = { baseUrl: 'http://127.0.0.1', apiKey: '' };
  const named = Object.fromEntries(providersIn(file('pipelines.json')).map((id) => [id, place]));
  return {
    packs: readPacks(file('packs.json'), ['SOL', 'USDC']),
    pipelines: readPipelines(file('pipelines.json'), createProviders(named, folder)).all,
    terms: readTerms(file('transfer-proof.json')),
  };
}
