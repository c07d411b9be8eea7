import { has, Permission } from '../permission.js';
import { isLockedFor, permissionsIn } from '../state/access.js';
import type { Application, Channel, Command, CommandPermission, Guild } from '../state/model.js';
import { guildOfChannel, type State } from '../state/state.js';

const GUILD = 0;
const BOT_DM = 1;
const GUILD_INSTALL = 0;

/**
 * The commands of an application that a member may use in a channel, given scope, context, installation, age
 * restriction and permissions. A guild command hides the global one with the same name.
 */
export function offeredCommands(
  state: State,
  application: Application,
  channel: Channel,
  userId: string,
): Command[] {
  const all = [...application.commands.values()];
  const guild = guildOfChannel(state, channel);
  if (!guild) {
    const isWithBot = channel.recipientIds.includes(application.botId);
    return isWithBot ? all.filter(isForDms) : [];
  }
  if (!application.installations.has(guild.id)) return [];
  const permissions = permissionsIn(state, channel, userId);
  if (!has(permissions, Permission.UseApplicationCommands)) return [];
  if (channel.thread?.archived || isLockedFor(state, channel, userId)) return [];
  const keyOf = ({ type, name }: Command) => `${type} ${name}`;
  const ofGuild = new Set(all.filter(({ guildId }) => guildId === guild.id).map(keyOf));
  return all.filter(
    (command) =>
      (command.guildId === null ? !ofGuild.has(keyOf(command)) : command.guildId === guild.id) &&
      isForGuild(command) &&
      (command.body.nsfw !== true || channel.nsfw) &&
      isPermitted({ guild, application, command, channel, userId }, permissions),
  );
}

const includes = (list: unknown, value: number): boolean => !Array.isArray(list) || list.includes(value);

/** In a guild, an application offers only commands declared for guild installation. */
const isForGuild = ({ body }: Command): boolean =>
  includes(body.contexts, GUILD) && includes(body.integration_types, GUILD_INSTALL);

/** `dm_permission` applies only without `contexts`. */
const isForDms = ({ body, guildId }: Command): boolean =>
  guildId === null &&
  body.nsfw !== true &&
  (Array.isArray(body.contexts) ? body.contexts.includes(BOT_DM) : body.dm_permission !== false);

type Use = { guild: Guild; application: Application; command: Command; channel: Channel; userId: string };

/**
 * The guild's permissions for the command come first, then those for the whole application, then the command's own
 * defaults. Administrators may use every command.
 */
function isPermitted(use: Use, permissions: bigint): boolean {
  const { guild, application, command, channel, userId } = use;
  if (has(permissions, Permission.Administrator)) return true;
  const set = application.commandPermissions.get(guild.id);
  const rules = set?.get(command.id) ?? set?.get(application.id) ?? [];
  const ruleOf = (type: CommandPermission['type'], ids: readonly string[]): boolean[] =>
    rules.filter((rule) => rule.type === type && ids.includes(rule.id)).map(({ permission }) => permission);
  const everyChannel = (BigInt(guild.id) - 1n).toString();
  const [here = ruleOf(3, [everyChannel])[0] ?? true] = ruleOf(3, [channel.parentId ?? channel.id]);
  if (!here) return false;
  const [own] = ruleOf(2, [userId]);
  if (own !== undefined) return own;
  const ofRoles = ruleOf(1, guild.members.get(userId)?.roleIds ?? []);
  if (ofRoles.length > 0) return ofRoles.includes(true);
  const [ofAll] = ruleOf(1, [guild.id]);
  return ofAll ?? isAskedFor(command, permissions);
}

/** `"0"` means administrators only. */
function isAskedFor({ body }: Command, permissions: bigint): boolean {
  const wanted = body.default_member_permissions;
  if (typeof wanted !== 'string') return true;
  return has(permissions, BigInt(wanted) === 0n ? Permission.Administrator : BigInt(wanted));
}
