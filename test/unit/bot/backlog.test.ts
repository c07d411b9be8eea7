import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { silentLog } from '../../../src/base/log.js';
import { backlogCheck } from '../../../src/bot/delivery/backlog.js';
import { createOutboxStore, type OutboxStore, startOutbox } from '../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../src/bot/delivery/refusal.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { messagesIn } from '../../../src/cli/disk.js';
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

  describe('a message that Discord keeps refusing', () => {
    const day = 86_400_000;
    let store: OutboxStore;
    let refused: ReturnType<typeof createRefusedStore>;
    beforeEach(() => {
      store = createOutboxStore(db, clock);
      refused = createRefusedStore({ db, queue: store.queue, clock });
    });
    const refuse = async () =>
      refused.keep(await claimOf(store, 'rig', 'gen_1'), new DeliveryRefused('1', 'hidden'));
    const told = (isPending: boolean) => ({ memberId: '2', key: 'ready', isPending });
    /** Refused, its member told, and refused again after that many days. */
    const refusedFor = async (days: number, isPending = false) => {
      await put(db, store);
      await refused.noteNotified(await refuse(), told(isPending));
      await clock.advance(days * day);
      await refuse();
    };

    it('is given up after the days that it is kept, and counted until then', async () => {
      await refusedFor(90);
      expect(await messagesIn(db)).toEqual({ waiting: 1, refused: 1 });
      expect(await refused.giveUp(90 * day + 1)).toBe(0);
      expect(await refused.giveUp(90 * day)).toBe(1);
      expect(await messagesIn(db)).toEqual({ waiting: 0, refused: 0 });
    });

    it('is kept while it was not tried again, for example because the bot was stopped', async () => {
      await put(db, store);
      await refused.noteNotified(await refuse(), told(false));
      await clock.advance(400 * day);
      expect(await refused.giveUp(90 * day)).toBe(0);
      await refuse();
      expect(await refused.giveUp(90 * day)).toBe(1);
    });

    it('is kept while its member still has to be told something', async () => {
      await refusedFor(91, true);
      expect(await refused.giveUp(90 * day)).toBe(0);
      const [notice] = await refused.pendingOf('2');
      await refused.notePendingShown(notice!);
      await put(db, store); // a change that the member was not told yet
      expect(await refused.giveUp(90 * day)).toBe(0);
      const [changed] = await refused.pendingNotices();
      await refused.noteNotified(changed!, told(false));
      expect(await refused.giveUp(90 * day)).toBe(1);
    });

    it('is kept during its delivery, and delivered', async () => {
      await refusedFor(91);
      await clock.advance(day);
      const delivery = await claimOf(store, 'rig', 'gen_1');
      expect(await refused.giveUp(90 * day)).toBe(0);
      await store.delivered(delivery);
      expect(await messagesIn(db)).toEqual({ waiting: 0, refused: 0 });
    });
  });
});
