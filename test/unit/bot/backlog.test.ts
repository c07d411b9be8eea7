import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.js';
import { type Database, openDatabase } from '../../../src/base/store.js';
import { backlogCheck } from '../../../src/bot/delivery/backlog.js';
import { createOutboxStore, startOutbox } from '../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../src/bot/delivery/refusal.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { type ManualClock, manualClock } from '../../support/clock.js';

let db: Database;
let clock: ManualClock;
beforeEach(async () => {
  db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  clock = manualClock();
});
afterEach(() => db.close());

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
  expect(check()).toBeNull();
  store.put('rig', 'gen_1');
  await clock.advance(200_000);
  store.put('rig', 'gen_1'); // a newer change does not reset the time
  await clock.advance(90_000);
  expect(check()).toBeNull();
  await clock.advance(40_000);
  expect(check()).toBe('the oldest queued message for Discord is 5 minutes old');
  refuses = false;
  await clock.advance(300_000);
  expect(check()).toBeNull();
  await worker.stop();
});

it('a message that waits for a permission is not reported as a problem of the bot', async () => {
  const store = createOutboxStore(db, clock);
  const refused = createRefusedStore({ db, queue: store.queue, clock });
  store.put('rig', 'gen_1');
  const delivery = store.queue.claim({ kind: 'rig', subject: 'gen_1' })!;
  await refused.keep(delivery, new DeliveryRefused('1', 'forbidden'));
  await clock.advance(600_000);
  expect(backlogCheck(store, clock)()).toBeNull();
});

it('a row that changes during its delivery restarts its waiting time', async () => {
  const store = createOutboxStore(db, clock);
  store.put('rig', 'gen_1');
  await clock.advance(10_000);
  const delivery = store.queue.claim({ kind: 'rig', subject: 'gen_1' })!;
  store.put('rig', 'gen_1');
  await store.delivered(delivery);
  expect(store.oldestSince()).toBe(clock.now());
});
