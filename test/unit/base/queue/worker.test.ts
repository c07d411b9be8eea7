import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log.js';
import { createQueue, type LeasedJob, type Queue } from '../../../../src/base/queue/queue.js';
import { type Pool, startWorker, type Worker } from '../../../../src/base/queue/worker.js';
import { type Database, openDatabase } from '../../../../src/base/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

const schema = `CREATE TABLE job (
  kind TEXT NOT NULL, subject TEXT NOT NULL, group_id TEXT NOT NULL, seconds REAL NOT NULL, revision INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL, since INTEGER NOT NULL, claimed_at INTEGER,
  lease TEXT, leased_until INTEGER, PRIMARY KEY (kind, subject)) STRICT;`;

let db: Database;
let clock: ManualClock;
let queue: Queue;
let workers: Worker[];
let log: string[];
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  writeFileSync(join(folder, '001-job.sql'), schema);
  db = await openDatabase(':memory:', folder);
  clock = manualClock();
  queue = createQueue({ db, table: 'job', clock, leaseMs: 15_000 });
  workers = [];
  log = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  db.close();
});

const put = (...subjects: string[]) => {
  for (const subject of subjects) queue.put({ kind: 'rig', subject, groupId: subject.replace(/\d/g, '') });
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
    recover: async (job) => void queue.release(job),
    everyMs: 1_000,
    clock,
    log: silentLog,
  });
  workers.push(worker);
  return worker;
};
const finish: Work = async (job) => void queue.finish(job);
/** Works until it is stopped, then notes why and gives the job back. */
const hang: Work = async (job, signal) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  log.push(`${job.subject} ${signal.reason}`);
  if (signal.reason === 'shutdown') queue.release(job, { uncounted: true });
  if (signal.reason === 'timeout') queue.finish(job);
};

it('works on every due job, and on new ones when woken', async () => {
  put('fox', 'owl', 'cat');
  const worker = start(finish);
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cat']);
  put('cow');
  worker.wake();
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cat', 'cow']);
});

it('works on as many jobs at once as it has slots, in each pool', async () => {
  put('fox', 'owl', 'cat');
  queue.put({ kind: 'film', subject: 'cow', groupId: 'cow' });
  start(hang, [
    { kinds: ['rig'], slots: 2, timeoutMs: 60_000 },
    { kinds: ['film'], slots: 1, timeoutMs: 60_000 },
  ]);
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'cow']);
});

it('works on one job of a group at a time', async () => {
  put('fox1', 'fox2', 'owl1');
  start(hang, [{ slots: 5, perGroup: 1, timeoutMs: 60_000 }]);
  await clock.advance(0);
  expect(log).toEqual(['fox1', 'owl1']);
});

it('keeps the lease of a job that takes long, so that no other worker takes it', async () => {
  put('fox');
  start(hang);
  start(hang);
  await clock.advance(45_000);
  expect(log).toEqual(['fox']);
});

it('stops a job that exceeds its time limit', async () => {
  put('fox');
  start(hang);
  await clock.advance(60_000);
  expect(log).toEqual(['fox', 'fox timeout']);
});

it('stops a job whose lease was lost', async () => {
  put('fox');
  start(hang);
  await clock.advance(0);
  queue.remove({ kind: 'rig', subject: 'fox' });
  await clock.advance(5_000);
  expect(log).toEqual(['fox', 'fox lost']);
});

it('stops a cancelled job', async () => {
  put('fox', 'owl');
  const worker = start(hang);
  await clock.advance(0);
  worker.abandon('fox');
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl', 'fox canceled']);
});

it('gives its jobs back when it stops, for the next worker to take at once', async () => {
  put('fox');
  const worker = start(hang);
  await clock.advance(0);
  await worker.stop();
  expect(queue.due(9)).toMatchObject([{ subject: 'fox', attempts: 0 }]);
});

it('takes over the job of a worker that died', async () => {
  put('fox');
  queue.claim({ kind: 'rig', subject: 'fox' });
  start(finish);
  await clock.advance(15_000);
  expect(log).toEqual([]);
  await clock.advance(1_000);
  expect(log).toEqual(['fox']);
});

it('leaves a job whose work failed to its lease, and goes on with the others', async () => {
  put('fox', 'owl');
  start(async (job) => {
    if (job.subject === 'fox' && job.attempts === 1) throw new Error('broken');
    queue.finish(job);
  });
  await clock.advance(0);
  expect(log).toEqual(['fox', 'owl']);
  await clock.advance(16_000);
  expect(log).toEqual(['fox', 'owl', 'fox']);
  expect(queue.due(9)).toEqual([]);
});
