import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const lookEveryMs = 100;

/** The rows that are never deleted within an hour. A row that was lost and made again has another time. */
const committed = `
  SELECT 'intent ' || id || ' of ' || created_at AS row FROM service.intent
  UNION ALL SELECT 'entry ' || kind || ' ' || subject || ' of ' || created_at FROM service.ledger_entry
  UNION ALL SELECT 'run ' || id || ' of ' || created_at FROM service.run`;

/** Rows that others have read, and that a crash must therefore not take back. */
export type Witness = {
  /** The rows seen before that are gone, in sentences. */
  missing(): Promise<string[]>;
  stop(): Promise<void>;
};

/** The rows among those seen that are no longer there, counted, with some examples. */
export function describeLost(seen: ReadonlySet<string>, left: ReadonlySet<string>): string[] {
  const lost = [...seen].filter((row) => !left.has(row));
  if (lost.length === 0) return [];
  return [
    `${lost.length} of ${seen.size} committed rows were read and are gone: ${lost.slice(0, 3).join(', ')}`,
  ];
}

/** Reads again and again what a database has committed. */
export function witnessCommits(url: string): Witness {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  const seen = new Set<string>();
  let isOpen = true;
  const look = async () => (await pool.query<{ row: string }>(committed)).rows.map(({ row }) => row);
  const looking = (async () => {
    while (isOpen) {
      // A database that restarts does not answer.
      const rows = await look().catch(() => []);
      for (const row of rows) seen.add(row);
      await sleep(lookEveryMs);
    }
  })();
  return {
    missing: async () => describeLost(seen, new Set(await look())),
    async stop() {
      isOpen = false;
      await looking;
      await pool.end();
    },
  };
}
