import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createInteractionKeeper } from './keeper.js';
import { sealedInteractions } from './store.js';

/** Stores answered interactions until their tokens expire. */
export function createInteractionFeature({ db, interactions }: BotContext) {
  return {
    flows: {},
    sealed: [sealedInteractions],
    keepers: { interactions: createInteractionKeeper(db) },
    rounds: [{ name: 'interactions', everyMs: 60_000, round: interactions.prune }],
  } satisfies BotFeature;
}
