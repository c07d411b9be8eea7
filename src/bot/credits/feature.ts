import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createCreditsFlow } from './flow.js';

/** The balance of a member. */
export function createCreditsFeature({ sessions }: BotContext) {
  return {
    flows: { credits: createCreditsFlow({ sessions }) },
    commands: ['credits'],
  } satisfies BotFeature;
}
