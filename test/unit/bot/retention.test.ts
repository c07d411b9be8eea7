import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { silentLog } from '../../../src/base/log.js';
import { createOutboxStore, type OutboxStore } from '../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../src/bot/delivery/refusal.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { type AuditStore, createAuditStore } from '../../../src/bot/moderation/store.js';
import { createRetentionFeature } from '../../../src/bot/retention/feature.js';
import { onEveryEngine } from '../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { claimOf, queued } from '../../support/outbox.js';

const dayMs = 86_400_000;

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let outbox: OutboxStore;
  let audit: AuditStore;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    outbox = createOutboxStore(db, clock);
    audit = createAuditStore({ db, clock, outbox: { put: async () => undefined } });
  });
  afterEach(() => db.close());

  /** One round with these settings. */
  const clean = async (auditKeepDays: number | undefined, cardKeepDays = 30): Promise<void> => {
    const config = { auditKeepDays, cardKeepDays };
    const { rounds } = createRetentionFeature({ config, db, outbox, clock, log: silentLog });
    for (const { round } of rounds) await round();
  };

  describe('entries of the audit log', () => {
    const add = (targetId: string) =>
      audit.add({ actorId: 'max', action: 'read_credits', targetId, guildId: 'home' });
    const targets = async () =>
      (await audit.list('home', { limit: 10 })).map(({ targetId }) => targetId).toSorted();

    it('are deleted after AUDIT_KEEP_DAYS, to the millisecond, and younger ones stay', async () => {
      await add('mia');
      await clock.advance(10 * dayMs);
      await add('noor');
      await clean(10);
      expect(await targets()).toEqual(['mia', 'noor']);
      await clock.advance(1);
      await clean(10);
      expect(await targets()).toEqual(['noor']);
    });

    it('stay for ever without AUDIT_KEEP_DAYS', async () => {
      await add('mia');
      await clock.advance(10_000 * dayMs);
      await clean(undefined);
      expect(await targets()).toEqual(['mia']);
    });

    it('are deleted once when two processes clean at the same time', async () => {
      await add('mia');
      await clock.advance(2 * dayMs);
      await add('noor');
      await Promise.all([clean(1), clean(1)]);
      expect(await targets()).toEqual(['noor']);
    });
  });

  it('a message that Discord kept refusing for CARD_KEEP_DAYS is given up, and others still wait', async () => {
    const refused = createRefusedStore({ db, queue: outbox.queue, clock });
    /** Discord refuses a message whose member knows. */
    const refuse = async (subject: string) => {
      const delivery = await claimOf(outbox, 'rig', subject);
      await refused.noteNotified(await refused.keep(delivery, new DeliveryRefused('7', 'forbidden')));
    };
    await db.transaction((t) => outbox.put(t, 'rig', 'gen_old'));
    await refuse('gen_old');
    await clock.advance(5 * dayMs);
    await db.transaction((t) => outbox.put(t, 'rig', 'gen_new'));
    await refuse('gen_new');
    await refuse('gen_old');
    await clean(undefined, 6);
    expect((await queued(db)).map(({ subject }) => subject).toSorted()).toEqual(['gen_new', 'gen_old']);
    await clean(undefined, 5);
    expect((await queued(db)).map(({ subject }) => subject)).toEqual(['gen_new']);
  });
});
