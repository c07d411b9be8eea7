import pg from 'pg';
import type { Clock } from '../clock.js';

/** The server cancels a statement after this. */
const statementMs = 15_000;
/** Sooner, so that a statement that waits for a transaction of a process that hangs continues. */
const idleMs = 10_000;
/** Later than the server's own limit, which has no effect when the connection was cut silently. */
const usualAnswerMs = 18_000;
const connectMs = 10_000;
/** Steps in which waiting is counted: a pause of the whole process counts as one, because the answer may be there. */
const steps = 6;
/** What still runs when the pool is closed has as long. */
const closeMs = 5_000;

/** A connection taken from the pool. */
export type Connection = {
  /** @throws when the server refuses, or does not answer in time; the connection is then lost */
  query(config: string | pg.QueryConfig): Promise<pg.QueryResult>;
  /** The connection is closed instead of being used again. */
  lose(error: Error): void;
};

export type ConnectionPool = {
  /** Returns the connection to the pool afterwards, or closes it when it was lost. */
  use<T>(perform: (connection: Connection) => Promise<T>): Promise<T>;
  /** Never waits for a server that does not answer. Repeatable. */
  close(): Promise<void>;
};

/** @param options.answerMs how long an answer of the server may take */
export function createConnectionPool(options: {
  config: pg.PoolConfig;
  clock: Clock;
  answerMs?: number | undefined;
}): ConnectionPool {
  const { config, clock, answerMs = usualAnswerMs } = options;
  const pool = new pg.Pool({
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
    connectionTimeoutMillis: Math.min(connectMs, answerMs),
    keepAlive: true,
    ...config,
  });
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));

  let ended: Promise<void> | undefined;
  return {
    async use(perform) {
      const client = await pool.connect();
      let lost: Error | undefined;
      const lose = (error: Error): void => {
        lost ??= error;
      };
      client.on('error', lose);
      const query: Connection['query'] = async (asked) => {
        if (lost) throw lost;
        return answered(client.query(asked), answerMs, (error) => {
          lose(error);
          cut(client);
        });
      };
      try {
        return await perform({ query, lose });
      } finally {
        client.removeListener('error', lose);
        client.release(lost);
      }
    },
    close() {
      ended ??= end(pool, { open, clock });
      return ended;
    },
  };
}

/** @param open its connections */
async function end(
  pool: pg.Pool,
  { open, clock }: { open: ReadonlySet<pg.PoolClient>; clock: Clock },
): Promise<void> {
  const closed = new AbortController();
  const late = clock.sleep(closeMs, closed.signal).then(
    () => open.forEach(cut),
    () => undefined,
  );
  await pool.end();
  closed.abort();
  await late;
  // A server that is out of reach does not confirm the end, and the process ends without it.
  for (const client of open) (client as unknown as { unref(): void }).unref();
}

/** @param onSilence called when there was no answer, before the error is thrown */
async function answered<T>(answer: Promise<T>, ms: number, onSilence: (error: Error) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    let left = steps;
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      const error = new Error('PostgreSQL did not answer in time.');
      onSilence(error);
      reject(error);
    }, ms / steps);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearInterval(timer);
  }
}

/** Closes a connection without waiting for the server. Its queries fail. */
function cut(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  stream.destroy();
}
