import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { createReadiness } from '../../../src/base/readiness.js';
import { answerHealth } from '../../../src/service/health.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { onEveryServiceEngine } from '../../support/service-database.js';

/** Whether `/readyz` finds out that the database takes nothing. */
onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
  });
  afterEach(() => db.close());

  /** @returns asks this process */
  const startProcess = () => {
    const app = Fastify();
    answerHealth(app, { db, features: [], clock, readiness: createReadiness() });
    return async () => {
      const { statusCode, body } = await app.inject('/readyz');
      return { statusCode, problems: JSON.parse(body).problems };
    };
  };
  const ready = { statusCode: 200, problems: [] };

  it('writes a probe and deletes it, also when two processes do it at once', async () => {
    const processes = [startProcess(), startProcess()];
    expect(await Promise.all(processes.map((ask) => ask()))).toEqual([ready, ready]);
    expect(await db.all(`SELECT name FROM setting WHERE name = 'probe'`)).toEqual([]);
  });

  it('reports a database that cannot be written at most five seconds later', async () => {
    const ask = startProcess();
    expect(await ask()).toEqual(ready);
    await db.close();
    await clock.advance(5_000);
    expect(await ask()).toEqual({
      statusCode: 503,
      problems: [expect.stringMatching(/^the database cannot be written: ./)],
    });
  });
});
