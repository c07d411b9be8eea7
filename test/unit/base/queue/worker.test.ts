import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { openSqlite } from '../../../../src/base/db/open-sqlite.js';
import { silentLog } from '../../../../src/base/log.js';
import { createQueue, type LeasedJob, type NewJob, type Queue } from '../../../../src/base/queue/queue.js';
import { type Pool, startWorker, type Worker } from '../../../../src/base/queue/worker.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { folderWith } from '../../../support/migrations.js';
import { jobTable } from './job-table.js';

let db: Database;
let clock: ManualClock;
let queue: Queue;
let workers: Worker[];
let log: string[];
beforeEach(async () => {
  db = await openSqlite(':memory:', folderWith({ '001-job.sql': jobTable }));
  clock = manualClock();
  queue = createQueue({ db, table: 'job', clock, leaseMs: 15_000 });
  workers = [];
  log = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await db.close();
});

const add = (job: NewJob) => db.transaction((t) => queue.put(t, job));
const put = async (...subjects: string[]) => {
  for (const subject of subjects) await add({ kind: 'rig', subject, groupId: subject.replace(/\d/g, '') });
};

type Work = (job: LeasedJob, signal: AbortSignal) => Promise<void>;
/** Starts a worker that notes which jobs begin. */
const start = (work: Work, pools: readonly Pool[] = [{ slots: 2, timeoutMs: 60_000 }]) => {
  const worker = startWorker({
    name: 'test',
    queue,
    pools,
    work: (job, signal) => {
      log.push(job.subject);
      return work(job, signal);
    },
    recover: async (job) => void (await queue.release(db, job)),
    everyMs: 1_000,
    clock,
    log: silentLog,
  });
  workers.push(worker);
  return worker;
};
const finish: Work = async (job) => void (await db.transaction((t) => queue.finish(t, job)));
/** Works until it is stopped, then notes why and gives the job back. */
const hang: Work = async (job, signal) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  log.push(`${job.subject} ${signal.reason}`);
  if (signal.reason === 'shutdown') await queue.release(db, job, { uncounted: true });
  if (signal.reason === 'timeout') await finish(job, signal);
};

it('works on every due job, and on new ones when woken', async () => {
  await put('fox', 'owl', 'cat');
  const worker = start(finish);
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cat']);
  await put('cow');
  worker.wake();
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cat', 'cow']);
});

it('works on as many jobs at once as it has slots, in each pool', async () => {
  await put('fox', 'owl', 'cat');
  await add({ kind: 'film', subject: 'cow', groupId: 'cow' });
  start(hang, [
    { kinds: ['rig'], slots: 2, timeoutMs: 60_000 },
    { kinds: ['film'], slots: 1, timeoutMs: 60_000 },
  ]);
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cow']);
});

it('works on one job of a group at a time', async () => {
  await put('fox1', 'fox2', 'owl1');
  start(hang, [{ slots: 5, perGroup: 1, timeoutMs: 60_000 }]);
  await clock.advance(0);
  expect(log).toEqual(['fox1', 'owl1']);
});

it('keeps the lease of a job that takes long, so that no other worker takes it', async () => {
  await put('fox');
  start(hang);
  start(hang);
  await clock.advance(45_000);
  expect(log).toEqual(['fox']);
});

it('stops a job that exceeds its time limit', async () => {
  await put('fox');
  start(hang);
  await clock.advance(60_000);
  expect(log).toEqual(['fox', 'fox timeout']);
});

it('stops a job whose lease was lost', async () => {
  await put('fox');
  start(hang);
  await clock.advance(0);
  await db.transaction((t) => queue.remove(t, { kind: 'rig', subject: 'fox' }));
  await clock.advance(5_000);
  expect(log).toEqual(['fox', 'fox lost']);
});

it('stops a cancelled job', async () => {
  await put('fox', 'owl');
  const worker = start(hang);
  await clock.advance(0);
  worker.abandon('fox');
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'fox canceled']);
});

it('gives its jobs back when it stops, for the next worker to take at once', async () => {
  await put('fox');
  const worker = start(hang);
  await clock.advance(0);
  await worker.stop();
  expect(await queue.claim(9)).toMatchObject([{ subject: 'fox', attempts: 1 }]);
});

it('takes over the job of a worker that died', async () => {
  await put('fox');
  await queue.claim(1);
  start(finish);
  await clock.advance(15_000);
  expect(log).toEqual([]);
  await clock.advance(1_000);
  expect(log).toEqual(['fox']);
});

it('leaves a job whose work failed to its lease, and goes on with the others', async () => {
  await put('fox', 'owl');
  start(async (job, signal) => {
    if (job.subject === 'fox' && job.attempts === 1) throw new Error('broken');
    await finish(job, signal);
  });
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl']);
  await clock.advance(16_000);
  expect(log).toEqual(['fox', 'owl', 'fox']);
  expect(await queue.claim(9)).toEqual([]);
});

/** The database does not answer the next renewals. */
const failRenewals = (count: number) => {
  const { renew } = queue;
  let left = count;
  queue.renew = async (job) => {
    if (left === 0) return renew(job);
    left -= 1;
    throw new Error('Connection terminated unexpectedly');
  };
};

it('goes on with a job while the database is out of reach for less than its lease', async () => {
  await put('fox');
  failRenewals(2);
  start(hang);
  await clock.advance(60_000 - 1);
  expect(log).toEqual(['fox']);
  expect(await queue.expired()).toEqual([]);
});

it('stops a job whose lease ended while the database was out of reach', async () => {
  await put('fox');
  failRenewals(Number.POSITIVE_INFINITY);
  start(hang);
  await clock.advance(14_999);
  expect(log).toEqual(['fox']);
  await clock.advance(1);
  expect(log).toEqual(['fox', 'fox lost']);
});
