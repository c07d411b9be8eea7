import { hostname } from 'node:os';
import { type Clock, systemClock } from './clock.js';
import type { Database } from './db/database.js';
import { createLocalHints, type Hints } from './db/hints.js';
import { openSqlite } from './db/open-sqlite.js';
import { AppError } from './errors.js';
import { beatEveryMs, type Claimant, claimLease, type Lease } from './lease.js';
import type { Log } from './log.js';
import { startLoop } from './loop.js';
import { createLeases, type Leases } from './shared/leases.js';

/** Age of the last heartbeat above which a write first checks that this process still holds the database. */
const trustMs = 15_000;

/**
 * An open database. A SQLite file is only written by this process; processes that share a PostgreSQL database divide
 * their work by leases and tell each other by hints.
 */
export type OwnedDatabase = {
  db: Database;
  leases: Leases;
  hints: Hints;
  /** The time of all processes that share the database. */
  clock: Clock;
  close(): Promise<void>;
};

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
 * database needs no claim; a schema of PostgreSQL is used by any number of processes.
 *
 * @param onLost called once with a sentence for the operator; the caller stops the process
 * @throws SetupError when another process uses the file, or the database cannot be used
 */
export async function openOwned(
  { path, url, schema }: DataPlace,
  migrations: string,
  options: OwnedOptions,
): Promise<OwnedDatabase> {
  if (url !== undefined) return openSchema(url, schema, migrations, options);
  if (path !== ':memory:') return openFile(path, migrations, options);
  const db = await openSqlite(path, migrations);
  return { ...alone(db, options.clock), close: () => db.close() };
}

const owner = () => `host ${hostname()}, pid ${process.pid}`;

/** Leases and hints of a database that belongs to this process as a whole. */
const alone = (db: Database, clock: Clock): Omit<OwnedDatabase, 'close'> => ({
  db,
  clock,
  leases: createLeases({ db, clock, owner: owner(), isAlone: true }),
  hints: createLocalHints(),
});

async function openSchema(
  url: string,
  schema: string,
  migrations: string,
  { clock, log, random = Math.random }: OwnedOptions,
): Promise<OwnedDatabase> {
  const [{ openPostgres }, { createPostgresHints }, { followServerClock }] = await Promise.all([
    import('./db/open-postgres.js'),
    import('./db/hints-postgres.js'),
    import('./db/server-clock.js'),
  ]);
  // Pauses are between real processes, so they take real time.
  const place = { url, schema, applicationName: `rigsmith ${schema}, ${owner()}`, clock: systemClock };
  const db = await openPostgres(migrations, { ...place, random });
  // A test's clock is the same for all its processes already.
  const server = clock === systemClock ? await followServerClock({ db, clock, log }) : null;
  const shared = server?.clock ?? clock;
  const hints = createPostgresHints({ ...place, log });
  return {
    db,
    clock: shared,
    leases: createLeases({ db, clock: shared, owner: owner() }),
    hints,
    async close() {
      await server?.stop();
      await hints.close();
      await db.close();
    },
  };
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
    ...alone(db, clock),
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
