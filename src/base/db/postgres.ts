import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Clock } from '../clock.js';
import type { Database, Params, Queries } from './database.js';
import { expandLists, toPostgres } from './dialect.js';
import { openTransaction } from './sqlite.js';

export type PostgresOptions = {
  url: string;
  /** A schema of its own, so that bot and service share a database. */
  schema: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  clock: Clock;
  /** From 0 to 1: spreads repeated transactions. */
  random: () => number;
  /** Connections of this process. */
  connections?: number;
};

const isWhole = { int8: 20, numeric: 1700 };
const types = new pg.TypeOverrides();
for (const type of Object.values(isWhole)) types.setTypeParser(type, Number);

/** A conflict with another transaction, or a deadlock: nothing is wrong, it has to run again. */
const repeatable = new Set(['40001', '40P01']);
/** Transactions that failed this often run one after the other, so that each one ends however many there are. */
const freeTries = 4;
const mostTries = 30;
/** How long they wait for those of other processes, one of which may have been paused. */
const laneTries = 100;
const laneEveryMs = 10;

/** A database on a pool of connections. Transactions are serializable and repeated after a conflict. */
export function createPostgresDatabase(options: PostgresOptions): Database {
  const { url, schema, applicationName, clock, random, connections = 10 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: applicationName,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
    options: `-c search_path=${schema}`,
    types,
  });
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);

  /** Transactions of this process that had too many conflicts. */
  let lane: Promise<unknown> = Promise.resolve();
  const inLane = <T>(perform: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const done = lane.then(() => withLock(pool, { clock, key: `rigsmith conflicts of ${schema}` }, perform));
    lane = done.catch(() => undefined);
    return done;
  };

  const transaction: Database['transaction'] = async (body, { durable = true } = {}) => {
    const settings = durable ? [] : ['SET LOCAL synchronous_commit = off'];
    for (let tried = 1; ; tried += 1) {
      try {
        if (tried <= freeTries) return await withClient(pool, (client) => attempt(client, body, settings));
        return await inLane((client) => attempt(client, body, settings));
      } catch (error) {
        if (!repeatable.has((error as { code?: string }).code ?? '') || tried === mostTries) throw error;
        await clock.sleep(random() * Math.min(2 ** tried, 100));
      }
    }
  };
  const reads = queriesOn(pool);
  /** A single statement that writes is isolated like a transaction: it may read what others are changing. */
  const isRead = (sql: string) => /^\s*SELECT\b/i.test(sql);
  return {
    engine: 'postgres',
    all: async (sql, params) =>
      isRead(sql) ? reads.all(sql, params) : transaction((t) => t.all(sql, params)),
    get: async (sql, params) =>
      isRead(sql) ? reads.get(sql, params) : transaction((t) => t.get(sql, params)),
    run: (sql, params) => transaction((t) => t.run(sql, params)),
    transaction,
    snapshot: (body) => withClient(pool, (client) => attempt(client, body, ['SET TRANSACTION READ ONLY'])),
    close: () => pool.end(),
  };
}

/** Returns the connection to the pool, or closes it when it was lost. */
async function withClient<T>(pool: pg.Pool, perform: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const onError = (error: Error): void => {
    lost = error;
  };
  client.on('error', onError);
  try {
    return await perform(client);
  } finally {
    client.removeListener('error', onError);
    client.release(lost);
  }
}

/** Holds a lock of the whole server meanwhile; goes on without it rather than wait for a process that stands still. */
const withLock = <T>(
  pool: pg.Pool,
  { clock, key }: { clock: Clock; key: string },
  perform: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  withClient(pool, async (client) => {
    let isHeld = false;
    for (let tried = 1; !isHeld && tried <= laneTries; tried += 1) {
      const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1), 1) AS taken', [key]);
      isHeld = rows[0].taken;
      if (!isHeld) await clock.sleep(laneEveryMs);
    }
    try {
      return await perform(client);
    } finally {
      if (isHeld)
        await client.query('SELECT pg_advisory_unlock(hashtext($1), 1)', [key]).catch(() => undefined);
    }
  });

async function attempt<T>(
  client: pg.PoolClient,
  body: Parameters<Database['transaction']>[0],
  settings: readonly string[],
): Promise<T> {
  const inside = openTransaction(queriesOn(client));
  try {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    for (const setting of settings) await client.query(setting);
    const value = await body(inside.transaction);
    await client.query('COMMIT');
    return value as T;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => client.emit('error', lost));
    throw error;
  } finally {
    inside.end();
  }
}

type Connection = Pick<pg.Pool, 'query'>;

const translated = new Map<string, ReturnType<typeof toPostgres> & { name: string }>();

/** Prepared by the server under a name made from the text. */
function prepare(sql: string): ReturnType<typeof toPostgres> & { name: string } {
  const known = translated.get(sql);
  if (known) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32);
  const prepared = { ...toPostgres(sql), name };
  translated.set(sql, prepared);
  return prepared;
}

const queriesOn = (connection: Connection): Queries => {
  const query = (sql: string, params: Params = {}) => {
    const expanded = expandLists(sql, params);
    const { text, name, names } = prepare(expanded.sql);
    const values = names.map((each) => {
      if (!(each in expanded.params)) throw new Error(`The parameter @${each} is missing.`);
      return expanded.params[each];
    });
    return connection.query({ text, name, values });
  };
  return {
    all: async (sql, params) => (await query(sql, params)).rows,
    get: async (sql, params) => (await query(sql, params)).rows[0],
    run: async (sql, params) => (await query(sql, params)).rowCount ?? 0,
  };
};
