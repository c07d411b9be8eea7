import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createLog } from '../../../../src/base/log.js';
import { createOutboxStore, type OutboxStore, startOutbox } from '../../../../src/bot/delivery/outbox.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { claimOf, queued } from '../../../support/outbox.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let outbox: OutboxStore;
  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    outbox = createOutboxStore(db, clock);
  });
  afterEach(() => db.close());
  const put = (subject: string) => db.transaction((t) => outbox.put(t, 'rig', subject));

  describe('a card that was sent too late', () => {
    it('is drawn again when its delivery was given up before', async () => {
      let state = 'queued';
      let card = '';
      let arrive = () => undefined as unknown;
      const slow = new Promise((resolve) => {
        arrive = () => resolve(undefined);
      });
      let isFirst = true;
      const deliver = async () => {
        const drawn = state;
        const isSlow = isFirst;
        isFirst = false;
        if (isSlow) await slow;
        card = drawn;
      };
      const worker = startOutbox({
        store: outbox,
        refused: { keep: async () => undefined as never },
        deliver: { rig: deliver } as never,
        clock,
        log: createLog('silent'),
      });
      await put('gen_1');
      await clock.advance(1_000);
      state = 'finished';
      await clock.advance(40_000);
      expect(card).toBe('finished');
      arrive();
      await clock.advance(1);
      expect(card).toBe('queued');
      await clock.advance(2_000);
      expect(card).toBe('finished');
      expect(await queued(db)).toEqual([]);
      await worker.stop();
    });

    it('is delivered again when another process delivered it meanwhile', async () => {
      await put('gen_1');
      const paused = await claimOf(outbox, 'rig', 'gen_1');
      await clock.advance(60_000);
      const [expired] = await outbox.queue.expired();
      await outbox.release(expired!, { uncounted: true });
      await outbox.delivered(await claimOf(outbox, 'rig', 'gen_1'));
      expect(await queued(db)).toEqual([]);
      await outbox.delivered(paused);
      expect(await queued(db)).toEqual([{ kind: 'rig', subject: 'gen_1' }]);
    });

    it('keeps the attempts of the delivery that is under way, so that pauses continue to grow', async () => {
      await put('gen_1');
      const late = await claimOf(outbox, 'rig', 'gen_1');
      await outbox.release(late, { dueAt: clock.now() });
      await outbox.release(await claimOf(outbox, 'rig', 'gen_1'), {});
      const third = await claimOf(outbox, 'rig', 'gen_1');
      expect(third.attempts).toBe(3);
      await outbox.deliverAgain(late);
      await outbox.release(third, {});
      expect((await claimOf(outbox, 'rig', 'gen_1')).attempts).toBe(4);
    });
  });
});
