import { PersonError } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import { toGuildCreate } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import { BOT_PERMISSIONS } from '../permission.js';
import { say } from '../sayings.js';
import type { Application, Guild, GuildMember, Role } from '../state/model.js';
import { applicationOfBot, channelsIn, type State } from '../state/state.js';
import { toGatewayMember, toGatewayUser, toRole } from '../wire/parts.js';

/** The only writer of guild memberships and of bots' own roles. */
export type Membership = {
  /** Adds a person or a bot to a guild. A bot also gets its own role and GUILD_CREATE. */
  enter(guild: Guild, userId: string, options?: { commandsOnly?: boolean }): void;
  /** Removes a member. For a bot this also removes its role and installation. */
  leave(guild: Guild, userId: string, options?: { banned?: boolean }): void;
  unban(guild: Guild, userId: string): void;
};

export function createMembership({ state, hub }: { state: State; hub: EventHub }): Membership {
  const tell = ({ id }: Guild, name: string, intents: number, body: object): void =>
    hub.dispatch({ name, intents, guildId: id, payload: () => ({ guild_id: id, ...body }) });

  const giveOwnRole = (
    guild: Guild,
    { name, botId, permissions = BOT_PERMISSIONS, rolePosition = 1 }: Application,
  ): Role => {
    const role = { id: state.nextId(), name, permissions, position: rolePosition, color: 0, botId };
    guild.roles.set(role.id, role);
    tell(guild, 'GUILD_ROLE_CREATE', GatewayIntent.Guilds, { role: toRole(role) });
    return role;
  };

  const dropOwnRole = (guild: Guild, botId: string): void => {
    const role = [...guild.roles.values()].find((candidate) => candidate.botId === botId);
    if (!role) return;
    guild.roles.delete(role.id);
    tell(guild, 'GUILD_ROLE_DELETE', GatewayIntent.Guilds, { role_id: role.id });
  };

  const join = (guild: Guild, userId: string, roleIds: string[]): void => {
    const member: GuildMember = { userId, roleIds, joinedAt: state.clock.now(), nick: null };
    guild.members.set(userId, member);
    tell(guild, 'GUILD_MEMBER_ADD', GatewayIntent.GuildMembers, toGatewayMember(state, member));
    hub.announce({ type: 'member', memberId: userId });
  };

  const install = (app: Application, guild: Guild, how: 'bot' | 'commands' | undefined): void => {
    if (how === undefined) app.installations.delete(guild.id);
    else app.installations.set(guild.id, how);
    hub.announce({ type: 'commands', applicationId: app.id });
  };

  return {
    enter(guild, userId, { commandsOnly = false } = {}) {
      if (guild.banned.has(userId)) throw new PersonError(say('banned_out'));
      if (guild.members.has(userId)) throw new PersonError(say('already_member'));
      const app = applicationOfBot(state, userId);
      if (!app) return join(guild, userId, []);
      install(app, guild, commandsOnly ? 'commands' : 'bot');
      if (commandsOnly) return;
      join(guild, userId, [giveOwnRole(guild, app).id]);
      hub.dispatch({
        name: 'GUILD_CREATE',
        intents: GatewayIntent.Guilds,
        toBotId: userId,
        guildId: guild.id,
        payload: ({ botId, intents }) => toGuildCreate(state, guild, botId, intents),
      });
    },
    leave(guild, userId, { banned = false } = {}) {
      if (banned) guild.banned.add(userId);
      const app = applicationOfBot(state, userId);
      if (app) install(app, guild, undefined);
      if (!guild.members.delete(userId)) return;
      for (const { thread } of channelsIn(state, guild)) thread?.memberIds.delete(userId);
      hub.dispatch({
        name: 'GUILD_DELETE',
        intents: GatewayIntent.Guilds,
        toBotId: userId,
        guildId: guild.id,
        payload: () => ({ id: guild.id }),
      });
      dropOwnRole(guild, userId);
      const gone = { user: toGatewayUser(state.users.get(userId)!) };
      tell(guild, 'GUILD_MEMBER_REMOVE', GatewayIntent.GuildMembers, gone);
      if (banned) tell(guild, 'GUILD_BAN_ADD', GatewayIntent.GuildModeration, gone);
      hub.announce({ type: 'member', memberId: userId });
    },
    unban(guild, userId) {
      if (!guild.banned.delete(userId)) throw new PersonError(say('not_banned'));
      const user = toGatewayUser(state.users.get(userId)!);
      tell(guild, 'GUILD_BAN_REMOVE', GatewayIntent.GuildModeration, { user });
    },
  };
}
