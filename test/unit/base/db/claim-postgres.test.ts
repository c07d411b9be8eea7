import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import { claimPostgres, type PostgresClaim } from '../../../../src/base/db/claim-postgres.js';
import { eventually } from '../../../support/eventually.js';
import { type Cluster, needsPostgres, postgresPrograms, startPostgres } from '../../../support/postgres.js';

describe.skipIf(postgresPrograms === null)(`a claim of a PostgreSQL schema${needsPostgres}`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  const lost: string[] = [];
  const claim = (url: string, name: string, schema = 'bot'): Promise<PostgresClaim> =>
    claimPostgres({
      url,
      schema,
      applicationName: name,
      clock: systemClock,
      onLost: (sentence) => lost.push(`${name}: ${sentence}`),
    });

  it('refuses a second process and names the first, until that one ends', async () => {
    const url = await cluster.createDatabase();
    const first = await claim(url, 'host oak, pid 7');
    await expect(claim(url, 'host elm, pid 8')).rejects.toThrow(
      /\(schema bot\) is in use by another process \(host oak, pid 7\)\. Stop that process first/,
    );
    const other = await claim(url, 'host oak, pid 9', 'service');
    await first.release();
    const second = await claim(url, 'host elm, pid 8');
    await Promise.all([second.release(), other.release()]);
    expect(lost).toEqual([]);
  });

  it('is taken again after the server was restarted', async () => {
    const url = await cluster.createDatabase();
    const first = await claim(url, 'host oak, pid 7');
    await cluster.crash();
    const operator = new pg.Client({ connectionString: url });
    await operator.connect();
    await eventually(async () => {
      const { rows } = await operator.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`);
      expect(rows).toHaveLength(1);
    });
    await expect(claim(url, 'host elm, pid 8')).rejects.toThrow('pid 7');
    expect(lost).toEqual([]);
    await Promise.all([operator.end(), first.release()]);
  });

  it('is lost when another process takes over while the connection is down', async () => {
    const url = await cluster.createDatabase();
    const first = await claim(url, 'host oak, pid 7');
    const operator = new pg.Client({ connectionString: url });
    await operator.connect();
    // The lock passes on at once, as to a process that was waiting for it.
    const waiting = operator.query(`SELECT pg_advisory_lock(hashtext('rigsmith owner of bot'), 0)`);
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    await beside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'host oak, pid 7'`,
    );
    await waiting;
    const sentence = /^host oak, pid 7: Another process \(.*\) took over the database/;
    await eventually(async () => expect(lost).toEqual([expect.stringMatching(sentence)]));
    await Promise.all([operator.end(), beside.end(), first.release()]);
  });
});
