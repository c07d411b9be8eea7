import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { renewalEveryMs } from './flow.js';
import { sealedJars } from './vault.js';

/** Sessions of linked wallets: renewal, and their part of a member's data. */
export function createSessionFeature({ sessions, sessionStores, events }: BotContext) {
  const endEvents = async (memberId: string) => events.leave(memberId);
  return {
    flows: {},
    sealed: [sealedJars],
    keepers: { wallets: sessionStores.keeper, visitor: sessionStores.visitorKeeper },
    rounds: [{ name: 'session renewal', everyMs: renewalEveryMs, isEverywhere: true, round: sessions.renew }],
    hooks: { onWalletChanged: endEvents, onLeaving: endEvents },
  } satisfies BotFeature;
}
