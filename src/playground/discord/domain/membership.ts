import { PersonError } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import { toGuildCreate } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import { BOT_PERMISSIONS } from '../permission.js';
import type { Application, GuildMember, Role } from '../state/model.js';
import { applicationOfBot, type State } from '../state/state.js';
import { toGatewayMember, toGatewayUser, toRole } from '../wire/parts.js';

/** The only writer of guild memberships and of bots' own roles. */
export type Membership = {
  /** Adds a person or a bot. A bot also gets its own role and GUILD_CREATE. */
  enter(userId: string, options?: { commandsOnly?: boolean }): void;
  /** Removes a member. For a bot this also removes its role and installation. */
  leave(userId: string, options?: { banned?: boolean }): void;
  unban(userId: string): void;
};

export function createMembership({ state, hub }: { state: State; hub: EventHub }): Membership {
  const guild_id = state.guild.id;
  const tell = (name: string, intents: number, body: object): void =>
    hub.dispatch({ name, intents, payload: () => ({ guild_id, ...body }) });

  const giveOwnRole = ({ name, botId, permissions = BOT_PERMISSIONS }: Application): Role => {
    const role = { id: state.nextId(), name, permissions, position: 1, color: 0, botId };
    state.roles.set(role.id, role);
    tell('GUILD_ROLE_CREATE', GatewayIntent.Guilds, { role: toRole(role) });
    return role;
  };

  const dropOwnRole = (botId: string): void => {
    const role = [...state.roles.values()].find((candidate) => candidate.botId === botId);
    if (!role) return;
    state.roles.delete(role.id);
    tell('GUILD_ROLE_DELETE', GatewayIntent.Guilds, { role_id: role.id });
  };

  const join = (userId: string, roleIds: string[]): void => {
    const member: GuildMember = { userId, roleIds, joinedAt: state.clock.now(), nick: null };
    state.members.set(userId, member);
    tell('GUILD_MEMBER_ADD', GatewayIntent.GuildMembers, toGatewayMember(state, member));
    hub.announce({ type: 'member', memberId: userId });
  };

  const install = (app: Application, installed: Application['installed']): void => {
    if (installed === undefined) delete app.installed;
    else app.installed = installed;
    hub.announce({ type: 'commands', applicationId: app.id });
  };

  return {
    enter(userId, { commandsOnly = false } = {}) {
      if (state.banned.has(userId)) throw new PersonError('A banned member cannot rejoin until unbanned.');
      if (state.members.has(userId)) throw new PersonError('That user is already a member.');
      const app = applicationOfBot(state, userId);
      if (!app) return join(userId, []);
      install(app, commandsOnly ? 'commands' : undefined);
      if (commandsOnly) return;
      join(userId, [giveOwnRole(app).id]);
      hub.dispatch({
        name: 'GUILD_CREATE',
        intents: GatewayIntent.Guilds,
        toBotId: userId,
        payload: ({ botId, intents }) => toGuildCreate(state, botId, intents),
      });
    },
    leave(userId, { banned = false } = {}) {
      if (banned) state.banned.add(userId);
      const app = applicationOfBot(state, userId);
      if (app) install(app, 'no');
      if (!state.members.delete(userId)) return;
      for (const { thread } of state.channels.values()) thread?.memberIds.delete(userId);
      hub.dispatch({
        name: 'GUILD_DELETE',
        intents: GatewayIntent.Guilds,
        toBotId: userId,
        payload: () => ({ id: guild_id }),
      });
      dropOwnRole(userId);
      const gone = { user: toGatewayUser(state.users.get(userId)!) };
      tell('GUILD_MEMBER_REMOVE', GatewayIntent.GuildMembers, gone);
      if (banned) tell('GUILD_BAN_ADD', GatewayIntent.GuildModeration, gone);
      hub.announce({ type: 'member', memberId: userId });
    },
    unban(userId) {
      if (!state.banned.delete(userId)) throw new PersonError('That user is not banned.');
      const user = toGatewayUser(state.users.get(userId)!);
      tell('GUILD_BAN_REMOVE', GatewayIntent.GuildModeration, { user });
    },
  };
}
