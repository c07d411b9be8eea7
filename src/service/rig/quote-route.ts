import { iso } from '../../base/clock.js';
import { quoteRig } from '../../contract/rig-quote.js';
import { type Route, route, type ServiceContext } from '../feature.js';
import type { Durations } from './durations.js';
import type { createMaking } from './making.js';
import type { Pipelines } from './pipelines.js';
import type { Quotes } from './quotes.js';

/** Says what a generation costs and how long it takes, before anything is held. */
export function quoteRoute(deps: {
  context: Pick<ServiceContext, 'db' | 'ledger' | 'limits'>;
  pipelines: Pipelines;
  durations: Durations;
  quotes: Quotes;
  aheadOfNext: ReturnType<typeof createMaking>['aheadOfNext'];
  slotsOf: (pipelineId: string) => number;
}): Route {
  const { context, pipelines, durations, quotes, aheadOfNext, slotsOf } = deps;
  const { db, ledger, limits } = context;
  return route(quoteRig, async (call) => {
    const { user, body } = call;
    const { type, pipeline_id, parameters = {} } = body;
    await limits.check(db, limits.askerOf(call)); // a blocked member gets no price, but the reason
    const pipeline = pipelines.choose(type, pipeline_id);
    pipelines.check(pipeline, parameters);
    const { id, credit_cost: credits } = pipeline;
    const { quote, expiresAt } = quotes.issue({ userId: user.id, pipelineId: id }, credits);
    const [ahead, seconds, balance] = await Promise.all([
      aheadOfNext(db, user.id, id),
      durations(pipeline),
      ledger.readBalance(db, user.id),
    ]);
    const answer = {
      quote,
      credits,
      pipeline_id: id,
      queue_ahead: ahead.count,
      eta_seconds: Math.ceil(ahead.seconds / slotsOf(id) + seconds),
      available: balance.available,
      expires_at: iso(expiresAt),
    };
    return { status: 201, body: answer };
  });
}
