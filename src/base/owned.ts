import type { Clock } from './clock.js';
import { AppError } from './errors.js';
import { beatEveryMs, type Claimant, claimLease, type Lease } from './lease.js';
import type { Log } from './log.js';
import { startLoop } from './loop.js';
import { type Database, openDatabase } from './store.js';

/** Age of the last heartbeat above which a write first checks that this process still holds the database. */
const trustMs = 15_000;

/** A database only this process may write. */
export type OwnedDatabase = { db: Database; close(): Promise<void> };

/**
 * Opens a database exclusively: claims it before changing anything, renews the lease every five seconds, and
 * refuses writes once another process has taken over (after a pause of more than 20 s). A `:memory:` database needs
 * no claim.
 *
 * @param onLost called once with a sentence for the operator; the caller stops the process
 * @throws SetupError when another process uses it
 */
export async function openOwned(
  path: string,
  migrations: string,
  options: { clock: Clock; log: Log; onLost: (sentence: string) => void; claimant?: Claimant },
): Promise<OwnedDatabase> {
  const { clock, log, onLost, claimant } = options;
  if (path === ':memory:') {
    const db = await openDatabase(path, migrations);
    return { db, close: async () => void db.close() };
  }
  let lease: Lease | undefined;
  const db = await openDatabase(path, migrations, async (opened) => {
    lease = await claimLease(opened, { path, clock, ...(claimant && { claimant }) });
  });
  const held = lease as Lease;
  let isLost = false;
  const check = () => {
    if (!isLost && !held.beat()) {
      isLost = true;
      onLost(lostSentence(path, held));
    }
    if (isLost) throw new AppError('maintenance');
  };
  fence(db, () => {
    if (isLost || clock.now() - held.beatAt() > trustMs) check();
  });
  const beating = startLoop({
    name: 'database lease',
    everyMs: beatEveryMs,
    maxBackoffMs: beatEveryMs,
    round: async () => {
      if (!isLost) check();
      return undefined;
    },
    clock,
    log,
  });
  return {
    db,
    async close() {
      if (!db.open) return;
      await beating.stop();
      if (!isLost) held.release();
      db.close();
    },
  };
}

function lostSentence(path: string, lease: Lease): string {
  const holder = lease.holder();
  const whom = holder ? ` (host ${holder.host}, pid ${holder.pid})` : '';
  return `Another process${whom} took over the database ${path} while this process was paused. This process stops and writes nothing more.`;
}

/** Checks ownership before every writing statement; inside a transaction, after the lock was taken. */
function fence(db: Database, ask: () => void): void {
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (statement.readonly) return statement;
    for (const name of ['run', 'get', 'all'] as const) {
      const act = statement[name].bind(statement) as (...values: unknown[]) => unknown;
      Object.defineProperty(statement, name, {
        value: (...values: unknown[]) => {
          ask();
          return act(...values);
        },
      });
    }
    return statement;
  }) as Database['prepare'];
}
