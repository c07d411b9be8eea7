import { createEntitlements, toEntitlement } from '../domain/entitlements.js';
import { Refusal } from '../failure.js';
import { type Call, param, type Rest, type Route } from './route.js';

/** What was bought from this application: to be listed, and to be used up. */
export function entitlementRoutes(rest: Rest): Route[] {
  const entitlements = createEntitlements(rest);
  const own = (call: Call): void => {
    if (param(call, 'applicationId') !== call.app.id) throw new Refusal('foreignApplication');
  };
  const find = (call: Call) => {
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
        ...{
          user_id: 'snowflake',
          sku_ids: 'text',
          guild_id: 'snowflake',
          before: 'snowflake',
          after: 'snowflake',
        },
        ...{ limit: [1, 100], exclude_ended: 'boolean', exclude_deleted: 'boolean' },
      },
      handle(call) {
        own(call);
        const { user_id, sku_ids, before, after, limit = '100', guild_id } = call.query;
        const hidesDeleted = call.query.exclude_deleted !== 'false'; // by default, unlike those that ended
        const skus = sku_ids?.split(',');
        const found = entitlements.of(call.app).filter(
          ({ id, userId, skuId, deleted }) =>
            guild_id === undefined && // nobody buys for a server here
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
      path: '/applications/:applicationId/entitlements/:entitlementId/consume',
      handle: (call) => entitlements.consume(find(call)),
    },
  ];
}
