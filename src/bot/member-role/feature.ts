import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createCheck, serversWithRole } from './check.js';
import { createMemberRoleDelivery } from './giving.js';
import { createProblemNews } from './problem.js';
import { createMemberRoleStore } from './store.js';

const everyMs = 60_000;

/** The role that a server gives to members with a linked wallet. */
export function createMemberRoleFeature(context: BotContext) {
  const { db, clock, log, outbox, settings, sessions, discord, messenger, languages } = context;
  const store = createMemberRoleStore({ db, clock, outbox });
  const deliver = createMemberRoleDelivery({
    store,
    settings,
    presence: discord.presence,
    isLinked: async (memberId) => (await sessions.walletsOf(memberId)).length > 0,
    rest: discord.rest,
    log,
  });

  const look = async (memberId: string): Promise<void> =>
    store.lookAt(
      memberId,
      (await serversWithRole(settings)).map(({ guildId }) => guildId),
    );

  return {
    flows: {},
    outbox: {
      member_role: { deliver },
      // A kind of its own, so that a member who links now doesn't wait for the check of a whole server.
      member_role_check: { deliver },
      member_role_problem: {
        deliver: createProblemNews({
          settings,
          presence: discord.presence,
          messenger,
          languages,
          clock,
          log,
        }),
      },
    },
    rounds: [{ name: 'member roles', everyMs, round: createCheck({ store, settings, clock }) }],
    keepers: { member_roles: store },
    hooks: {
      onLinked: look,
      onWalletChanged: look,
      onSettings: async (guildId) => store.lookAtServer(guildId, (await settings.of(guildId)).memberRole),
    },
  } satisfies BotFeature;
}
