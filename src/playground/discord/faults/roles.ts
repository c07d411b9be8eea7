import { PersonError } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import type { Guild, Role } from '../state/model.js';
import { findGuild, type State } from '../state/state.js';
import type { Faults } from '../types.js';
import { toRole } from '../wire/parts.js';

/** Changes roles as an administrator would. */
export function createRoleFaults({
  state,
  hub,
}: {
  state: State;
  hub: EventHub;
}): Pick<Faults, 'deleteRole' | 'moveRole'> {
  const find = (guild: Guild, name: string): Role => {
    const role = [...guild.roles.values()].find((one) => one.name === name);
    if (!role || role.id === guild.id) throw new PersonError(`${guild.name} has no role "${name}".`);
    return role;
  };
  const tell = (guildId: string, name: string, body: object): void =>
    hub.dispatch({
      name,
      intents: GatewayIntent.Guilds,
      guildId,
      payload: () => ({ guild_id: guildId, ...body }),
    });
  return {
    deleteRole(name, nameOrId) {
      const guild = findGuild(state, nameOrId);
      const { id } = find(guild, name);
      guild.roles.delete(id);
      for (const member of guild.members.values())
        member.roleIds = member.roleIds.filter((roleId) => roleId !== id);
      tell(guild.id, 'GUILD_ROLE_DELETE', { role_id: id });
    },
    moveRole(name, position, nameOrId) {
      const guild = findGuild(state, nameOrId);
      const role = find(guild, name);
      role.position = position;
      tell(guild.id, 'GUILD_ROLE_UPDATE', { role: toRole(role) });
    },
  };
}
