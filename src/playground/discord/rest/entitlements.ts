import { CreateEntitlementRequestDataSchema } from 'discord-api-spec/zod';
import { createShopEntitlements, toEntitlement } from '../domain/entitlements.js';
import { Refusal } from '../failure.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Body of a test entitlement. */
type Grant = { sku_id: string; owner_id: string; owner_type: 1 | 2 };

export function entitlementRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const entitlements = createShopEntitlements(rest);
  const own = (call: RestCall): void => {
    if (param(call, 'applicationId') !== call.app.id) throw new Refusal('foreignApplication');
  };
  const find = (call: RestCall) => {
    own(call);
    const found = entitlements.of(call.app).find(({ id }) => id === param(call, 'entitlementId'));
    if (!found) throw new Refusal('unknownEntitlement');
    return found;
  };
  return [
    {
      method: 'GET',
      path: '/applications/:applicationId/entitlements',
      query: {
        user_id: 'snowflake',
        sku_ids: 'text',
        guild_id: 'snowflake',
        before: 'snowflake',
        after: 'snowflake',
        limit: [1, 100],
        exclude_ended: 'boolean',
        exclude_deleted: 'boolean',
      },
      handle(call) {
        own(call);
        const { user_id, sku_ids, before, after, limit = '100', guild_id } = call.query;
        const hidesDeleted = call.query.exclude_deleted !== 'false'; // hidden by default, unlike ended ones
        const skus = sku_ids?.split(',');
        const found = entitlements
          .of(call.app)
          .filter(
            ({ id, userId, skuId, deleted, guildId }) =>
              (guild_id === undefined || guildId === guild_id) &&
              !(hidesDeleted && deleted) &&
              (user_id === undefined || userId === user_id) &&
              (skus === undefined || skus.includes(skuId)) &&
              (before === undefined || BigInt(id) < BigInt(before)) &&
              (after === undefined || BigInt(id) > BigInt(after)),
          );
        const page = before === undefined ? found.slice(0, Number(limit)) : found.slice(-Number(limit));
        return page.map(toEntitlement);
      },
    },
    {
      method: 'GET',
      path: '/applications/:applicationId/entitlements/:entitlementId',
      handle: (call) => toEntitlement(find(call)),
    },
    {
      method: 'POST',
      path: '/applications/:applicationId/entitlements',
      body: CreateEntitlementRequestDataSchema,
      handle(call) {
        own(call);
        const { sku_id, owner_id, owner_type } = call.body as Grant;
        if (state.skus.get(String(sku_id))?.applicationId !== call.app.id) throw new Refusal('unknownSku');
        const isGuild = owner_type === 1;
        const guild = state.guilds.get(String(owner_id));
        if (isGuild && !guild) throw new Refusal('unknownGuild');
        if (!isGuild && !state.users.has(String(owner_id))) throw new Refusal('unknownUser');
        const owner =
          isGuild && guild ? { userId: guild.ownerId, guildId: guild.id } : { userId: String(owner_id) };
        return toEntitlement(entitlements.grant(call.app, String(sku_id), owner));
      },
    },
    {
      method: 'DELETE',
      path: '/applications/:applicationId/entitlements/:entitlementId',
      handle(call) {
        const found = find(call);
        if (!found.isTest || found.deleted) throw new Refusal('unknownEntitlement');
        entitlements.refund(found);
      },
    },
    {
      method: 'POST',
      path: '/applications/:applicationId/entitlements/:entitlementId/consume',
      handle: (call) => entitlements.consume(find(call)),
    },
  ];
}
