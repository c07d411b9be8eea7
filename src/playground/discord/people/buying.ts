import { createShopEntitlements } from '../domain/entitlements.js';
import { PersonError } from '../failure.js';
import type { Person } from '../types.js';
import type { PeopleDeps } from './deps.js';

/** Purchases in an application's store inside Discord. They are free of charge here. */
export function createBuying(deps: PeopleDeps, userId: string): Pick<Person, 'buy' | 'getRefund'> {
  const { applications } = deps.state;
  const entitlements = createShopEntitlements(deps);
  return {
    buy({ skuId, applicationId }) {
      if (!/^\d{1,20}$/.test(skuId)) throw new PersonError(`"${skuId}" is not a SKU: SKUs are numbers.`);
      const app =
        applicationId === undefined ? [...applications.values()][0] : applications.get(applicationId);
      if (!app) throw new PersonError('There is no such application.');
      return entitlements.buy(app, userId, skuId).id;
    },
    getRefund(entitlementId) {
      const bought = deps.state.entitlements.get(entitlementId);
      if (bought?.userId !== userId) throw new PersonError('You have not bought that.');
      entitlements.refund(bought);
    },
  };
}
