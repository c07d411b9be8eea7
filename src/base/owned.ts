import { hostname } from 'node:os';
import { type Clock, systemClock } from './clock.js';
import type { Database } from './db/database.js';
import { openSqlite } from './db/open-sqlite.js';
import { AppError } from './errors.js';
import { beatEveryMs, type Claimant, claimLease, type Lease } from './lease.js';
import type { Log } from './log.js';
import { startLoop } from './loop.js';

/** Age of the last heartbeat above which a write first checks that this process still holds the database. */
const trustMs = 15_000;

/** An open database; a SQLite file is only written by this process. */
export type OwnedDatabase = { db: Database; close(): Promise<void> };

/** Where the data is: a SQLite file, or with `url` a schema of a PostgreSQL database. */
export type DataPlace = { path: string; url?: string | undefined; schema: string };

type OwnedOptions = {
  clock: Clock;
  log: Log;
  onLost: (sentence: string) => void;
  claimant?: Claimant;
  random?: () => number;
};

/**
 * Opens the database of this process. A SQLite file is claimed before anything is changed, its lease renewed every five
 * seconds, and writes are refused once another process has taken over (after a pause of more than 20 s). A `:memory:`
 * database needs no claim. A schema of PostgreSQL is claimed for as long as the process is connected.
 *
 * @param onLost called once with a sentence for the operator; the caller stops the process
 * @throws SetupError when another process uses the file, or the database cannot be used
 */
export async function openOwned(
  { path, url, schema }: DataPlace,
  migrations: string,
  options: OwnedOptions,
): Promise<OwnedDatabase> {
  if (url !== undefined) return openShared(url, schema, migrations, options);
  if (path !== ':memory:') return openFile(path, migrations, options);
  const db = await openSqlite(path, migrations);
  return { db, close: () => db.close() };
}

async function openShared(
  url: string,
  schema: string,
  migrations: string,
  { onLost, random = Math.random }: OwnedOptions,
): Promise<OwnedDatabase> {
  const [{ openPostgres }, { claimPostgres }] = await Promise.all([
    import('./db/open-postgres.js'),
    import('./db/claim-postgres.js'),
  ]);
  const applicationName = `rigsmith ${schema}, host ${hostname()}, pid ${process.pid}`;
  // Pauses are between real processes, so they take real time.
  const shared = { url, schema, applicationName, clock: systemClock };
  const claim = await claimPostgres({ ...shared, onLost });
  try {
    const db = await openPostgres(migrations, { ...shared, random });
    return {
      db,
      async close() {
        await db.close();
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function openFile(path: string, migrations: string, options: OwnedOptions): Promise<OwnedDatabase> {
  const { clock, log, onLost, claimant } = options;
  const claimed: { lease?: Lease } = {};
  let isLost = false;
  const check = (held: Lease) => {
    if (!isLost && !held.beat()) {
      isLost = true;
      onLost(lostSentence(path, held));
    }
    if (isLost) throw new AppError('maintenance');
  };
  const db = await openSqlite(path, migrations, {
    async claim(connection) {
      claimed.lease = await claimLease(connection, { path, clock, ...(claimant && { claimant }) });
    },
    checkOwner() {
      const { lease } = claimed;
      if (lease && (isLost || clock.now() - lease.beatAt() > trustMs)) check(lease);
    },
    beforeClose: () => void (isLost || claimed.lease?.release()),
  });
  const beating = startLoop({
    name: 'database lease',
    everyMs: beatEveryMs,
    maxBackoffMs: beatEveryMs,
    round: async () => {
      if (!isLost && claimed.lease) check(claimed.lease);
      return undefined;
    },
    clock,
    log,
  });
  let isClosed = false;
  return {
    db,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await beating.stop();
      await db.close();
    },
  };
}

function lostSentence(path: string, lease: Lease): string {
  const holder = lease.holder();
  const whom = holder ? ` (host ${holder.host}, pid ${holder.pid})` : '';
  return `Another process${whom} took over the database ${path} while this process was paused. This process stops and writes nothing more.`;
}
