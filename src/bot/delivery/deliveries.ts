import type { Loop } from '../../base/loop.js';
import type { BotContext } from '../context.js';
import type { BotFeature, Round } from '../feature.js';
import type { Connection } from '../gateway/connection.js';
import { type RetryRefused, watchComebacks } from './comeback.js';
import { type Deliver, startOutbox } from './outbox.js';
import type { PendingNotice } from './pending-notice.js';
import { createRefusedStore } from './refused.js';
import { createRefusedNews, type DrawRefused } from './refused-news.js';

/** Brings the outbox rows of all features to Discord, and tells members about those that Discord refuses. */
export function createDeliveries(options: {
  eachClient: Connection['eachClient'];
  features: readonly BotFeature[];
  context: BotContext;
}) {
  const { eachClient, features, context } = options;
  const { db, outbox, sendDirect, hooks, clock, log } = context;
  const refused = createRefusedStore({ db, queue: outbox.queue, clock });
  const deliver: Record<string, Deliver> = {};
  const draw: Record<string, DrawRefused> = {};
  for (const [kind, delivery] of features.flatMap((feature) => Object.entries(feature.outbox ?? {}))) {
    deliver[kind] = delivery.deliver;
    if (delivery.instead) draw[kind] = delivery.instead;
  }
  const news = createRefusedNews({ store: refused, draw, sendDirect, log });
  const retryRefused: RetryRefused = async (isBack) => {
    await hooks.onAccessBack(isBack);
    return refused.retry(isBack);
  };
  eachClient((client) => watchComebacks({ client, retryRefused, log }));
  let worker: Loop | undefined;
  return {
    rounds: [{ name: 'refused messages', everyMs: 1_000, round: news.sweep }] satisfies Round[],
    /** Notices that no direct message could deliver, for the member's next answer. */
    pendingNotices: async (memberId: string): Promise<PendingNotice[]> =>
      (await hooks.pendingNotices(memberId)).concat(await news.pendingOf(memberId)),
    start(): void {
      worker = startOutbox({ store: outbox, refused, deliver, clock, log });
    },
    stop: async () => worker?.stop(),
  };
}
