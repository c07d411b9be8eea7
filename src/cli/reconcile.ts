import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { type Reconciliation, reconcile } from '../service/payments/reconcile.js';
import { readArguments } from './arguments.js';
import { openBooks, openChain } from './books.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';

/** Compares ledger, purchases and chain. Exit 1 when they differ. */
export async function runReconcile(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('reconcile', argv);
  const { days = '30' } = values;
  const t = terminalTexts();
  if (!/^\d{1,5}$/.test(days)) throw new SetupError(t('cli.reconcile.error.days', { given: days }));
  const config = readConfig(process.env, t);
  const side = values['books-only'] ? null : openChain(config, 'chain');
  const db = await openBooks(config, values.database);
  try {
    const since = systemClock.now() - Number(days) * 86_400_000;
    const chain = side && { ...side, since, usdcMint: config.USDC_MINT };
    const result = await reconcile(db, systemClock, chain);
    io.stdout.write(values.json ? `${JSON.stringify(result)}\n` : toText(result, chain !== null, t));
    return result.differences.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await side?.rpc.close();
  }
}

/** One line for each difference. */
export const differenceLines = (differences: Reconciliation['differences'], t: Translate): string[] =>
  differences.map(
    ({ book, code, values }) =>
      `${t('cli.reconcile.differs')}  ${t(`cli.reconcile.book.${book}`)}: ${t.message({ key: `cli.reconcile.difference.${code}`, values })}`,
  );

function toText({ differences, compared }: Reconciliation, withChain: boolean, t: Translate): string {
  const { accounts, purchases, transactions, dust } = compared;
  const what = [
    t('cli.reconcile.accounts', { count: String(accounts) }),
    t('cli.reconcile.purchases', { count: String(purchases) }),
    ...(withChain ? [t('cli.reconcile.transactions', { count: String(transactions) })] : []),
    ...(dust > 0 ? [t('cli.reconcile.dust', { count: String(dust) })] : []),
  ].join(', ');
  const lines = differenceLines(differences, t);
  const count = differences.length;
  const end =
    count === 0 ? t('cli.reconcile.agreed', { what }) : t('cli.reconcile.differences', { count, what });
  return `${[...lines, end].join('\n')}\n`;
}
