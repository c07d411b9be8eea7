import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { startLoop } from '../loop.js';
import { asRequest } from '../request-id.js';
import type { LeasedJob, Queue, Selection } from './queue.js';

/** Why a job was told to stop, as the reason of its signal. */
export type StopReason = 'canceled' | 'timeout' | 'lost' | 'shutdown';

/** Jobs that share slots. */
export type Pool<Kind extends string = string> = Selection<Kind> & {
  /** Limit of jobs that run at once. */
  slots: number;
  timeoutMs: number;
};

export type Worker = {
  /** Checks for due jobs now. */
  wake(): void;
  /** Stops the running job of a subject, because it was cancelled. */
  abandon(subject: string): void;
  /** Stops taking jobs, and the running ones; resolves when nothing runs. */
  stop(): Promise<void>;
};

type Running = { pool: object; stopping: AbortController; done: Promise<void> };

/** Takes due jobs of a queue and works on them, renewing their leases. */
export function startWorker<Kind extends string>(options: {
  name: string;
  queue: Queue<Kind>;
  pools: readonly Pool<Kind>[];
  /** Works on a job, then finishes or releases it. A job it leaves alone is found again when its lease expires. */
  work: (job: LeasedJob<Kind>, signal: AbortSignal) => Promise<void>;
  /** Releases or finishes a job whose process died. */
  recover: (job: LeasedJob<Kind>) => Promise<void>;
  /** Runs before each search for jobs. */
  prepare?: () => Promise<void>;
  everyMs: number;
  clock: Clock;
  log: Log;
}): Worker {
  const { name, queue, pools, work, recover, prepare, everyMs, clock, log } = options;
  const running = new Map<LeasedJob<Kind>, Running>();

  const perform = async (job: LeasedJob<Kind>, timeoutMs: number, stopping: AbortController) => {
    const ended = new AbortController();
    const stop = (reason: StopReason) => stopping.abort(reason);
    const guards = [
      isOver(clock, timeoutMs, ended.signal).then((over) => over && stop('timeout')),
      keepLease(clock, queue, job, ended.signal).then((lost) => lost && stop('lost')),
    ];
    try {
      await work(job, stopping.signal);
    } finally {
      ended.abort();
      await Promise.all(guards);
    }
  };

  const begin = (job: LeasedJob<Kind>, pool: Pool<Kind>) => {
    const stopping = new AbortController();
    const { kind, subject, attempts } = job;
    const about = { queue: name, kind, subject };
    const done = asRequest(job.requestId, () =>
      perform(job, pool.timeoutMs, stopping)
        .then(() => log.debug({ ...about, attempts }, 'job done'))
        .catch((error) => log.error({ ...about, err: error }, 'job could not be completed')),
    ).finally(() => {
      running.delete(job);
      loop.wake(); // its slot is free, and more may wait in its group
    });
    running.set(job, { pool, stopping, done });
  };

  /** One job at a time, because each claim counts towards the limit of its group. */
  const fill = async (pool: Pool<Kind>, signal: AbortSignal) => {
    const busy = () => [...running.values()].filter((one) => one.pool === pool).length;
    while (busy() < pool.slots && !signal.aborted) {
      const [job] = await queue.claim(1, pool);
      if (!job) return;
      begin(job, pool);
    }
  };

  const loop = startLoop({
    name,
    everyMs,
    clock,
    log,
    async round(signal) {
      for (const job of await queue.expired()) await recover(job);
      await prepare?.();
      for (const pool of pools) await fill(pool, signal);
      return undefined;
    },
  });

  return {
    wake: () => loop.wake(),
    abandon(subject) {
      for (const [job, { stopping }] of running)
        if (job.subject === subject) stopping.abort('canceled' satisfies StopReason);
    },
    async stop() {
      await loop.stop();
      const left = [...running.values()];
      for (const { stopping } of left) stopping.abort('shutdown' satisfies StopReason);
      await Promise.all(left.map(({ done }) => done));
    },
  };
}

/** Whether the time passed before `signal` ended the wait. */
const isOver = (clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );

/**
 * Renews a lease in time; resolves true as soon as it was lost. While the database is out of reach it tries again until
 * the lease has ended.
 */
async function keepLease<Kind extends string>(
  clock: Clock,
  queue: Queue<Kind>,
  job: LeasedJob<Kind>,
  signal: AbortSignal,
): Promise<boolean> {
  let [heldUntil, waitMs] = [clock.now() + queue.leaseMs, queue.leaseMs / 3];
  while (await isOver(clock, waitMs, signal)) {
    const asked = clock.now();
    const renewed = await queue.renew(job).catch(() => 'unknown' as const);
    if (renewed === false || (renewed === 'unknown' && clock.now() >= heldUntil)) return true;
    if (renewed === true) heldUntil = asked + queue.leaseMs;
    waitMs = queue.leaseMs / (renewed === true ? 3 : 15);
  }
  return false;
}
