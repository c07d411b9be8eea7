import { PersonError } from '../failure.js';
import type { EventHub } from '../hub.js';
import type { Application, Entitlement } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';

/** Purchases from an application inside Discord. Every SKU is a consumable and free of charge here. */
export type ShopEntitlements = {
  /** @throws PersonError when the application does not sell that SKU */
  buy(app: Application, userId: string, skuId: string): Entitlement;
  /** Creates a test entitlement for a user or a guild. */
  grant(app: Application, skuId: string, owner: { userId: string; guildId?: string }): Entitlement;
  /** Oldest first. */
  of(app: Application): Entitlement[];
  consume(entitlement: Entitlement): void;
  /** Refunds it as Discord's support does: the entitlement is marked deleted but stays on record. */
  refund(entitlement: Entitlement): void;
};

const PURCHASE = 1;
const TEST_MODE_PURCHASE = 8;

export const toEntitlement = (entitlement: Entitlement): JsonObject => {
  const { id, skuId, userId, applicationId, consumed, deleted = false } = entitlement;
  return {
    id,
    consumed,
    deleted,
    type: entitlement.isTest ? TEST_MODE_PURCHASE : PURCHASE,
    sku_id: skuId,
    user_id: userId,
    ...(entitlement.guildId === undefined ? {} : { guild_id: entitlement.guildId }),
    application_id: applicationId,
    starts_at: null,
    ends_at: null,
    gift_code_flags: 0,
    promotion_id: null,
  };
};

export function createShopEntitlements({ state, hub }: { state: State; hub: EventHub }): ShopEntitlements {
  const tell = (name: string, app: Application, entitlement: Entitlement): void =>
    hub.dispatch({
      name,
      intents: 0,
      toBotId: app.botId,
      guildId: entitlement.guildId ?? null,
      payload: () => toEntitlement(entitlement),
    });

  return {
    buy(app, userId, skuId) {
      if (state.skus.get(skuId)?.applicationId !== app.id)
        throw new PersonError(`${app.name} does not sell SKU ${skuId}.`);
      const entitlement = { id: state.nextId(), skuId, userId, applicationId: app.id, consumed: false };
      state.entitlements.set(entitlement.id, entitlement);
      tell('ENTITLEMENT_CREATE', app, entitlement);
      return entitlement;
    },
    grant(app, skuId, owner) {
      const id = state.nextId();
      const entitlement = { id, skuId, ...owner, applicationId: app.id, consumed: false, isTest: true };
      state.entitlements.set(id, entitlement);
      tell('ENTITLEMENT_CREATE', app, entitlement);
      return entitlement;
    },
    of: (app) => [...state.entitlements.values()].filter(({ applicationId }) => applicationId === app.id),
    consume(entitlement) {
      if (entitlement.consumed) return;
      entitlement.consumed = true;
      tell('ENTITLEMENT_UPDATE', state.applications.get(entitlement.applicationId)!, entitlement);
    },
    refund(entitlement) {
      if (entitlement.deleted) return;
      entitlement.deleted = true;
      tell('ENTITLEMENT_DELETE', state.applications.get(entitlement.applicationId)!, entitlement);
    },
  };
}
