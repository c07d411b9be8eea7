import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createPrivacyFlow } from './flow.js';

/** Export and deletion of everything the bot keeps about a member. */
export function createPrivacyFeature(context: BotContext) {
  const { db, clock, sessions, keepers, hooks } = context;
  const privacy = createPrivacyFlow({
    sessions,
    keepers,
    db,
    unfinished: hooks.unfinished,
    leave: hooks.onLeaving,
    clock,
  });
  return { flows: { privacy }, commands: ['privacy'] } satisfies BotFeature;
}
