import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../../../src/base/clock.js';
import type { Database } from '../../../../src/base/db/database.js';
import { followServerClock } from '../../../../src/base/db/server-clock.js';
import { type Log, silentLog } from '../../../../src/base/log.js';
import { openOwned } from '../../../../src/base/owned.js';
import { createLeases } from '../../../../src/base/shared/leases.js';
import { manualClock } from '../../../support/clock.js';
import { createTestSchema, openTestSchema } from '../../../support/engines.js';
import { eventually } from '../../../support/eventually.js';
import { needsPostgres, postgresPrograms } from '../../../support/postgres.js';

const migrations = resolve('data/migrations/service');
/** A host whose clock is wrong by so much. */
const hostAhead = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

describe.skipIf(postgresPrograms === null)(`the time of a PostgreSQL server${needsPostgres}`, () => {
  let db: Database;
  let url: string;
  let schema: string;
  let stops: (() => Promise<void>)[];
  let warnings: unknown[][];
  let log: Log;
  beforeEach(async () => {
    ({ url, schema } = await createTestSchema());
    db = await openTestSchema(url, migrations, schema);
    stops = [];
    warnings = [];
    log = { ...silentLog, warn: (...said: unknown[]) => void warnings.push(said) } as Log;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const stop of stops) await stop();
    await db.close();
  });
  const follow = async (clock: Clock) => {
    const followed = await followServerClock({ db, clock, log });
    stops.push(followed.stop);
    return followed.clock;
  };

  it.each([90_000, -90_000])(
    'is that of every host, also of one whose clock is wrong by %i ms',
    async (ms) => {
      const time = await follow(hostAhead(ms));
      expect(Math.abs(time.now() - Date.now())).toBeLessThan(1_500);
      expect(warnings).toEqual([[{ aheadMs: expect.any(Number) }, expect.stringContaining('clock differs')]]);
    },
  );

  it('is the clock of a host that agrees with it', async () => {
    // This clock does not run while the server answers, which takes a busy machine longer than is tolerated.
    await eventually(async () => {
      const host = manualClock(Date.now());
      const time = await follow(host);
      expect(time.now()).toBe(host.now());
    });
    expect(warnings).toEqual([]);
  });

  it('is asked again at the start when the answer took long', async () => {
    const host = manualClock(Date.now());
    let answers = 0;
    const slowAtFirst: Database = {
      ...db,
      async get(...asked) {
        const answer = await db.get(...asked);
        answers += 1;
        if (answers === 1) await host.advance(10_000);
        return answer as never;
      },
    };
    const { clock, stop } = await followServerClock({ db: slowAtFirst, clock: host, log });
    stops.push(stop);
    // Ten seconds passed on the host only. By the first answer alone it would be five seconds ahead.
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_500);
  });

  it('is followed when the clock of the host is set', async () => {
    let wrongBy = 60_000;
    const host = manualClock(Date.now());
    const time = await follow({ ...host, now: () => host.now() + wrongBy });
    expect(Math.abs(time.now() - host.now())).toBeLessThan(1_500);
    wrongBy = 0;
    await host.advance(30_000);
    // Half a minute passed on the host only, so the server's time is half a minute back.
    await eventually(() => expect(Math.abs(time.now() - Date.now())).toBeLessThan(1_500));
  });

  it('keeps a host whose clock is ahead from taking a lease too early', async () => {
    const [usual, ahead] = [await follow(systemClock), await follow(hostAhead(60_000))];
    const take = (clock: Clock, owner: string) => createLeases({ db, clock, owner }).take('payments');
    expect(await take(usual, 'usual')).not.toBeNull();
    expect(await take(hostAhead(60_000), 'by its own clock')).not.toBeNull();
    await db.run('DELETE FROM work_lease');
    expect(await take(usual, 'usual')).not.toBeNull();
    expect(await take(ahead, 'by the time of the server')).toBeNull();
  });

  it('is the time of a process that opens its database', async () => {
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 120_000);
    const place = { path: '', url, schema };
    const opened = await openOwned(place, migrations, { clock: systemClock, log, onLost: () => undefined });
    stops.push(opened.close);
    expect(Math.abs(opened.clock.now() - real())).toBeLessThan(1_500);
    const lease = await opened.leases.take('payments');
    expect(lease).not.toBeNull();
    const row = await db.get<{ until: number }>(`SELECT until FROM work_lease WHERE name = 'payments'`);
    expect(Math.abs((row?.until ?? 0) - 15_000 - real())).toBeLessThan(1_500);
  });
});
