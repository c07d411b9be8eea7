import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { silentLog } from '../../../src/base/log.js';
import { backlogCheck } from '../../../src/bot/delivery/backlog.js';
import { createOutboxStore, type OutboxStore, startOutbox } from '../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../src/bot/delivery/refusal.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { onEveryEngine, openBotDatabase } from '../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { claimOf } from '../../support/outbox.js';

const put = (db: Database, store: OutboxStore) => db.transaction((t) => store.put(t, 'rig', 'gen_1'));

const deliverWith = (deliver: () => Promise<unknown>) => ({
  purchase: deliver,
  purchase_notice: deliver,
  rig: deliver,
  notice: deliver,
  proposal: deliver,
  case: deliver,
  talk_trouble: deliver,
});

it('a message undeliverable for over five minutes is a problem, whatever its retries', async () => {
  const db = await openBotDatabase();
  const clock = manualClock();
  const store = createOutboxStore(db, clock);
  const check = backlogCheck(store, clock);
  let refuses = true;
  const worker = startOutbox({
    store,
    refused: createRefusedStore({ db, queue: store.queue, clock }),
    clock,
    log: silentLog,
    deliver: deliverWith(async () => {
      if (refuses) throw new Error('503');
    }),
  });
  expect(await check()).toBeNull();
  await put(db, store);
  await clock.advance(200_000);
  await put(db, store); // a newer change does not reset the time
  await clock.advance(90_000);
  expect(await check()).toBeNull();
  await clock.advance(40_000);
  expect(await check()).toBe('the oldest queued message for Discord is 5 minutes old');
  refuses = false;
  await clock.advance(300_000);
  expect(await check()).toBeNull();
  await worker.stop();
  await db.close();
});

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
  });
  afterEach(() => db.close());

  it('a message that waits for a permission is not reported as a problem of the bot', async () => {
    const store = createOutboxStore(db, clock);
    const refused = createRefusedStore({ db, queue: store.queue, clock });
    await put(db, store);
    const delivery = await claimOf(store, 'rig', 'gen_1');
    await refused.keep(delivery, new DeliveryRefused('1', 'forbidden'));
    await clock.advance(600_000);
    expect(await backlogCheck(store, clock)()).toBeNull();
  });

  it('a row that changes during its delivery restarts its waiting time', async () => {
    const store = createOutboxStore(db, clock);
    await put(db, store);
    await clock.advance(10_000);
    const delivery = await claimOf(store, 'rig', 'gen_1');
    await put(db, store);
    await store.delivered(delivery);
    expect(await store.oldestSince()).toBe(clock.now());
  });
});
