import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Queries } from '../../src/base/db/database.js';
import { silentLog } from '../../src/base/log.js';
import { openOwned } from '../../src/base/owned.js';
import type { Generation } from '../../src/contract/rig.js';
import { createHolds } from '../../src/service/ledger/holds.js';
import { createLimits } from '../../src/service/moderation/limits.js';
import { createGenerationFeature } from '../../src/service/rig/feature.js';
import { createMaking } from '../../src/service/rig/making.js';
import { startRigWorker } from '../../src/service/worker.js';
import { type MortalClock, mortalClock } from '../support/clock.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { grantCredits, type Person } from './http-world.js';
import { type Cluster, listenAt, openCluster, type ServiceProcess } from './processes-world.js';
import { createWorkshop, newFolder, read, remove, rigOf, type Workshop } from './rig-world.js';

/** A queue that finishes a job even for a process that lost its lease. */
const withoutFence = (sql: string): string =>
  sql.replace('WHERE lease = @lease AND revision = @revision', 'WHERE @lease <> @revision');

function sabotaged(db: Database): Database {
  const change = <Q extends Queries>(q: Q): Q => ({
    ...q,
    all: (sql: string, params?: never) => q.all(withoutFence(sql), params),
    get: (sql: string, params?: never) => q.get(withoutFence(sql), params),
    run: (sql: string, params?: never) => q.run(withoutFence(sql), params),
  });
  return { ...change(db), transaction: (body, options) => db.transaction((t) => body(change(t)), options) };
}

describe.skipIf(postgresPrograms === null)(`rigs made by workers${needsPostgres}`, () => {
  let cluster: Cluster;
  let folder: string;
  let service: ServiceProcess;
  let alice: Person;
  let stops: (() => Promise<void>)[];
  const catalogDir = resolve('data/catalog');
  const migrationsDir = resolve('data/migrations/service');
  beforeEach(async () => {
    folder = newFolder();
    stops = [];
    cluster = await openCluster({ dataDir: folder });
    service = await startService();
    alice = service.person('alice');
    await alice.signIn();
    const userId = (await alice.get('/api/users/me')).json().id;
    await grantCredits(service.context, { userId, credits: 100, subject: 'gift' });
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await cluster.close();
    remove(folder);
  });

  const startService = () =>
    cluster.start((context) => [
      createGenerationFeature(context, { executor: createWorkshop(), imageHosts: [], makesRigs: false }),
    ]);
  type Worker = { workshop: Workshop; time: MortalClock; stop(): Promise<void> };
  const config = () => ({
    databaseUrl: cluster.databaseUrl,
    migrationsDir,
    catalogDir,
    dataDir: folder,
  });
  const added = (parts: Omit<Worker, 'stop'>, stop: () => Promise<void>): Worker => {
    const once = () => {
      stops = stops.filter((one) => one !== once);
      parts.time.resume();
      return stop();
    };
    stops.push(once);
    return { ...parts, stop: once };
  };
  const startWorker = async (): Promise<Worker> => {
    const [workshop, time] = [createWorkshop(), mortalClock(cluster.clock)];
    const worker = await startRigWorker(config(), { clock: time, log: silentLog }, { executor: workshop });
    return added({ workshop, time }, worker.stop);
  };
  /** A worker whose queue does not check who holds a job. */
  const startSabotaged = async (): Promise<Worker> => {
    const [workshop, time] = [createWorkshop(), mortalClock(cluster.clock)];
    const place = { path: '', url: cluster.databaseUrl, schema: 'service' };
    const common = { clock: time, log: silentLog };
    const { db, hints, close } = await openOwned(place, migrationsDir, {
      ...common,
      onLost: () => undefined,
    });
    const limits = createLimits({ clock: time, secret: undefined });
    const parts = { ...common, config: config(), db: sabotaged(db), hints, holds: createHolds(time), limits };
    const runner = createMaking(parts, { executor: workshop }).start(() => undefined);
    return added({ workshop, time }, () => runner.stop().finally(close));
  };

  const ask = async (): Promise<Generation> =>
    (await alice.post('/api/rig/text-to-rig', { prompt: 'a fox' })).json();
  const untilTaken = (worker: Worker, count = 1) => cluster.until(() => worker.workshop.jobs.length >= count);
  const untilStatus = (id: string, status: Generation['status']) =>
    cluster.until(async () => (await read(alice, id)).status === status);
  const made = (byte: number) => ({ kind: 'made' as const, rig: rigOf(Buffer.from([byte])) });
  const bytesOf = async (id: string) => {
    const { db } = service.context;
    const row = await db.get<{ output: string }>('SELECT output FROM generation WHERE id = @id', { id });
    return JSON.parse(row!.output).model.sha256 as string;
  };
  const sha256Of = async (byte: number) => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256')
      .update(Buffer.from([byte]))
      .digest('hex');
  };
  const balance = async () => {
    const { available, held } = (await alice.get('/api/users/credits')).json();
    return available + held;
  };

  it('show their progress and their end at the sockets of a service that makes none', async () => {
    const { frames } = await listenAt(service, alice);
    const worker = await startWorker();
    const { id } = await ask();
    await untilTaken(worker);
    const [job] = worker.workshop.jobs;
    job!.hooks.onStage('model', 0.5);
    const told = () => frames.map(({ generation }) => generation as Generation);
    await cluster.until(() => told().some(({ stage }) => stage === 'model'));
    job!.end(made(1));
    await cluster.until(() => told().at(-1)?.status === 'succeeded');
    expect(told().every((generation) => generation.id === id)).toBe(true);
    expect(await bytesOf(id)).toBe(await sha256Of(1));
  });

  it('are divided among workers, each made once', async () => {
    const workers = await Promise.all([startWorker(), startWorker()]);
    const bob = service.person('bob');
    await bob.signIn();
    const userId = (await bob.get('/api/users/me')).json().id;
    await grantCredits(service.context, { userId, credits: 100, subject: 'gift to bob' });
    await ask();
    await bob.post('/api/rig/text-to-rig', { prompt: 'a bear' });
    await cluster.until(() => workers.every(({ workshop }) => workshop.jobs.length === 1));
    await cluster.pass(30_000);
    expect(workers.map(({ workshop }) => workshop.jobs.length)).toEqual([1, 1]);
  });

  it('are finished by another worker within 20 s when the first is killed', async () => {
    const first = await startWorker();
    const { id } = await ask();
    await untilTaken(first);
    first.time.stop();
    const second = await startWorker();
    expect(await untilTaken(second)).toBeLessThanOrEqual(20_000);
    second.workshop.jobs[0]!.end(made(2));
    await untilStatus(id, 'succeeded');
    expect(await bytesOf(id)).toBe(await sha256Of(2));
  });

  it('go to another worker at once when the first is stopped', async () => {
    const [first, { id }] = [await startWorker(), await ask()];
    await untilTaken(first);
    const second = await startWorker();
    await first.stop();
    expect(await untilTaken(second)).toBeLessThanOrEqual(4_000);
    expect((await read(alice, id)).status).toBe('running');
  });

  /** The first worker is paused, the second takes over, and the first ends its rig before the second does. */
  const endLate = async (first: Worker) => {
    const { id } = await ask();
    const before = await balance();
    await untilTaken(first);
    first.time.stop();
    const second = await startWorker();
    await untilTaken(second);
    first.workshop.jobs[0]!.end(made(1));
    await first.stop(); // once it has tried to store its rig
    const { status } = await read(alice, id);
    second.workshop.jobs[0]?.end(made(2));
    await untilStatus(id, 'succeeded');
    expect(await balance()).toBeLessThan(before); // spent once, not returned
    return { status, sha256: await bytesOf(id) };
  };

  it('are not changed by the late result of a worker that was paused and replaced', async () => {
    expect(await endLate(await startWorker())).toEqual({ status: 'running', sha256: await sha256Of(2) });
  });

  it('would be changed by it without the fence', async () => {
    expect(await endLate(await startSabotaged())).toEqual({ status: 'succeeded', sha256: await sha256Of(1) });
  });

  it('stop at their worker as soon as a member cancels them at a service', async () => {
    const worker = await startWorker();
    const { id } = await ask();
    await untilTaken(worker);
    worker.time.stop(); // so that it does not find out by renewing its lease
    await alice.post(`/api/rig/generations/${id}/cancel`);
    await cluster.until(() => worker.workshop.jobs[0]!.hooks.signal.aborted);
    expect((await read(alice, id)).status).toBe('canceled');
  });
});
