import { interactionIdIn } from '../domain/interactions.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { isSnowflake } from '../snowflake.js';
import { canView, isLockedFor, may } from '../state/access.js';
import { type Application, type Channel, ChannelType, type Guild, type Message } from '../state/model.js';
import { channelOf, guildOfChannel, guildsOfMember, messageOf, type State } from '../state/state.js';
import type { RestCall } from './route.js';

/** The guild in the path. Throws 10004 if it is unknown or the bot is not a member. */
export function guildOf(state: State, call: Pick<RestCall, 'app' | 'params'>): Guild {
  const guild = state.guilds.get(call.params.guildId ?? '');
  if (!guild?.members.has(call.app.botId)) throw new Refusal('unknownGuild');
  return guild;
}

/** The guild that a request is about: in its path, or behind its channel, interaction or webhook. */
export function guildBehind(state: State, params: Record<string, string | undefined>): Guild | undefined {
  const { guildId, channelId, interactionId, token = '', appId = '' } = params;
  if (guildId !== undefined) return state.guilds.get(guildId);
  const interaction = state.interactions.get(interactionId ?? interactionIdIn(token));
  const place = channelId ?? state.webhooks.get(appId)?.channelId ?? interaction?.channelId ?? '';
  return guildOfChannel(state, state.channels.get(place) ?? { guildId: null });
}

/** Member lists require the GUILD_MEMBERS intent in the portal. */
export function needMembersIntent({ app }: { app: Application }): void {
  if (!app.privilegedIntents) throw new Refusal('missingAccess');
}

/** Finds a channel the bot sees. Throws 10003 for an unknown channel, 50001 for one the bot may not see. */
export function seenChannel(state: State, botId: string, channelId: string): Channel {
  if (!isSnowflake(channelId)) {
    throw new Refusal('invalidForm', [
      { path: ['channel_id'], code: 'NUMBER_TYPE_COERCE', message: `Value "${channelId}" is not snowflake.` },
    ]);
  }
  const channel = channelOf(state, channelId);
  if (!canView(state, channel, botId)) throw new Refusal('missingAccess');
  return channel;
}

/** Finds a message the bot may read in the channel. Ephemeral messages are not part of the channel. */
export function seenMessage(state: State, channel: Channel, messageId: string): Message {
  const message = messageOf(state, channel.id, messageId);
  if (message.ephemeralFor !== null) throw new Refusal('unknownMessage');
  return message;
}

export function need(state: State, channel: Channel, botId: string, permission: bigint): void {
  if (!may(state, channel, botId, permission)) throw new Refusal('missingPermissions');
}

/** Runs every check that can prevent a bot from sending to a channel. */
export function needToSend(state: State, channel: Channel, botId: string, withFiles: boolean): void {
  if (channel.type === ChannelType.Dm) {
    const other = channel.recipientIds.find((id) => id !== botId);
    if (other && !guildsOfMember(state, botId).some(({ members }) => members.has(other)))
      throw new Refusal('noMutualGuild');
    if (!other || state.closedDms.has(other) || state.users.get(other)?.bot) throw new Refusal('closedDms');
    return;
  }
  if (channel.type === ChannelType.Forum) throw new Refusal('forumMessage');
  need(state, channel, botId, channel.thread ? Permission.SendMessagesInThreads : Permission.SendMessages);
  if (withFiles) need(state, channel, botId, Permission.AttachFiles);
  if (isLockedFor(state, channel, botId)) {
    throw new Refusal(channel.thread?.archived ? 'archivedThread' : 'lockedThread');
  }
}

/** Only open threads can be changed; a locked one only by members who manage threads. */
export function needToEdit(state: State, channel: Channel, botId: string): void {
  if (isLockedFor(state, channel, botId)) throw new Refusal('closedThread');
  if (channel.thread?.archived) throw new Refusal('archivedThread');
}

export function threadOf(state: State, botId: string, channelId: string): Channel {
  const channel = seenChannel(state, botId, channelId);
  if (!channel.thread) throw new Refusal('wrongChannelType');
  return channel;
}
