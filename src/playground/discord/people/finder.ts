import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import { canView } from '../state/access.js';
import type { Channel, Message } from '../state/model.js';
import type { State } from '../state/state.js';
import { canSee } from '../wire/message.js';

/** Looks up channels and messages for one person. @throws PersonError for those the person cannot see */
export type Finder = {
  seenChannel(id: string): Channel;
  seenMessage(channelId: string, id: string): Message;
};

export function createFinder(state: State, userId: string): Finder {
  const name = state.users.get(userId)!.username;
  const seenChannel = (channelId: string): Channel => {
    const channel = state.channels.get(channelId);
    if (!channel || !canView(state, channel, userId))
      throw new PersonError(say('unseen_channel', { name, id: channelId }));
    return channel;
  };
  const seenMessage = (channelId: string, messageId: string): Message => {
    const message = state.messages.get(seenChannel(channelId).id)?.get(messageId);
    if (!message || !canSee(state, message, userId))
      throw new PersonError(say('unseen_message', { name, id: messageId }));
    return message;
  };
  return { seenChannel, seenMessage };
}
