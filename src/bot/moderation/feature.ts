import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createModerationFlow } from './flow.js';
import { createIsMember } from './membership.js';
import { createAskOperator } from './operator.js';
import { createAuditStore } from './store.js';

/** Commands of moderators, and the audit log of what they looked up and did. */
export function createModerationFeature({ config, db, clock, sessions, discord, http, outbox }: BotContext) {
  const audit = createAuditStore({ db, clock, outbox });
  return {
    flows: {
      moderation: createModerationFlow({
        sessions,
        audit,
        isMember: createIsMember(discord.rest),
        ask: createAskOperator({ http, secret: config.serviceSecret, clock }),
        presence: discord.presence,
      }),
    },
    commands: ['mod', 'Moderate member', 'quota'],
    keepers: { moderation: audit },
  } satisfies BotFeature;
}
