import pg from 'pg';
import { expect, it } from 'vitest';
import { needsPostgres, postgresPrograms, startPostgres } from '../support/postgres.js';

/** The rows left of two: one written before the WAL writer stops, one that is committed while it is stopped. */
async function rowsAfterCrash(settings: readonly string[]): Promise<number> {
  const cluster = await startPostgres(settings);
  const connectionString = await cluster.createDatabase();
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  try {
    await ask('SET synchronous_commit = on; CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
    const crash = cluster.crash(1_000);
    await ask('INSERT INTO kept VALUES (2)');
    await crash;
    return (await ask('SELECT id FROM kept')).length;
  } finally {
    await cluster.stop();
  }
}

it.skipIf(postgresPrograms === null)(
  `a crash loses commits that were not written, and nothing else${needsPostgres}`,
  async () => {
    expect(await rowsAfterCrash([])).toBe(2);
    expect(await rowsAfterCrash(['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_buffers=16MB'])).toBe(
      1,
    );
  },
);
