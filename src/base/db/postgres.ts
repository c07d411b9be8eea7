import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Clock } from '../clock.js';
import { connectionTo } from './connect.js';
import type { Database, Params, Queries, Value } from './database.js';
import { expandLists, forPostgres, toPostgres } from './dialect.js';
import { readEachTime } from './kept.js';
import { type Connection, type ConnectionPool, createConnectionPool } from './postgres-pool.js';
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
  /** How long the server may take to answer; longer than it lets a statement take. */
  answerMs?: number;
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
  const { url, schema, applicationName, clock, random, connections = 10, answerMs } = options;
  const pool = createConnectionPool({
    config: {
      ...connectionTo(url, { application_name: applicationName, options: `-c search_path=${schema}` }),
      max: connections,
      types,
    },
    clock,
    answerMs,
  });

  /** Transactions of this process that had too many conflicts. */
  let lane: Promise<unknown> = Promise.resolve();
  const inLane = <T>(perform: (connection: Connection) => Promise<T>): Promise<T> => {
    const done = lane.then(() => withLock(pool, { clock, key: `rigsmith conflicts of ${schema}` }, perform));
    lane = done.catch(() => undefined);
    return done;
  };

  const transaction: Database['transaction'] = async (body, { durable = true } = {}) => {
    const settings = durable ? [] : ['SET LOCAL synchronous_commit = off'];
    for (let tried = 1; ; tried += 1) {
      try {
        if (tried <= freeTries) return await pool.use((connection) => attempt(connection, body, settings));
        return await inLane((connection) => attempt(connection, body, settings));
      } catch (error) {
        if (!repeatable.has((error as { code?: string }).code ?? '') || tried === mostTries) throw error;
        await clock.sleep(random() * Math.min(2 ** tried, 100));
      }
    }
  };
  const reads = queriesOn({ query: (config) => pool.use((connection) => connection.query(config)) });
  /** A single statement that writes is isolated like a transaction: it may read what others are changing. */
  const isRead = (sql: string) => /^\s*SELECT\b/i.test(sql);
  return {
    engine: 'postgres',
    all: async (sql, params) =>
      isRead(sql) ? reads.all(sql, params) : transaction((t) => t.all(sql, params)),
    get: async (sql, params) =>
      isRead(sql) ? reads.get(sql, params) : transaction((t) => t.get(sql, params)),
    run: (sql, params) => transaction((t) => t.run(sql, params)),
    kept: readEachTime,
    transaction,
    snapshot: (body) => pool.use((connection) => attempt(connection, body, ['SET TRANSACTION READ ONLY'])),
    close: pool.close,
  };
}

/** Holds a lock of the whole server meanwhile; continues without it rather than wait for a process that hangs. */
const withLock = <T>(
  pool: ConnectionPool,
  { clock, key }: { clock: Clock; key: string },
  perform: (connection: Connection) => Promise<T>,
): Promise<T> =>
  pool.use(async (connection) => {
    let isHeld = false;
    for (let tried = 1; !isHeld && tried <= laneTries; tried += 1) {
      const { rows } = await connection.query({
        text: 'SELECT pg_try_advisory_lock(hashtext($1), 1) AS taken',
        values: [key],
      });
      isHeld = rows[0].taken;
      if (!isHeld) await clock.sleep(laneEveryMs);
    }
    try {
      return await perform(connection);
    } finally {
      const unlock = { text: 'SELECT pg_advisory_unlock(hashtext($1), 1)', values: [key] };
      if (isHeld) await connection.query(unlock).catch(() => undefined);
    }
  });

const nothingKept = () => undefined;

async function attempt<T>(
  connection: Connection,
  body: Parameters<Database['transaction']>[0],
  settings: readonly string[],
): Promise<T> {
  const inside = openTransaction(queriesOn(connection), nothingKept);
  try {
    await connection.query(['BEGIN ISOLATION LEVEL SERIALIZABLE', ...settings].join('; ')); // one round trip
    const value = await body(inside.transaction);
    await connection.query('COMMIT');
    return value as T;
  } catch (error) {
    await connection.query('ROLLBACK').catch(connection.lose);
    throw error;
  } finally {
    inside.end();
  }
}

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

const queriesOn = (connection: Pick<Connection, 'query'>): Queries => {
  const query = (sql: string, params: Params = {}) => {
    const expanded = expandLists(sql, params);
    const { text, name, names } = prepare(expanded.sql);
    const values = names.map((each) => {
      if (!(each in expanded.params)) throw new Error(`The parameter @${each} is missing.`);
      return forPostgres(expanded.params[each] as Value);
    });
    return connection.query({ text, name, values });
  };
  return {
    all: async (sql, params) => (await query(sql, params)).rows,
    get: async (sql, params) => (await query(sql, params)).rows[0],
    run: async (sql, params) => (await query(sql, params)).rowCount ?? 0,
    kept: readEachTime,
  };
};
