import type { Entitlement } from 'discord.js';
import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createPremium, type ShopPurchase } from './shop.js';

const roundName = 'premium';

const boughtOf = ({ id, skuId, userId, consumed, deleted }: Entitlement): ShopPurchase => ({
  id,
  sku_id: skuId,
  user_id: userId,
  consumed,
  deleted,
});

/** Credits sold in Discord's own shop. Off without its items. */
export function createPremiumFeature(context: BotContext) {
  const { config, discord, http, sessions, sendDirect, languages, clock, log, notices, wakeRound } = context;
  if (!config.premium) return { flows: {} } satisfies BotFeature;
  const premium = createPremium({
    skus: config.premium.skus,
    secret: config.premium.secret,
    applicationId: discord.applicationId,
    rest: discord.rest,
    http,
    sessions,
    sendDirect,
    languages,
    clock,
    log,
    tellReturned: notices.tell,
  });
  return {
    flows: {},
    rounds: [
      { name: roundName, everyMs: 60_000, round: premium.sweep },
      { name: 'returned purchases', everyMs: 6 * 3_600_000, round: premium.sweepReturned },
    ],
    gateway: {
      entitlementCreate(entitlement) {
        premium
          .arrive(boughtOf(entitlement))
          .catch((error) => log.error({ err: error, entitlement: entitlement.id }, 'buyer not notified'));
      },
      entitlementDelete(entitlement) {
        void premium.leave({ ...boughtOf(entitlement), deleted: true });
      },
    },
    hooks: {
      /** Credits bought in Discord may be waiting for a wallet. */
      onLinked: async () => wakeRound(roundName),
    },
  } satisfies BotFeature;
}
