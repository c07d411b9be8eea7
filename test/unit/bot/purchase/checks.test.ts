import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { type Baselines, createBaselines } from '../../../../src/bot/purchase/baseline.js';
import { createClaims } from '../../../../src/bot/purchase/claims.js';
import type { PurchaseStores } from '../../../../src/bot/purchase/stores.js';
import type { IntentStatus } from '../../../../src/contract/payments.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { openPurchaseStores } from './stored.js';

/** When purchases are read again, and what the bot remembers for services that don't report their state. */
onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let stores: PurchaseStores;
  let open: ReturnType<typeof openPurchaseStores>['begin'];
  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    ({ stores, begin: open } = openPurchaseStores({ db, clock }));
  });
  afterEach(() => db.close());

  const begin = (id: string, memberId = 'mia') =>
    open({ id, memberId, token: `${id} of 32 characters or more`, card: `card of ${id}` });
  const due = async (limit = 10) => (await stores.checks.due(limit)).map(({ id }) => id);

  describe('a purchase', () => {
    it('is due when its time comes, the longest overdue first', async () => {
      await begin('int_1');
      await begin('int_2');
      const now = clock.now();
      await stores.checks.checkAgainAt('int_1', now + 2_000);
      await stores.checks.checkAgainAt('int_2', now + 1_000);
      expect(await due()).toEqual([]);
      await clock.advance(1_000);
      expect(await due()).toEqual(['int_2']);
      await clock.advance(1_000);
      expect([await due(), await due(1)]).toEqual([['int_2', 'int_1'], ['int_2']]);
    });

    it('is due at once when its member resumes, and no other is', async () => {
      for (const [id, member] of [
        ['int_1', 'mia'],
        ['int_2', 'max'],
      ] as const) {
        await begin(id, member);
        await stores.checks.checkAgainAt(id, clock.now() + 60_000);
      }
      await stores.checks.resumeMember('mia');
      expect(await due()).toEqual(['int_1']);
    });

    it('is not followed once its wallet is gone', async () => {
      await begin('int_1');
      await begin('int_2', 'max');
      await stores.checks.detachWallet('mia');
      await stores.checks.resumeMember('mia');
      await stores.checks.checkAgainAt('int_1', 0);
      expect(await due()).toEqual(['int_2']);
      expect([await stores.checks.hasOpen('mia'), await stores.checks.hasOpen('max')]).toEqual([false, true]);
    });

    it.each<[IntentStatus, boolean]>([
      ['processing', true],
      ['succeeded', false],
      ['expired', false],
    ])('that is %s waits for money: %s', async (status, waits) => {
      const before = await begin('int_1');
      const intent = { ...before.intent, status };
      await stores.store.advance(before, { intent, balance: null, nextCheckAt: clock.now() });
      expect(await stores.checks.hasOpen('mia')).toBe(waits);
    });
  });

  describe('the growth of a balance', () => {
    let baselines: Baselines;
    beforeEach(async () => {
      baselines = createBaselines(db);
      for (const id of ['int_1', 'int_2']) await baselines.put(await begin(id), 50);
    });

    it('pays one purchase of a wallet, also when both are read at once', async () => {
      const met = await Promise.all(['int_1', 'int_2'].map((id) => baselines.meet(id, 100, 150)));
      expect(met.toSorted()).toEqual([false, true]);
      const paid = met[0] ? 'int_1' : 'int_2';
      expect(await baselines.meet(paid, 100, 0)).toBe(true);
      const rest = paid === 'int_1' ? 'int_2' : 'int_1';
      expect([await baselines.find(rest), await baselines.meet(rest, 100, 249)]).toEqual([150, false]);
      expect(await baselines.meet(rest, 100, 250)).toBe(true);
    });

    it('keeps the balance from before the purchase', async () => {
      await baselines.put({ id: 'int_1', memberId: 'mia', address: null }, 90);
      expect([await baselines.find('int_1'), await baselines.find('int_9')]).toEqual([50, null]);
      expect(await baselines.meet('int_9', 1, 1_000)).toBe(false);
    });
  });

  it('the newest transaction a member handed in is sent until the service has seen it', async () => {
    const claims = createClaims(db);
    await begin('int_1');
    await claims.put('int_1', 'first');
    await claims.put('int_1', 'second');
    expect([await claims.find('int_1'), await claims.find('int_2')]).toEqual(['second', null]);
    await claims.remove('int_1');
    expect(await claims.find('int_1')).toBeNull();
  });
});
