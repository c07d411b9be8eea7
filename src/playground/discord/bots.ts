import type { Membership } from './domain/membership.js';
import { PersonError } from './failure.js';
import { Permission } from './permission.js';
import type { Application, Channel } from './state/model.js';
import { channelsIn, clientSecretOf, findGuild, type State } from './state/state.js';
import type { Bot, BotInput } from './types.js';

const BOT_COLOR = '#5865f2';

export const toBot = (state: State, { name, token, id, botId }: Application): Bot => ({
  name,
  token,
  applicationId: id,
  userId: botId,
  clientSecret: clientSecretOf(state, id),
});

/** Registers an application, adds its bot to its guilds and gives it a bot role in each. */
export function joinBot(state: State, membership: Membership, input: BotInput): Bot {
  const known = [...state.applications.values()].find(({ token }) => token === input.token);
  if (known) {
    sell(state, known, input.skus ?? []);
    return toBot(state, known);
  }
  const guilds = (input.guilds ?? [undefined]).map((guild) => findGuild(state, guild));
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
    commandPermissions: new Map(),
    installations: new Map(),
    emojis: new Map(),
    ...(input.permissions === undefined ? {} : { permissions: input.permissions }),
    ...(input.redirectUris === undefined ? {} : { redirectUris: input.redirectUris }),
    ...(input.verificationUrl === undefined ? {} : { verificationUrl: input.verificationUrl }),
    ...(input.rolePosition === undefined ? {} : { rolePosition: input.rolePosition }),
  };
  const username = input.name.toLowerCase().replace(/[^a-z0-9_.]+/g, '_');
  state.users.set(botId, {
    id: botId,
    username,
    displayName: input.name,
    bot: true,
    avatarColor: BOT_COLOR,
    locale: 'en-US',
  });
  state.applications.set(id, application);
  for (const guild of guilds) membership.enter(guild, botId);
  sell(state, application, input.skus ?? []);
  for (const guild of guilds) grantAccess(channelsIn(state, guild), botId, input.channels ?? []);
  return toBot(state, application);
}

export function sell(state: State, app: Application | undefined, skuIds: readonly string[]): void {
  if (!app) throw new PersonError('There is no such bot.');
  for (const id of skuIds) state.skus.set(id, { id, applicationId: app.id, name: `${app.name} ${id}` });
}

/** Gives this bot access to text channels that are closed to others. */
function grantAccess(channels: readonly Channel[], botId: string, names: readonly string[]): void {
  const seen = { id: botId, type: 1 as const, allow: Permission.ViewChannel, deny: 0n };
  for (const channel of channels)
    if (names.includes(channel.name)) channel.overwrites = [...channel.overwrites, seen];
}
