import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createModerationFlow } from './flow.js';
import { createIsMember } from './membership.js';
import { createAuditStore } from './store.js';

/** Commands of moderators, and the audit log of what they looked up. */
export function createModerationFeature({ db, clock, sessions, discord }: BotContext) {
  const audit = createAuditStore({ db, clock });
  return {
    flows: {
      moderation: createModerationFlow({ sessions, audit, isMember: createIsMember(discord.rest) }),
    },
    commands: ['mod'],
    keepers: { moderation: audit },
  } satisfies BotFeature;
}
