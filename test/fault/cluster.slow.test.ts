import { expect, it } from 'vitest';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { playCluster } from './cluster/play.js';

/** A short storm of `npm run fault -- --only cluster`, on the built program. */
it.skipIf(postgresPrograms === null)(
  `two bots, two services and a worker lose nothing while they are killed, paused and cut off${needsPostgres}`,
  async () => {
    const { problems, paid, credited, blows } = await playCluster({
      size: { bots: 2, services: 2, workers: 1, servers: 2, people: 4 },
      seed: 1,
      minutes: 0.5,
      paceMs: 3_000,
      rigShare: 0.05,
      calmMs: 120_000,
    });
    expect(problems).toEqual([]);
    expect(blows.length).toBeGreaterThan(2);
    expect(paid).toBeGreaterThan(0);
    expect(credited).toBe(paid);
  },
  600_000,
);
