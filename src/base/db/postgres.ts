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

  /** Again after each conflict. */
  const repeated = async <T>(perform: (connection: Connection) => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await (tried <= freeTries ? pool.use(perform) : inLane(perform));
      } catch (error) {
        if (!repeatable.has((error as { code?: string }).code ?? '') || tried === mostTries) throw error;
        await clock.sleep(random() * Math.min(2 ** tried, 100));
      }
    }
  };
  const transaction: Database['transaction'] = (body, { durable = true } = {}) => {
    const settings = durable ? [] : ['SET LOCAL synchronous_commit = off'];
    return repeated((connection) => attempt(connection, body, settings));
  };
  const single = queriesOn({
    query: (config) =>
      isRead(config.text)
        ? pool.use((connection) => connection.query(config))
        : repeated((connection) => attemptAtOnce(connection, config)),
  });
  return {
    ...single,
    engine: 'postgres',
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

/** A single statement that writes is isolated like a transaction: it may read what others are changing. */
const isRead = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

const beginning = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** Without a type, as the parameters of a prepared statement are. */
function literalOf(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return pg.escapeLiteral(String(value));
}

/**
 * A transaction of one statement, as one message: the server ends it without this process, which may be paused or cut
 * off meanwhile. Otherwise the rows that it locked would stay locked until the server notices.
 */
async function attemptAtOnce(connection: Connection, { text, values }: Statement): Promise<pg.QueryResult> {
  const statement = text.replace(/\$(\d+)/g, (_, at: string) => literalOf(values[Number(at) - 1]!));
  try {
    // The types of `pg` don't know that several statements have several results.
    const results: unknown = await connection.query(`${beginning};\n${statement};\nCOMMIT`);
    return (results as pg.QueryResult[])[1]!;
  } catch (error) {
    await connection.query('ROLLBACK').catch(connection.lose);
    throw error;
  }
}

const nothingKept = () => undefined;

async function attempt<T>(
  connection: Connection,
  body: Parameters<Database['transaction']>[0],
  settings: readonly string[],
): Promise<T> {
  const inside = openTransaction(queriesOn(connection), nothingKept);
  try {
    await connection.query([beginning, ...settings].join('; ')); // one round trip
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

type Statement = { text: string; name: string; values: Value[] };

const queriesOn = (connection: { query(statement: Statement): Promise<pg.QueryResult> }): Queries => {
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
