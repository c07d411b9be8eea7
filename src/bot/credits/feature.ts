import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createCreditsFlow } from './flow.js';
import { createGifts } from './gifts.js';

/** The balance of a member, and gifts to others. */
export function createCreditsFeature({ sessions, messenger, languages }: BotContext) {
  return {
    flows: {
      credits: createCreditsFlow({ sessions }),
      gifts: createGifts({ sessions, messenger, languages }),
    },
    commands: ['credits', 'gift'],
  } satisfies BotFeature;
}
