import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createQueue, type LeasedJob, type Queue } from '../../../../src/base/queue/queue.js';
import { createMetricsRegistry } from '../../../../src/metrics/registry.js';
import { measureQueue, readQueue } from '../../../../src/service/rig/figures.js';
import { createGenerationJobs, type GenerationJobs } from '../../../../src/service/rig/jobs.js';
import { createGenerationReader, generationJobTable } from '../../../../src/service/rig/reader.js';
import { createGenerationStore, type GenerationStore } from '../../../../src/service/rig/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';

/** Whole numbers below a limit, always the same. */
const seeded = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

/** Jobs of rigs, named after their user and number: `ann2`. */
onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let store: GenerationStore;
  let jobs: GenerationJobs;
  let queue: Queue;
  let leased: Map<string, LeasedJob>;
  let slots: number;
  let isPriority: boolean;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    slots = 1;
    isPriority = false;
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
          isPriority,
        },
        async () => undefined,
      );
  };
  const askFirst = async (...ids: string[]) => {
    isPriority = true;
    await ask(...ids);
    isPriority = false;
  };
  /** Starts the next rig and finishes it. */
  const begun = async () => {
    const id = await begin();
    if (id) await end(id);
    return id;
  };
  const aheadOfNext = async (first: boolean) =>
    (
      await createGenerationReader(() => ['clay']).aheadOfNext(
        db,
        { groupId: 'zoe', isPriority: first },
        'clay',
      )
    ).count;
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
    expect((await store.list('ann', { limit: 5, status: 'canceled' })).map(({ id }) => id)).toEqual(['ann1']);
  });

  test('priority rigs start first, but never more than three in a row while others wait', async () => {
    await ask('ann1', 'bob1', 'cat1');
    await askFirst('pia1', 'quin1', 'rose1', 'sam1', 'tim1');
    const order: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) order.push(await begun());
    await askFirst('uma1', 'vic1');
    while (order.at(-1) !== null) order.push(await begun());
    expect(order).toEqual([
      ...['pia1', 'quin1', 'rose1', 'ann1', 'sam1', 'tim1', 'uma1', 'bob1', 'vic1', 'cat1', null],
    ]);
  });

  test('a rig without priority starts after three others, however many are paid to be first', async () => {
    await askFirst('pia1');
    await ask('ann1');
    let started = 0;
    for (let at = 2; (await begun()) !== 'ann1'; at += 1) {
      started += 1;
      await askFirst(`pia${at}`, `quin${at}`);
    }
    expect(started).toBe(3);
  });

  test('the place of every waiting rig, and of the next one, is the one at which it starts', async () => {
    const random = seeded(7);
    for (let round = 0; round < 4; round += 1) {
      for (const user of ['ann', 'bob', 'cat'])
        for (let at = 0; at < random(3); at += 1) await ask(`${user}${round}${at}`);
      for (const user of ['pia', 'quin', 'rose'])
        for (let at = 0; at < random(3); at += 1) await askFirst(`${user}${round}${at}`);
      for (let at = 0; at < random(3); at += 1) await begun();
    }
    const waiting: string[] = (
      await db.all<{ id: string }>("SELECT id FROM generation WHERE status = 'queued'")
    ).map(({ id }) => id);
    expect(waiting.length).toBeGreaterThan(8);
    const places = new Map(
      await Promise.all(waiting.map(async (id) => [id, (await placeOf(id))?.count] as const)),
    );
    const next = { first: await aheadOfNext(true), usual: await aheadOfNext(false) };
    await askFirst('zoe1');
    expect((await placeOf('zoe1'))?.count).toBeLessThanOrEqual(next.first);
    await store.cancel('zoe', 'zoe1');
    await ask('zoe2');
    expect((await placeOf('zoe2'))?.count).toBeLessThanOrEqual(next.usual);
    await store.cancel('zoe', 'zoe2');
    expect(next.first).toBeLessThan(next.usual);
    const order: string[] = [];
    for (let id = await begun(); id; id = await begun()) order.push(id);
    expect(order).toHaveLength(waiting.length);
    expect(order.map((id) => places.get(id))).toEqual(order.map((_, at) => at));
  });

  test('its figures are those of the jobs that wait and run', async () => {
    const metrics = createMetricsRegistry();
    measureQueue({ db, clock, metrics });
    const read = () => readQueue({ db, clock });
    expect(await read()).toEqual({ waiting: 0, running: 0, oldest_seconds: 0 });
    await ask('ann1', 'ann2', 'bob1');
    await begin();
    await put('ann1');
    await begin();
    expect(await read()).toEqual({ waiting: 2, running: 1, oldest_seconds: 2 });
    const figures = await metrics.sample();
    const queued = ['rigs_queued', 'rigs_running', 'rigs_oldest_queued_seconds'].map(
      (name) => figures.get(`rigsmith_${name}`)?.[0]?.value,
    );
    expect(queued).toEqual([2, 1, 2]);
    const jobsOf = { queue: 'rigs', kind: 'clay', running: 1, waiting: 2, failing: 0 };
    expect((await metrics.rows('jobs')).rows).toMatchObject([jobsOf]);
  });

  test('rigs that wait for a pipeline that is gone fail', async () => {
    await ask('ann1');
    expect(await jobs.failUnoffered(['clay'])).toEqual([]);
    expect(await jobs.failUnoffered(['wax'])).toMatchObject([{ id: 'ann1', status: 'failed' }]);
    expect(await begin()).toBeNull();
  });
});
