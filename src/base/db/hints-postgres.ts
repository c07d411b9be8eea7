import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { connectPostgres } from './connect.js';
import { createLocal, type Hints } from './hints.js';

const retryEveryMs = 500;
/** A connection that was cut without a word is found by asking. */
const usualCheck = { everyMs: 15_000, answerMs: 5_000 };
/** PostgreSQL refuses a notification of 8,000 bytes. */
const mostBytes = 7_500;
/** Hints that wait while the server is away; others look at everything again when there were more. */
const mostWaiting = 10_000;

type Hint = readonly [topic: string, about: string];

/** The processes of one schema share a channel, whose name PostgreSQL limits to 63 characters. */
const channelOf = (schema: string): string =>
  `rigsmith_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;

/**
 * Hints as notifications of PostgreSQL, on a connection of their own that is opened when it is first needed. Hints told
 * while one notification is under way are sent together, each once.
 */
export function createPostgresHints(options: {
  url: string;
  schema: string;
  applicationName: string;
  clock: Clock;
  log: Log;
  /** How often the connection is checked, and how long an answer may take. */
  check?: { everyMs: number; answerMs: number };
}): Hints {
  const { url, schema, applicationName, clock, log, check = usualCheck } = options;
  const channel = channelOf(schema);
  const local = createLocal();
  const stopping = new AbortController();
  const waiting = new Map<string, Hint>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let sending: Promise<void> | undefined;

  const connectOnce = async (): Promise<pg.Client> => {
    const made = await connectPostgres(url, {
      application_name: `${applicationName}, hints`,
      keepAlive: true,
      query_timeout: check.answerMs,
    });
    made.on('end', () => {
      if (client === made) discard();
    });
    made.on('notification', ({ processId, payload = '' }) => {
      if (processId === (made as unknown as { processID: number }).processID) return; // told here already
      for (const [topic, about] of JSON.parse(payload) as Hint[]) local.deliver(topic, about);
    });
    try {
      await made.query(`LISTEN ${channel}`);
    } catch (error) {
      cut(made); // nothing else closes this connection
      throw error;
    }
    return made;
  };

  const connectUntilDone = async (): Promise<void> => {
    for (let tried = 0; !stopping.signal.aborted; tried += 1) {
      const made = await connectOnce().catch((error) => {
        if (tried === 0)
          log.warn({ err: error }, 'hints between processes are lost; trying to connect again');
        return undefined;
      });
      if (made && stopping.signal.aborted) return cut(made);
      if (made) {
        client = made;
        void watch(made);
        local.missed();
        send();
        return;
      }
      await clock.sleep(retryEveryMs, stopping.signal).catch(() => undefined);
    }
  };
  const connect = () => {
    if (stopping.signal.aborted) return;
    connecting ??= connectUntilDone().finally(() => {
      connecting = undefined;
    });
  };

  const discard = () => {
    if (client) cut(client);
    client = undefined;
    connect();
  };

  /** Discards the connection once it no longer answers. */
  const watch = async (made: pg.Client): Promise<void> => {
    while (client === made) {
      await clock.sleep(check.everyMs, stopping.signal).catch(() => undefined);
      if (client !== made || stopping.signal.aborted) return;
      await made.query('SELECT 1').catch(() => {
        if (client === made) discard();
      });
    }
  };

  const sendAll = async (): Promise<void> => {
    while (client && waiting.size > 0) {
      const batch = takeBatch(waiting);
      const used = client;
      await used.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(batch)]).catch(() => {
        for (const hint of batch) waiting.set(JSON.stringify(hint), hint); // sent again by the next connection
        if (client === used) discard();
      });
    }
  };
  const send = () => {
    if (!client) return connect();
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  };

  const tellOthers: Hints['tellOthers'] = (topic, about = '') => {
    const hint = [topic, about] as const;
    if (waiting.size < mostWaiting) waiting.set(JSON.stringify(hint), hint);
    send();
  };
  return {
    tell(topic, about = '') {
      local.deliver(topic, about);
      tellOthers(topic, about);
    },
    tellOthers,
    on(topic, listener) {
      if (!client) connect();
      return local.on(topic, listener);
    },
    onMissed: local.onMissed,
    async close() {
      await sending;
      stopping.abort();
      await connecting;
      const last = client;
      client = undefined;
      if (last) cut(last);
    },
  };
}

/** Closes a connection without waiting for the server, which may be unreachable. */
function cut(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  stream.destroy();
}

/** As many as fit into one notification, oldest first. */
function takeBatch(waiting: Map<string, Hint>): Hint[] {
  const batch: Hint[] = [];
  let bytes = 2;
  for (const [key, hint] of waiting) {
    bytes += Buffer.byteLength(key) + 1;
    if (bytes > mostBytes && batch.length > 0) break;
    batch.push(hint);
    waiting.delete(key);
  }
  return batch;
}
