import { Intent } from './gateway/intents.js';
import type { Hub } from './hub.js';
import { BOT_PERMISSIONS, Permission } from './permission.js';
import type { Application } from './state/model.js';
import { clientSecretOf, type State } from './state/state.js';
import type { Bot, BotInput } from './types.js';
import { toGatewayMember, toRole } from './wire/parts.js';

const BOT_COLOR = '#5865f2';

export const toBot = (state: State, { name, token, id, botId }: Application): Bot => ({
  name,
  token,
  applicationId: id,
  userId: botId,
  clientSecret: clientSecretOf(state, id),
});

/** Registers an application, joins its bot to the guild and gives it the role a bot is invited with. */
export function joinBot(state: State, hub: Hub, input: BotInput): Bot {
  const known = [...state.applications.values()].find(({ token }) => token === input.token);
  if (known) return toBot(state, known);
  const id = state.nextId();
  const botId = id;
  const application: Application = {
    id,
    name: input.name,
    botId,
    token:
      input.token ??
      `${Buffer.from(botId).toString('base64url')}.local.${state.secretOf('bot', id).slice(0, 38)}`,
    privilegedIntents: input.privilegedIntents ?? true,
    commands: new Map(),
  };
  const permissions = input.permissions ?? BOT_PERMISSIONS;
  const role = { id: state.nextId(), name: input.name, permissions, position: 1, color: 0, botId };
  const username = input.name.toLowerCase().replace(/[^a-z0-9_.]+/g, '_');
  state.users.set(botId, {
    id: botId,
    username,
    displayName: input.name,
    bot: true,
    avatarColor: BOT_COLOR,
    locale: 'en-US',
  });
  state.roles.set(role.id, role);
  const member = { userId: botId, roleIds: [role.id], joinedAt: state.clock.now(), nick: null };
  state.members.set(botId, member);
  state.applications.set(id, application);
  letInto(state, botId, input.channels ?? []);
  const guild_id = state.guild.id;
  hub.dispatch({
    name: 'GUILD_ROLE_CREATE',
    intents: Intent.Guilds,
    payload: () => ({ guild_id, role: toRole(role) }),
  });
  hub.dispatch({
    name: 'GUILD_MEMBER_ADD',
    intents: Intent.GuildMembers,
    payload: () => ({ ...toGatewayMember(state, member), guild_id }),
  });
  hub.announce({ type: 'member', memberId: botId });
  return toBot(state, application);
}

/** Text channels that are closed to others show themselves to this bot. */
function letInto(state: State, botId: string, names: readonly string[]): void {
  const seen = { id: botId, type: 1 as const, allow: Permission.ViewChannel, deny: 0n };
  for (const channel of state.channels.values())
    if (names.includes(channel.name)) channel.overwrites = [...channel.overwrites, seen];
}
