import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createQueue, type LeasedJob, type Queue } from '../../../../src/base/queue/queue.js';
import { createGenerationJobs, type GenerationJobs } from '../../../../src/service/rig/jobs.js';
import { createGenerationReader, generationJobTable } from '../../../../src/service/rig/reader.js';
import { createGenerationStore, type GenerationStore } from '../../../../src/service/rig/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { engines } from '../../../support/engines.js';

for (const { name, options, make } of engines)
  describe(`jobs of rigs on ${name}`, options, () => {
    /** Jobs are named after their user and number: `ann2`. */
    let db: Database;
    let clock: ManualClock;
    let store: GenerationStore;
    let jobs: GenerationJobs;
    let queue: Queue;
    let leased: Map<string, LeasedJob>;
    let slots: number;
    beforeEach(async () => {
      db = await (await make(resolve('data/migrations/service'))).connect();
      clock = manualClock();
      slots = 1;
      leased = new Map();
      const deps = {
        db,
        clock,
        queue: createQueue({ db, table: generationJobTable, order: 'turns', clock, leaseMs: 60_000 }),
        read: createGenerationReader(() => ['clay']).read,
        holds: {
          place: async () => ({ outcome: 'held' }) as const,
          settle: async () => true,
          release: async () => true,
        },
        limits: { release: async () => undefined },
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
          async () => undefined,
        );
    };
    const begin = async () => {
      await clock.advance(1_000);
      const [job] = await queue.claim(1, { kinds: ['clay'], perGroup: Math.max(1, slots - 1) });
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

    test('a job whose lease was lost changes nothing, and ends once', async () => {
      await ask('ann1');
      await begin();
      const job = leased.get('ann1')!;
      await clock.advance(61_000);
      const [lost] = await queue.expired();
      expect(lost?.subject).toBe('ann1');
      await jobs.recover(lost!, 5);
      expect(await jobs.progress(job, 'model', 50)).toBeNull();
      expect(await jobs.fail(job, { code: 'internal', detail: '' })).toBeNull();
      expect(await begin()).toBe('ann1');
      expect(await store.cancel('ann', 'ann1')).toMatchObject({ status: 'canceled' });
      expect(await jobs.fail(leased.get('ann1')!, { code: 'internal', detail: '' })).toBeNull();
      expect((await store.list('ann', { limit: 5, status: 'canceled' })).map(({ id }) => id)).toEqual([
        'ann1',
      ]);
    });

    test('rigs that wait for a pipeline that is gone fail', async () => {
      await ask('ann1');
      expect(await jobs.failUnoffered(['clay'])).toEqual([]);
      expect(await jobs.failUnoffered(['wax'])).toMatchObject([{ id: 'ann1', status: 'failed' }]);
      expect(await begin()).toBeNull();
    });
  });
