import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import type { Database } from '../../../../src/base/db/database.js';
import { createPostgresDatabase } from '../../../../src/base/db/postgres.js';
import { type Line, openLine } from '../../../fault/cluster/line.js';
import { createTestSchema } from '../../../support/engines.js';
import { eventually } from '../../../support/eventually.js';
import { needsPostgres, postgresPrograms, startPostgres } from '../../../support/postgres.js';

/** Far below the server's own limit, which has no effect once the connection is cut. */
const answerMs = 1_000;

describe.skipIf(postgresPrograms === null)(`a connection that was cut without a word${needsPostgres}`, () => {
  let line: Line;
  let db: Database;
  /** The server gets the message with this text, but its answer is lost. */
  let cutAt: string | null;
  let url: URL;
  let schema: string;
  const connect = () =>
    createPostgresDatabase({
      url: url.href,
      schema,
      applicationName: 'test',
      clock: systemClock,
      random: Math.random,
      answerMs,
    });
  beforeEach(async () => {
    const place = await createTestSchema();
    url = new URL(place.url);
    schema = place.schema;
    const port = Number(url.port);
    cutAt = null;
    line = await openLine(() => [port], {
      change(chunk) {
        if (cutAt !== null && chunk.includes(cutAt)) line.cut();
        return chunk;
      },
    });
    url.port = String(line.port);
    db = connect();
    url.port = String(port);
    await eventually(() => db.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`));
    await eventually(() => db.run('CREATE TABLE IF NOT EXISTS note (text TEXT NOT NULL)'));
  });
  afterEach(async () => {
    line.mend();
    await db.close().catch(() => undefined);
    await line.close();
  });
  const count = async () => (await db.get<{ count: number }>('SELECT count(*) AS count FROM note'))?.count;
  /** After a cut. On a busy machine, a new connection may take longer than an answer may. */
  const countAgain = () => eventually(count);

  it('fails a read, and works again after it', async () => {
    line.cut();
    await expect(count()).rejects.toThrow('did not answer');
    line.mend();
    expect(await countAgain()).toBe(0);
  });

  it('fails a new connection', async () => {
    line.cut();
    const reads = Array.from({ length: 12 }, count);
    for (const read of await Promise.allSettled(reads)) expect(read.status).toBe('rejected');
  });

  it('fails a transaction in the middle, which is not repeated, and keeps nothing of it', async () => {
    let tries = 0;
    const writing = db.transaction(async (t) => {
      tries += 1;
      await t.run("INSERT INTO note (text) VALUES ('first')");
      line.cut();
      await t.run("INSERT INTO note (text) VALUES ('second')");
    });
    await expect(writing).rejects.toThrow('did not answer');
    expect(tries).toBe(1);
    line.mend();
    expect(await countAgain()).toBe(0);
  });

  it('never repeats a transaction whose commit got no answer', async () => {
    let tries = 0;
    const writing = db.transaction(async (t) => {
      tries += 1;
      await t.run("INSERT INTO note (text) VALUES ('once')");
      cutAt = 'COMMIT';
    });
    await expect(writing).rejects.toThrow('did not answer');
    line.mend();
    expect(await countAgain()).toBe(1);
    expect(tries).toBe(1);
  });

  it('leaves no row locked by a single statement without an answer', async () => {
    await db.run('INSERT INTO note (text) VALUES (@text)', { text: "it's" });
    const other = connect();
    expect(await other.all('SELECT text FROM note')).toEqual([{ text: "it's" }]);
    cutAt = 'UPDATE note';
    const writing = db.run("UPDATE note SET text = text || '!'");
    await eventually(async () => expect(line.isCut()).toBe(true));
    await other.run("UPDATE note SET text = text || '?'"); // not locked; the other statement may arrive after it
    await eventually(async () =>
      expect((await other.get<{ text: string }>('SELECT text FROM note'))?.text).toMatch(/^it's(?:!\?|\?!)$/),
    );
    await expect(writing).rejects.toThrow('did not answer');
    await other.close();
  });

  it('closes while a transaction waits for its answer', async () => {
    const writing = db.transaction(async (t) => {
      await t.run("INSERT INTO note (text) VALUES ('lost')");
      line.cut();
      await t.run("INSERT INTO note (text) VALUES ('lost too')");
    });
    const failed = expect(writing).rejects.toThrow();
    await expect.poll(() => line.isCut()).toBe(true);
    await db.close();
    await failed;
  });

  it('ends an idle transaction before it gives up a statement that waits for it', async () => {
    const limit = async (name: string) => {
      const sql = 'SELECT CAST(setting AS BIGINT) AS ms FROM pg_settings WHERE name = @name';
      return (await eventually(() => db.get<{ ms: number }>(sql, { name })))?.ms ?? 0;
    };
    expect(await limit('idle_in_transaction_session_timeout')).toBeGreaterThan(0);
    expect(await limit('idle_in_transaction_session_timeout')).toBeLessThan(
      (await limit('statement_timeout')) - 2_000,
    );
  });
});

describe.skipIf(postgresPrograms === null)(`a server that restarts${needsPostgres}`, () => {
  it('fails running statements and replaces every connection', async () => {
    const cluster = await startPostgres(['fsync=off']);
    const place = { schema: 'public', applicationName: 'test', clock: systemClock, random: Math.random };
    const db = createPostgresDatabase({ ...place, url: await cluster.createDatabase() });
    await db.run('CREATE TABLE note (text TEXT NOT NULL)');
    await Promise.all(Array.from({ length: 8 }, () => db.get(`SELECT pg_sleep(0.05)`))); // opens 8 connections
    const writing = db.transaction(async (t) => {
      await t.run(`INSERT INTO note (text) VALUES ('half')`);
      await cluster.crash();
      await t.run(`INSERT INTO note (text) VALUES ('other half')`);
    });
    await expect(writing).rejects.toThrow();
    const texts = () => db.all<{ text: string }>('SELECT text FROM note');
    expect(await texts()).toEqual([]);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => db.run(`INSERT INTO note (text) VALUES (@n)`, { n: `${n}` })),
    );
    expect(await texts()).toHaveLength(8);
    await db.close();
    await cluster.stop();
  });
});
