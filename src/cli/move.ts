import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { CopiedTable } from '../base/db/copy.js';
import type { Database } from '../base/db/database.js';
import { isOutOfReach } from '../base/db/out-of-reach.js';
import { SetupError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { openOwned } from '../base/owned.js';
import { readConfig } from '../config.js';
import { reconcile } from '../service/payments/reconcile.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** Copies the SQLite databases of a stopped bot and service to PostgreSQL, and compares every row and the books. */
export async function runMove(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('move', argv);
  const t = terminalTexts();
  const { to: url } = values;
  if (url === undefined || !/^postgres(ql)?:\/\//.test(url)) throw new SetupError(t('cli.move.error.to'));
  const folder = resolve(readConfig(process.env, t).DATA_DIR);
  const owners = (['bot', 'service'] as const).filter((owner) => existsSync(join(folder, `${owner}.db`)));
  if (owners.length === 0) throw new SetupError(t('cli.move.error.none', { folder }));
  for (const owner of owners) {
    const copied = await moveDatabase({ owner, path: join(folder, `${owner}.db`), url });
    const rows = copied.reduce((sum, table) => sum + table.rows, 0);
    io.stdout.write(`${t('cli.move.copied', { name: `${owner}.db`, tables: copied.length, rows })}\n`);
  }
  io.stdout.write(`${t('cli.move.done')}\n`);
  return 0;
}

/**
 * @throws SetupError when a running process uses the file, the target has other rows, or the books do not agree
 */
export async function moveDatabase(options: {
  owner: 'bot' | 'service';
  path: string;
  url: string;
}): Promise<CopiedTable[]> {
  const { owner, path, url } = options;
  const [{ loadDriver }, { connectPostgres }, { copyToPostgres }, { openPostgres }] = await Promise.all([
    import('../base/db/driver.js'),
    import('../base/db/connect.js'),
    import('../base/db/copy.js'),
    import('../base/db/open-postgres.js'),
  ]);
  const migrations = join(findRoot(), 'data', 'migrations', owner);
  const closing: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(one: T): T => {
    closing.unshift(() => one.close());
    return one;
  };
  try {
    const place = { url, schema: owner, applicationName: 'rigsmith move' };
    const target = opened(
      await openPostgres(migrations, { ...place, clock: systemClock, random: Math.random }),
    );
    // Holds the lease of the file until everything is copied, and brings an older file up to date.
    const source = opened(
      await openOwned({ path, schema: owner }, migrations, {
        clock: systemClock,
        log: silentLog,
        onLost: () => undefined,
      }),
    );
    if (owner === 'service') await refuseWrongBooks(source.db, 'cli.move.error.source');
    const client = await connectPostgres(url, { options: `-c search_path=${owner}` });
    closing.unshift(() => client.end());
    const Driver = await loadDriver();
    const from = new Driver(path, { readonly: true });
    closing.unshift(async () => void from.close());
    const copied = await copyToPostgres(from, client).catch((error: Error) => {
      if (!isOutOfReach(error)) throw error;
      const stopped = { name: `${owner}.db`, problem: error.message };
      throw new SetupError(terminalTexts()('cli.move.error.stopped', stopped), { cause: error });
    });
    if (owner === 'service') await refuseWrongBooks(target, 'cli.move.error.books');
    return copied;
  } finally {
    for (const close of closing) await close();
  }
}

async function refuseWrongBooks(
  db: Database,
  sentence: 'cli.move.error.source' | 'cli.move.error.books',
): Promise<void> {
  const { differences } = await reconcile(db, systemClock, null);
  const [problem] = differences;
  if (problem) throw new SetupError(terminalTexts()(sentence, { problem: problem.sentence }));
}
