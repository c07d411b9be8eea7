import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createOutboxStore, type OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { DeliveryRefused, type RefusalReason } from '../../../../src/bot/delivery/refusal.js';
import {
  createRefusedStore,
  type RefusedDelivery,
  type RefusedStore,
} from '../../../../src/bot/delivery/refused.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { claimOf, markDelivered } from '../../../support/outbox.js';

const hourMs = 3_600_000;

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let outbox: OutboxStore;
  let refused: RefusedStore;
  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    outbox = createOutboxStore(db, clock);
    refused = createRefusedStore({ db, queue: outbox.queue, clock });
  });
  afterEach(() => db.close());

  const change = (subject: string) => db.transaction((t) => outbox.put(t, 'rig', subject));
  /** Discord refuses a delivery that is due. */
  const refuse = async (subject: string, channelId = '7', reason: RefusalReason = 'forbidden') =>
    refused.keep(await claimOf(outbox, 'rig', subject), new DeliveryRefused(channelId, reason));
  const refuseNew = async (subject: string, channelId?: string, reason?: RefusalReason) => {
    await change(subject);
    return refuse(subject, channelId, reason);
  };
  /** How long until the next attempt, ms. */
  const pauseOf = async (subject: string) => {
    const sql = 'SELECT due_at AS "dueAt" FROM outbox WHERE subject = @subject';
    return (await db.get<{ dueAt: number }>(sql, { subject }))!.dueAt - clock.now();
  };
  const subjectsOf = (rows: RefusedDelivery[]) => rows.map(({ subject }) => subject);
  const toNotify = async () => subjectsOf(await refused.pendingNotices());

  describe('a refused delivery', () => {
    it('is retried after a pause that doubles up to an hour', async () => {
      await change('gen_1');
      const pauses: number[] = [];
      for (let time = 0; time < 10; time += 1) {
        await refuse('gen_1');
        pauses.push((await pauseOf('gen_1')) / 1_000);
        await clock.advance(await pauseOf('gen_1'));
      }
      expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    });

    it('is retried a day later in a locked thread, which only an event unlocks', async () => {
      await refuseNew('gen_1', '7', 'locked');
      expect(await pauseOf('gen_1')).toBe(24 * hourMs);
    });

    it('keeps the time of the first refusal, and the channel and reason of the last', async () => {
      const { since } = await refuseNew('gen_1', '7', 'hidden');
      await clock.advance(15_000);
      expect(await refuse('gen_1', '8', 'archived')).toMatchObject({
        since,
        channelId: '8',
        reason: 'archived',
      });
    });

    it('keeps its pause when the subject changes', async () => {
      await refuseNew('gen_1');
      await clock.advance(5_000);
      await change('gen_1');
      expect(await pauseOf('gen_1')).toBe(10_000);
    });

    it('is forgotten once it was delivered', async () => {
      await refuseNew('gen_1');
      await clock.advance(hourMs);
      expect(await toNotify()).toEqual(['gen_1']);
      await markDelivered(outbox, 'rig', 'gen_1');
      expect(await toNotify()).toEqual([]);
    });
  });

  describe('its member', () => {
    it('is notified after a minute, or at once about a locked thread', async () => {
      await refuseNew('gen_1');
      await clock.advance(1);
      await refuseNew('gen_2', '8', 'locked');
      expect(await toNotify()).toEqual(['gen_2']);
      await clock.advance(60_000);
      expect(await toNotify()).toEqual(['gen_1', 'gen_2']);
    });

    it('is notified again only after a change', async () => {
      const first = await refuseNew('gen_1', '7', 'locked');
      await refused.noteNotified(first, { memberId: 'mia', key: 'ready', isPending: false });
      expect(await toNotify()).toEqual([]);
      await change('gen_1');
      const [changed] = await refused.pendingNotices();
      expect(changed).toMatchObject({ subject: 'gen_1', notifiedKey: 'ready' });
      expect(changed!.revision).toBeGreaterThan(first.revision);
      await refused.noteNotified(changed!); // there was nothing to say
      expect(await toNotify()).toEqual([]);
      await change('gen_1');
      expect(await refused.pendingNotices()).toMatchObject([{ notifiedKey: 'ready' }]);
    });

    it('gets a notice later when they accept no direct messages, until it was shown', async () => {
      const first = await refuseNew('gen_1');
      await refused.noteNotified(first, { memberId: 'mia', key: 'ready', isPending: true });
      expect(await refused.pendingOf('max')).toEqual([]);
      const [shown] = await refused.pendingOf('mia');
      await refused.noteNotified(first, { memberId: 'mia', key: 'failed', isPending: true });
      await refused.notePendingShown(shown!);
      expect(await refused.pendingOf('mia')).toMatchObject([{ subject: 'gen_1', notifiedKey: 'failed' }]);
      for (const newer of await refused.pendingOf('mia')) await refused.notePendingShown(newer);
      expect(await refused.pendingOf('mia')).toEqual([]);
    });
  });

  describe('a channel that is back', () => {
    const retry = (...channels: string[]) => refused.retry((channelId) => channels.includes(channelId));

    it('gets its messages at once, and no other does', async () => {
      await refuseNew('gen_1');
      await refuseNew('gen_2', '8');
      await clock.advance(10_000);
      expect(await retry('9')).toBe(0);
      expect(await retry('7')).toBe(1);
      expect([await pauseOf('gen_1'), await pauseOf('gen_2')]).toEqual([0, 5_000]);
    });

    it('is tried at most every two seconds, and then with short pauses again', async () => {
      await refuseNew('gen_1');
      await clock.advance(500);
      expect(await retry('7')).toBe(1);
      expect(await pauseOf('gen_1')).toBe(1_500);
      await clock.advance(1_500);
      await refuse('gen_1');
      expect(await pauseOf('gen_1')).toBe(15_000);
    });
  });
});
