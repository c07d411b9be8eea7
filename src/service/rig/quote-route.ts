import { iso } from '../../base/clock.js';
import { quoteRig } from '../../contract/rig-quote.js';
import { type Route, route, type ServiceContext } from '../feature.js';
import { poolOwner } from '../ledger/pool.js';
import type { Admission } from './admission.js';
import type { Durations } from './durations.js';
import type { createMaking } from './making.js';
import { type Pipelines, pipelineFor, priceOf } from './pipelines.js';
import type { Quotes } from './quotes.js';

/** Says what a generation costs and how long it takes, before anything is held. */
export function quoteRoute(deps: {
  context: Pick<ServiceContext, 'db' | 'ledger'>;
  admission: Pick<Admission, 'check' | 'poolFor'>;
  pipelines: Pipelines;
  durations: Durations;
  quotes: Quotes;
  aheadOfNext: ReturnType<typeof createMaking>['aheadOfNext'];
  slotsOf: (pipelineId: string) => number;
}): Route {
  const { context, admission, pipelines, durations, quotes, aheadOfNext, slotsOf } = deps;
  const { db, ledger } = context;
  const poolShown = async ({ server, left }: { server: string; left: number }) => ({
    available: (await ledger.readBalance(db, poolOwner(server))).available,
    left_today: left,
  });
  return route(quoteRig, async (call) => {
    const { user, body } = call;
    const pool = await admission.poolFor(await admission.check(call));
    const { pipeline } = pipelineFor(pipelines, body);
    const { id } = pipeline;
    const [seconds, balance] = await Promise.all([durations(pipeline), ledger.readBalance(db, user.id)]);
    const priced = async (isPriority: boolean) => {
      const credits = priceOf(pipeline, isPriority);
      const ahead = await aheadOfNext(db, { groupId: user.id, isPriority }, id);
      const { quote, expiresAt } = quotes.issue({ userId: user.id, pipelineId: id, isPriority }, credits);
      const eta_seconds = Math.ceil(ahead.seconds / slotsOf(id) + seconds);
      return { quote, credits, eta_seconds, queue_ahead: ahead.count, expiresAt };
    };
    const { expiresAt, ...usual } = await priced(false);
    const answer = {
      ...usual,
      pipeline_id: id,
      available: balance.available,
      expires_at: iso(expiresAt),
      ...(pool && { pool: await poolShown(pool) }),
      ...(pipeline.priority && { priority: await priced(true).then(withoutTime) }),
    };
    return { status: 201, body: answer };
  });
}

/** Both prices are valid for as long. */
const withoutTime = <T extends { expiresAt: number }>({ expiresAt: _, ...rest }: T) => rest;
