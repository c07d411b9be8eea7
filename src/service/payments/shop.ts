import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { grantEntitlement, isProven, isReturnProven, returnEntitlement } from '../../contract/entitlement.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import { viewBalance } from '../ledger/routes.js';
import { createEntitlements } from './entitlements.js';

/**
 * Purchases in Discord's own shop, which the bot reports with the secret it shares with the service. Off without
 * one.
 */
export function createShopFeature({ config, db, ledger, clock, log }: ServiceContext): Feature {
  const entitlements = createEntitlements({ db, ledger, clock });
  const secret = (): string => {
    if (config.botSecret === undefined)
      throw new AppError('not_found', 'This bot sells nothing inside Discord.');
    return config.botSecret;
  };

  return {
    routes: [
      route(grantEntitlement, async ({ user, body: { proof, ...bought } }) => {
        if (!isProven(secret(), { ...bought, user_id: user.id }, proof)) throw new AppError('forbidden');
        const { entitlement_id: id, credits } = bought;
        await entitlements.credit({ id, userId: user.id, credits });
        return { status: 200, body: viewBalance(await ledger.readBalance(db, user.id)) };
      }),
      route(returnEntitlement, async ({ params: { entitlement_id: id }, body: { proof } }) => {
        if (!isReturnProven(secret(), id, proof)) throw new AppError('forbidden');
        const { returnedAt, ...returned } = await entitlements.takeBack(id);
        if (returned.owed > 0)
          log.warn(
            { entitlement: id, owed: returned.owed },
            'refunded credits were already spent; run "rigsmith review"',
          );
        return { status: 200, body: { ...returned, returned_at: iso(returnedAt) } };
      }),
    ],
  };
}
