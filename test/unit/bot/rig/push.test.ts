import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createOutboxStore, type OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createRigFlow } from '../../../../src/bot/rig/flow.js';
import { createRigStores } from '../../../../src/bot/rig/stores.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { queued } from '../../../support/outbox.js';
import { freeServer } from '../../../support/server.js';
import { job } from '../cards/sample.js';

let db: Database;
let clock: ManualClock;
let outbox: OutboxStore;
let stores: ReturnType<typeof createRigStores>;
let flow: ReturnType<typeof createRigFlow>;
let isListening: boolean;
let asked: number;

const { generation } = job();
const running = { ...generation, status: 'running' as const, stage: 'rig' as const, finished_at: null };

beforeEach(async () => {
  clock = manualClock();
  db = await openBotDatabase();
  outbox = createOutboxStore(db, clock);
  stores = createRigStores({
    db,
    clock,
    outbox,
    random: systemRandom,
    pageUrl: 'https://rigsmith.example/rig',
    asksByDefault: false,
  });
  isListening = true;
  asked = 0;
  const call = async () => {
    asked += 1;
    return { body: { ...running, progress: 50 } };
  };
  flow = createRigFlow({
    ...freeServer,
    ...stores,
    clock,
    random: systemRandom,
    fileOrigins: [],
    messenger: undefined as never,
    http: {} as never,
    listen: () => isListening,
    sessions: { serviceOf: () => ({ call }) } as never,
  } as Parameters<typeof createRigFlow>[0]);
  await stores.store.add({ ...job(), generation: { ...running, progress: 10 } }, clock.now());
});
afterEach(() => db.close());

const live = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    await flow.sweep();
    await clock.advance(1_000);
  }
};

describe('a pushed rig event', () => {
  it('updates its card without polling', async () => {
    await flow.onGeneration({ ...running, progress: 40 });
    expect((await stores.store.find(generation.id))?.generation.progress).toBe(40);
    expect(await queued(db)).toMatchObject([{ kind: 'rig', subject: generation.id }]);
    expect(asked).toBe(0);
  });

  it('shows the current stage when one ends and the next begins', async () => {
    const { stage: _, ...ending } = { ...running, progress: 42 };
    await flow.onGeneration({ ...ending, stage: 'skin' });
    await flow.onGeneration({ ...ending, stage: 'rig' });
    expect((await stores.store.find(generation.id))?.generation.stage).toBe('skin');
    expect(await queued(db)).toHaveLength(1);
  });

  it('never moves the card back, and is ignored for an unknown rig', async () => {
    await flow.onGeneration({ ...running, progress: 40 });
    await flow.onGeneration({ ...running, progress: 30 });
    await flow.onGeneration({ ...running, id: 'gen_unknown', progress: 90 });
    expect((await stores.store.find(generation.id))?.generation.progress).toBe(40);
  });

  it('makes polling rare, and silence makes it frequent again', async () => {
    await flow.onGeneration({ ...running, progress: 40 });
    await live(30);
    expect(asked).toBeLessThanOrEqual(2);
    isListening = false;
    await live(30);
    expect(asked).toBeGreaterThan(12);
  });

  it('is not expected from a service that never sent one', async () => {
    await live(10);
    expect(asked).toBe(10);
  });
});
