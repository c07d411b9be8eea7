import type pg from 'pg';
import type { Clock } from '../clock.js';
import { SetupError } from '../errors.js';
import { connectPostgres, nameOf } from './connect.js';

const retryEveryMs = 500;

export type PostgresClaim = { release(): Promise<void> };

/**
 * Claims a schema for this process, until it ends: PostgreSQL holds a lock for the connection. After a restart of the
 * server the lock is taken again.
 * @param applicationName names this process to the one that is refused
 * @param onLost called once when another process took over meanwhile
 * @throws SetupError when another process uses the schema
 */
export async function claimPostgres(options: {
  url: string;
  schema: string;
  applicationName: string;
  clock: Clock;
  onLost: (sentence: string) => void;
}): Promise<PostgresClaim> {
  const { url, schema, applicationName, clock, onLost } = options;
  const key = `rigsmith owner of ${schema}`;
  const stopping = new AbortController();
  let held: pg.Client | undefined;

  /** @returns the process that holds the lock, or null once this one does */
  const tryTake = async (): Promise<string | null> => {
    const client = await connectPostgres(url, { application_name: applicationName });
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1), 0) AS taken', [key]);
    if (!rows[0].taken) {
      const holder = await holderOf(client, key);
      await client.end();
      return holder === applicationName ? null : holder; // as on SQLite, a process may open its own data again
    }
    held = client;
    client.on('error', () => undefined); // `end` follows
    client.on('end', () => {
      if (!stopping.signal.aborted) void takeAgain();
    });
    return null;
  };

  const takeAgain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const holder = await tryTake().catch(() => undefined); // while the server starts
      if (holder === null) return;
      if (holder !== undefined) return onLost(lostSentence(url, schema, holder));
      await clock.sleep(retryEveryMs, stopping.signal).catch(() => undefined);
    }
  };

  const holder = await tryTake();
  if (holder !== null)
    throw new SetupError(
      `The database ${nameOf(url)} (schema ${schema}) is in use by another process (${holder}). Stop that process first.`,
    );
  return {
    async release() {
      stopping.abort();
      await held?.end();
    },
  };
}

async function holderOf(client: pg.Client, key: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks ON pg_locks.pid = pg_stat_activity.pid
     WHERE locktype = 'advisory' AND granted AND objsubid = 2
       AND classid::bigint = (hashtext($1)::bigint & 4294967295) AND objid = 0`,
    [key],
  );
  return rows[0]?.name || 'unknown';
}

const lostSentence = (url: string, schema: string, holder: string): string =>
  `Another process (${holder}) took over the database ${nameOf(url)} (schema ${schema}) while the connection was lost. This process stops and writes nothing more.`;
