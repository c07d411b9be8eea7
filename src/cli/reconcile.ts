import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { readConfig } from '../config.js';
import { type Reconciliation, reconcile } from '../service/payments/reconcile.js';
import { readArguments } from './arguments.js';
import { openBooks, openChain } from './books.js';
import type { Io } from './io.js';

/** Compares ledger, purchases and chain. Exit 1 when they differ. */
export async function runReconcile(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('reconcile', argv);
  const { days = '30' } = values;
  if (!/^\d{1,5}$/.test(days)) throw new SetupError(`--days must be a whole number, not "${days}".`);
  const config = readConfig(process.env);
  const side = values['books-only'] ? null : openChain(config, ', or use --books-only');
  const db = await openBooks(config, values.database);
  try {
    const since = systemClock.now() - Number(days) * 86_400_000;
    const chain = side && { ...side, since, usdcMint: config.USDC_MINT };
    const result = await reconcile(db, systemClock, chain);
    io.stdout.write(values.json ? `${JSON.stringify(result)}\n` : toText(result, chain !== null));
    return result.differences.length === 0 ? 0 : 1;
  } finally {
    db.close();
    await side?.rpc.close();
  }
}

function toText({ differences, compared }: Reconciliation, withChain: boolean): string {
  const { accounts, purchases, transactions, dust } = compared;
  const onChain = withChain ? `, ${transactions} transactions` : '';
  const counted = dust > 0 ? `, ${dust} transfers counted as dust` : '';
  const what = `${accounts} accounts, ${purchases} purchases${onChain}${counted}`;
  const lines = differences.map(({ book, sentence }) => `DIFFERS  ${book}: ${sentence}`);
  const end =
    differences.length === 0
      ? `No differences: compared ${what}.`
      : `Differences: ${differences.length}; compared ${what}.`;
  return `${[...lines, end].join('\n')}\n`;
}
