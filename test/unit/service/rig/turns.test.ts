import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueue, type LeasedJob, type Queue } from '../../../../src/base/queue/queue.js';
import { type Database, openDatabase } from '../../../../src/base/store.js';
import { createGenerationJobs, type GenerationJobs } from '../../../../src/service/rig/jobs.js';
import { createGenerationReader, generationJobTable } from '../../../../src/service/rig/reader.js';
import { createGenerationStore, type GenerationStore } from '../../../../src/service/rig/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

/** Jobs are named after their user and number: `ann2`. */
let db: Database;
let clock: ManualClock;
let store: GenerationStore;
let jobs: GenerationJobs;
let queue: Queue;
let leased: Map<string, LeasedJob>;
let slots: number;
beforeEach(async () => {
  db = await openDatabase(':memory:', resolve('data/migrations/service'));
  clock = manualClock();
  slots = 1;
  leased = new Map();
  const deps = {
    db,
    clock,
    queue: createQueue({ db, table: generationJobTable, order: 'turns', clock, leaseMs: 60_000 }),
    read: createGenerationReader(db, () => ['clay']),
    holds: { place: () => ({ outcome: 'held' }) as const, settle: () => true, release: () => true },
  };
  queue = deps.queue;
  store = createGenerationStore(deps);
  jobs = createGenerationJobs(deps);
});
afterEach(() => db.close());

const ask = async (...ids: string[]) => {
  for (const id of ids)
    await store.start(
      {
        id,
        userId: id.replace(/\d/g, ''),
        type: 'text',
        pipelineId: 'clay',
        prompt: 'a fox',
        images: [],
        model: null,
        seed: null,
        parameters: {},
        credits: 1,
        estimatedSeconds: 10,
      },
      () => undefined,
    );
};
const begin = async () => {
  await clock.advance(1_000);
  const [next] = queue.due(1, { kinds: ['clay'], perGroup: Math.max(1, slots - 1) });
  const job = next ? queue.claim(next) : null;
  if (!job) return null;
  leased.set(job.subject, job);
  return (await jobs.begin(job))?.id ?? null;
};
const put = (id: string) => jobs.requeue(leased.get(id)!, { counted: false });
const end = (id: string) => jobs.fail(leased.get(id)!, { code: 'internal', detail: '' });
const placeOf = async (id: string) => (await store.find(id.replace(/\d/g, ''), id))?.ahead;

test('a user with many jobs delays others no longer than a user with one', async () => {
  await ask('mal1', 'mal2', 'mal3', 'mal4');
  const order = [await begin()];
  await ask('ann1', 'ann2', 'bob1');
  for (let last = order[0]; last; last = order.at(-1) ?? null) {
    await end(last);
    order.push(await begin());
  }
  expect(order).toEqual(['mal1', 'ann1', 'bob1', 'mal2', 'ann2', 'mal3', 'mal4', null]);
});

test('each job reports its place and its expected time', async () => {
  await ask('mal1', 'mal2', 'mal3');
  await begin();
  await ask('ann1', 'ann2');
  expect(await placeOf('ann1')).toEqual({ count: 0, seconds: 10 });
  expect(await placeOf('mal2')).toEqual({ count: 1, seconds: 20 });
  expect(await placeOf('ann2')).toEqual({ count: 2, seconds: 30 });
  expect(await placeOf('mal3')).toEqual({ count: 3, seconds: 40 });
});

test('no user takes the last free worker when they have all the others', async () => {
  slots = 2;
  await ask('mal1', 'mal2');
  expect([await begin(), await begin()]).toEqual(['mal1', null]);
  await ask('ann1');
  expect(await begin()).toBe('ann1');
  await end('mal1');
  expect(await begin()).toBe('mal2');
});

test('jobs put back by an orderly stop run before all others', async () => {
  await ask('mal1', 'ann1');
  expect(await begin()).toBe('mal1');
  await put('mal1');
  expect(await begin()).toBe('mal1');
});
