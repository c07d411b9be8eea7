import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { startLoop } from '../loop.js';
import type { Database } from './database.js';

const measureEveryMs = 30_000;
/** Smaller differences may come from the measurement, and would only make the time jump. */
const toleranceMs = 100;
/** An answer that took longer says little about the present. */
const slowMs = 1_000;
/** How often a server that answers slowly is asked at first; a process that then takes a lease needs the time. */
const firstTries = 5;
const worthTellingMs = 2_000;

const sql = `SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) AS now`;

/** By how much the host's clock is ahead, and how long the answer took; in ms. */
type Measured = { difference: number; tookMs: number };

/**
 * The time of a PostgreSQL server, so that processes on hosts with different clocks agree on when a lease ends. It is
 * asked now and every half minute; in between, the host's clock goes on from there.
 */
export async function followServerClock(options: {
  db: Database;
  /** The host's. */
  clock: Clock;
  log: Log;
}): Promise<{ clock: Clock; stop(): Promise<void> }> {
  const { db, clock, log } = options;
  let aheadMs: number | undefined;

  const ask = async (): Promise<Measured> => {
    const askedAt = clock.now();
    const answer = await db.get<{ now: number }>(sql);
    const answeredAt = clock.now();
    const difference = Math.round((askedAt + answeredAt) / 2 - (answer?.now ?? askedAt));
    return { difference, tookMs: answeredAt - askedAt };
  };

  const askAtFirst = async (): Promise<Measured> => {
    let best = await ask();
    for (let tries = 1; tries < firstTries && best.tookMs > slowMs; tries += 1) {
      const next = await ask();
      if (next.tookMs < best.tookMs) best = next;
    }
    return best;
  };

  const measure = async (): Promise<undefined> => {
    const { difference, tookMs } = await (aheadMs === undefined ? askAtFirst() : ask());
    if (aheadMs !== undefined && tookMs > slowMs) return;
    const measured = Math.abs(difference) <= toleranceMs ? 0 : difference;
    if (Math.abs(measured - (aheadMs ?? 0)) > worthTellingMs)
      log.warn(
        { aheadMs: measured },
        "this host's clock differs from the database's, whose time is used; set it by NTP",
      );
    aheadMs = measured;
  };

  await measure();
  const following = startLoop({
    name: 'time of the database',
    everyMs: measureEveryMs,
    round: measure,
    clock,
    log,
  });
  return {
    clock: { ...clock, now: () => clock.now() - (aheadMs ?? 0) },
    stop: following.stop,
  };
}
