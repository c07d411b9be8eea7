import { Permission } from '../permission.js';
import { canSend, isLockedFor, may } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import type { State } from '../state/state.js';

/** Slow mode does not apply to members who manage the channel or its messages. */
export const isExemptFromSlowmode = (state: State, channel: Channel, userId: string): boolean =>
  may(state, channel, userId, Permission.ManageMessages) ||
  may(state, channel, userId, Permission.ManageChannels);

export const managesThreads = (state: State, thread: Channel, userId: string): boolean =>
  may(state, thread, userId, Permission.ManageThreads);

/** Only members who manage threads may send to a locked thread. */
export const maySend = (state: State, channel: Channel, userId: string): boolean =>
  channel.type !== ChannelType.Forum &&
  canSend(state, channel, userId) &&
  !isLockedFor(state, channel, userId);

/** The owner may archive an unlocked thread; members who manage threads may archive any. */
export const mayArchive = (state: State, channel: Channel, userId: string): boolean =>
  managesThreads(state, channel, userId) || (channel.thread?.ownerId === userId && !channel.thread.locked);
