import { ALL_PERMISSIONS, has, Permission } from '../permission.js';
import { type Channel, ChannelType, type Guild } from './model.js';
import { guildOfChannel, type State } from './state.js';

const DM_PERMISSIONS =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.ReadMessageHistory |
  Permission.UseApplicationCommands;

/** A member's permissions in the guild as a whole. */
export function permissionsInGuild(guild: Guild, userId: string): bigint {
  const member = guild.members.get(userId);
  if (!member) return 0n;
  if (guild.ownerId === userId) return ALL_PERMISSIONS;
  const granted = [guild.id, ...member.roleIds].reduce(
    (bits, roleId) => bits | (guild.roles.get(roleId)?.permissions ?? 0n),
    0n,
  );
  return granted & Permission.Administrator ? ALL_PERMISSIONS : granted;
}

/**
 * A member's permissions in a channel: those of the guild, then the overwrites for @everyone, the roles and the member.
 * Threads use their parent's.
 * @see https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsIn(state: State, channel: Channel, userId: string): bigint {
  const guild = guildOfChannel(state, channel);
  if (!guild) return channel.recipientIds.includes(userId) ? DM_PERMISSIONS : 0n;
  return permissionsOf(state, guild, channel, userId, permissionsInGuild(guild, userId));
}

function permissionsOf(state: State, guild: Guild, channel: Channel, userId: string, base: bigint): bigint {
  const home = channel.parentId ? (state.channels.get(channel.parentId) ?? channel) : channel;
  if (base === ALL_PERMISSIONS || base === 0n) return base;
  const roleIds = guild.members.get(userId)?.roleIds ?? [];
  const layers = [
    home.overwrites.filter((overwrite) => overwrite.id === guild.id),
    home.overwrites.filter((overwrite) => overwrite.type === 0 && roleIds.includes(overwrite.id)),
    home.overwrites.filter((overwrite) => overwrite.type === 1 && overwrite.id === userId),
  ];
  const bits = layers.reduce((current, layer) => {
    const deny = layer.reduce((sum, overwrite) => sum | overwrite.deny, 0n);
    const allow = layer.reduce((sum, overwrite) => sum | overwrite.allow, 0n);
    return (current & ~deny) | allow;
  }, base);
  return has(bits, Permission.ViewChannel) ? bits : 0n;
}

/** An application's permissions in a channel; those of @everyone when its bot is not a member. */
export function appPermissionsIn(state: State, channel: Channel, botId: string): bigint {
  const guild = guildOfChannel(state, channel);
  return !guild || guild.members.has(botId)
    ? permissionsIn(state, channel, botId)
    : permissionsOf(state, guild, channel, botId, guild.roles.get(guild.id)?.permissions ?? 0n);
}

export const may = (state: State, channel: Channel, userId: string, wanted: bigint): boolean =>
  has(permissionsIn(state, channel, userId), wanted);

/** A private thread is visible to its members and to members who manage threads. */
export function canView(state: State, channel: Channel, userId: string): boolean {
  if (!may(state, channel, userId, Permission.ViewChannel)) return false;
  if (channel.type !== ChannelType.PrivateThread) return true;
  return (
    channel.thread?.memberIds.has(userId) === true || may(state, channel, userId, Permission.ManageThreads)
  );
}

/** A locked thread accepts messages, edits and commands only from members who manage threads. */
export const isLockedFor = (state: State, channel: Channel, userId: string): boolean =>
  channel.thread?.locked === true && !may(state, channel, userId, Permission.ManageThreads);

const sendPermissionOf = (channel: Channel): bigint =>
  channel.thread ? Permission.SendMessagesInThreads : Permission.SendMessages;

export const canSend = (state: State, channel: Channel, userId: string): boolean =>
  canView(state, channel, userId) && may(state, channel, userId, sendPermissionOf(channel));
