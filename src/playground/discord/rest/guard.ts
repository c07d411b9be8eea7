import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { isSnowflake } from '../snowflake.js';
import { canView, isLockedFor, may } from '../state/access.js';
import { type Application, type Channel, ChannelType, type Message } from '../state/model.js';
import { channelOf, messageOf, type State } from '../state/state.js';

/** Lists of members are for applications that the portal gives the GUILD_MEMBERS intent. */
export function needMembersIntent({ app }: { app: Application }): void {
  if (!app.privilegedIntents) throw new Refusal('missingAccess');
}

/** A channel the bot sees: 10003 when there is none, 50001 when it is not for the bot. */
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

/** A message the bot may read over the channel; ephemerals are not in the channel. */
export function seenMessage(state: State, channel: Channel, messageId: string): Message {
  const message = messageOf(state, channel.id, messageId);
  if (message.ephemeralFor !== null) throw new Refusal('unknownMessage');
  return message;
}

export function need(state: State, channel: Channel, botId: string, permission: bigint): void {
  if (!may(state, channel, botId, permission)) throw new Refusal('missingPermissions');
}

/** Everything that may stand between a bot and sending into a channel. */
export function needToSend(state: State, channel: Channel, botId: string, withFiles: boolean): void {
  if (channel.type === ChannelType.Dm) {
    const other = channel.recipientIds.find((id) => id !== botId);
    if (other && !(state.members.has(botId) && state.members.has(other))) throw new Refusal('noMutualGuild');
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

/** What is to be changed in a thread: only an open one takes it, and a locked one only from those who manage threads. */
export function needToEdit(state: State, channel: Channel, botId: string): void {
  if (isLockedFor(state, channel, botId)) throw new Refusal('closedThread');
  if (channel.thread?.archived) throw new Refusal('archivedThread');
}

export function threadOf(state: State, botId: string, channelId: string): Channel {
  const channel = seenChannel(state, botId, channelId);
  if (!channel.thread) throw new Refusal('wrongChannelType');
  return channel;
}
