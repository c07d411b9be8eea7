import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import type { Guild, GuildMember } from '../state/model.js';
import type { State } from '../state/state.js';
import { toMemberWithUser } from '../wire/parts.js';

/** The only writer of members: changes one, then notifies bots and pages. */
export type GuildMembers = { change(guild: Guild, member: GuildMember, apply: () => void): void };

export function createMembers({ state, hub }: { state: State; hub: EventHub }): GuildMembers {
  return {
    change(guild, member, apply) {
      apply();
      hub.dispatch({
        name: 'GUILD_MEMBER_UPDATE',
        intents: GatewayIntent.GuildMembers,
        guildId: guild.id,
        payload: () => ({ ...toMemberWithUser(state, member), guild_id: guild.id }),
      });
      hub.announce({ type: 'member', memberId: member.userId });
    },
  };
}
