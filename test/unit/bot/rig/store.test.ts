import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createRigStores } from '../../../../src/bot/rig/stores.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { job } from '../cards/sample.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let stores: ReturnType<typeof createRigStores>;
  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    stores = createRigStores({
      db,
      clock,
      outbox: createOutboxStore(db, clock),
      random: systemRandom,
      pageUrl: 'https://rigsmith.example/rig',
      asksByDefault: false,
    });
    await stores.store.add(job(), 0);
  });
  afterEach(() => db.close());

  describe('the lock for repeating a rig', () => {
    it('is taken by one of many at once, and free again after a pause', async () => {
      const presses = await Promise.all([1, 2, 3].map(() => stores.repeatLock.take('gen_1', 5_000)));
      expect(presses.filter(Boolean)).toHaveLength(1);
      await clock.advance(4_999);
      expect(await stores.repeatLock.take('gen_1', 5_000)).toBe(false);
      await clock.advance(1);
      expect(await stores.repeatLock.take('gen_1', 5_000)).toBe(true);
    });

    it('is released at once after a failure, and belongs to each rig alone', async () => {
      await stores.repeatLock.take('gen_1', 5_000);
      await stores.repeatLock.release('gen_1');
      expect(await stores.repeatLock.take('gen_1', 5_000)).toBe(true);
      expect(await stores.repeatLock.take('gen_unknown', 5_000)).toBe(false);
    });
  });

  describe('the schedule of rigs in progress', () => {
    const running = () => {
      const rig = job({ status: 'running', finished_at: null, output: null });
      return { ...rig, id: 'gen_2' };
    };
    const due = async () => (await stores.schedule.due(10)).map(({ id }) => id);

    it('names a rig when its check is due, and again at the time it was put off to', async () => {
      await stores.store.add(running(), clock.now() + 1_000);
      expect(await due()).not.toContain('gen_2');
      await clock.advance(1_000);
      expect(await due()).toContain('gen_2');
      await stores.schedule.checkAgainAt('gen_2', clock.now() + 60_000);
      expect(await due()).not.toContain('gen_2');
      await stores.schedule.resumeMember(running().memberId);
      expect(await due()).toContain('gen_2');
    });

    it('follows nothing more when the wallet is gone', async () => {
      const { memberId } = running();
      await stores.store.add(running(), 0);
      expect(await stores.schedule.hasOpen(memberId)).toBe(true);
      await stores.schedule.detachWallet(memberId);
      expect(await stores.schedule.hasOpen(memberId)).toBe(false);
      await stores.schedule.resumeMember(memberId);
      await stores.schedule.checkAgainAt('gen_2', 0);
      expect(await due()).toEqual([]);
    });
  });

  describe('the public page of a rig', () => {
    it('has one address, however often and by however many it is published', async () => {
      expect(await stores.shares.of('gen_1')).toBeNull();
      const tokens = await Promise.all([1, 2, 3].map(() => stores.shares.publish('gen_1')));
      expect(new Set([...tokens, await stores.shares.of('gen_1')]).size).toBe(1);
      expect((await stores.store.findShared(tokens[0]!))?.id).toBe('gen_1');
    });

    it('is gone once it was withdrawn, and has a new address afterwards', async () => {
      const old = await stores.shares.publish('gen_1');
      await stores.shares.withdraw('gen_1');
      await stores.shares.withdraw('gen_1');
      expect([await stores.shares.of('gen_1'), await stores.store.findShared(old)]).toEqual([null, null]);
      expect(await stores.shares.publish('gen_1')).not.toBe(old);
    });

    it('is gone with its rig', async () => {
      await stores.store.add({ ...job(), id: 'gen_2' }, 0);
      const [one, two] = [await stores.shares.publish('gen_1'), await stores.shares.publish('gen_2')];
      await stores.store.delete('gen_1');
      expect(await stores.store.findShared(one)).toBeNull();
      expect((await stores.store.findShared(two))?.id).toBe('gen_2');
      await forget(db, stores.keeper, job().memberId);
      expect([await stores.shares.of('gen_2'), await stores.store.findShared(two)]).toEqual([null, null]);
    });
  });

  describe('the price confirmation', () => {
    it('is as the operator chose, until the member chooses', async () => {
      const { memberId } = job();
      expect(await stores.confirmation.asks(memberId)).toBe(false);
      await stores.confirmation.choose(memberId, true);
      await stores.confirmation.choose(memberId, true);
      expect([await stores.confirmation.asks(memberId), await stores.confirmation.asks('9')]).toEqual([
        true,
        false,
      ]);
      expect(await stores.confirmation.exportOf(memberId)).toEqual([{ asks: true }]);
      await forget(db, stores.confirmation, memberId);
      expect(await stores.confirmation.asks(memberId)).toBe(false);
    });
  });

  it('exports the rigs of one member and deletes them with their copies', async () => {
    const { memberId } = job();
    await stores.messages.addCopy('gen_1', { channelId: '7', messageId: '8', locale: null });
    expect(await stores.keeper.exportOf(memberId)).toMatchObject([{ id: 'gen_1', memberId }]);
    expect(await stores.keeper.exportOf('9')).toEqual([]);
    await forget(db, stores.keeper, memberId);
    expect(await stores.store.find('gen_1')).toBeNull();
    expect(await stores.messages.copiesOf('gen_1')).toEqual([]);
  });
});
