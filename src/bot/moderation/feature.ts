import { isAppError } from '../../base/errors.js';
import { readMember } from '../../contract/moderation.js';
import { forgetPerson } from '../../contract/people.js';
import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createActLog } from './act-log.js';
import { createAuditFlow } from './audit-flow.js';
import { createModerationFlow } from './flow.js';
import { createIsMember } from './membership.js';
import { createAskOperator } from './operator.js';
import { createPoolFlow } from './pool-flow.js';
import { createQuotaFlow } from './quota-flow.js';
import { createServerFlow } from './server-flow.js';
import { createAuditStore } from './store.js';
import { createWelcomeDelivery } from './welcome.js';

/** Commands of moderators, and the audit log of what they looked up and did. */
export function createModerationFeature(context: BotContext) {
  const { config, db, clock, log, sessions, discord, http, outbox, hooks, notices } = context;
  const { messenger, settings, languages, copy, sendDirect } = context;
  const audit = createAuditStore({ db, clock, outbox });
  const ask = createAskOperator({ http, secret: config.serviceSecret, clock });
  const pool = createPoolFlow({ sessions, ask, audit });
  return {
    flows: {
      moderation: createModerationFlow({
        sessions,
        audit,
        isMember: createIsMember(discord.rest),
        ask,
        presence: discord.presence,
        async unlinkAll(memberId, key) {
          const addresses = (await hooks.unlinkAll(memberId)) ?? [];
          for (const address of addresses)
            await notices.tell({
              id: `unlinked/${key}/${address}`,
              memberId,
              kind: 'unlinked',
              address,
              refersAt: null,
            });
          return addresses.length;
        },
      }),
      quotas: createQuotaFlow({ audit, ask, presence: discord.presence }),
      audit: createAuditFlow({ audit }),
      pool,
      server: createServerFlow({
        settings,
        audit,
        presence: discord.presence,
        locales: copy.locales,
        changed: hooks.onSettings,
        poolOf: pool.read,
        async hasBudget(server, actor) {
          const asked = { server, actor, person: actor, accounts: [], groups: [] };
          const found = await ask(readMember, asked).catch(() => null);
          return found === null || found.grants !== null; // unknown while the service doesn't answer
        },
      }),
    },
    commands: ['mod', 'Moderate member', 'quota', 'settings'],
    outbox: {
      act: { deliver: createActLog({ audit, settings, messenger, languages, log }) },
      welcome: {
        deliver: createWelcomeDelivery({ settings, sessions, ask, sendDirect, languages, log }),
      },
    },
    keepers: { moderation: audit },
    hooks: {
      async onLinked(memberId, guildId) {
        if (guildId === undefined || (await settings.of(guildId)).welcomeCredits === 0) return;
        await db.transaction((t) => outbox.put(t, 'welcome', `${guildId}/${memberId}`));
      },
      /** Before the data here is deleted, so that nothing is deleted while the service is unreachable. */
      async onLeaving(memberId) {
        if (config.serviceSecret === null) return;
        await ask(forgetPerson, { person: memberId }).catch((error) => {
          if (!isAppError(error, 'not_found')) throw error; // a service that knows no people
        });
      },
    },
  } satisfies BotFeature;
}
