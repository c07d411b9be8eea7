import type { Clock } from '../../base/clock.js';
import type { Service } from '../../client/session.js';
import { type Intent, readCredits } from '../../contract/payments.js';
import type { Baselines } from './baseline.js';
import type { PurchaseChecks } from './check-store.js';
import { outcomeOf } from './news.js';
import { nextCheckAt } from './pace.js';
import type { Purchase } from './purchase.js';
import { type createReading, signatureWanted } from './reading.js';
import type { PurchaseStore } from './store.js';

/** After a status change that the machine does not allow, the purchase is checked again this much later. */
const puzzledMs = 60_000;

/** Reads purchases from the service and stores what is new. */
export function createFollowing(deps: {
  store: Pick<PurchaseStore, 'advance' | 'find'>;
  checks: Pick<PurchaseChecks, 'checkAgainAt'>;
  serviceOf: (purchase: Purchase) => Service;
  reading: Pick<ReturnType<typeof createReading>, 'confirm' | 'follow'>;
  baselines: Baselines | undefined;
  /** Whether the service pushes updates of this purchase now. */
  isTelling: (purchase: Purchase) => boolean;
  clock: Clock;
}) {
  const { store, checks, serviceOf, reading, baselines, isTelling, clock } = deps;

  /** Available credits in whole numbers; null when they cannot be read now. */
  const readBalance = (purchase: Purchase): Promise<number | null> =>
    serviceOf(purchase)
      .call(readCredits, {})
      .then(
        ({ body }) => Math.floor(body.available),
        () => null,
      );

  const keep = async (purchase: Purchase, intent: Intent): Promise<Purchase> => {
    const isNew = purchase.balance === null || outcomeOf(purchase) !== outcomeOf({ ...purchase, intent });
    const balance = intent.status === 'succeeded' && isNew ? await readBalance(purchase) : purchase.balance;
    const after = { intent, balance, nextCheckAt: nextCheckAt(intent, clock.now(), isTelling(purchase)) };
    const isKept = await store.advance(purchase, after);
    if (isKept && intent.status === 'succeeded')
      await baselines?.meet(purchase.id, intent.credits, Number.POSITIVE_INFINITY);
    const current = await store.find(purchase.id);
    // When two updates arrive at once, the next check decides at once which was the later.
    const pauseMs = current?.version === purchase.version ? puzzledMs : 0;
    if (!isKept) await checks.checkAgainAt(purchase.id, clock.now() + pauseMs);
    return current ?? { ...purchase, intent, balance };
  };

  return {
    keep,

    look: async (purchase: Purchase): Promise<Purchase> => keep(purchase, await reading.follow(purchase)),

    /**
     * Makes the service check the chain for a member who waits, and stores what is new. Another update may have been
     * stored meanwhile; the member still learns when the chain was checked.
     */
    async settle(purchase: Purchase): Promise<Purchase> {
      const { intent, needsSignature } = await reading.confirm(purchase);
      if (needsSignature && intent.status !== 'succeeded') throw signatureWanted();
      const { checked, last_checked_at, ...rest } = intent;
      const kept = await keep(purchase, { ...rest, checked, last_checked_at });
      return { ...kept, intent: { ...kept.intent, checked, last_checked_at } };
    },
  };
}
