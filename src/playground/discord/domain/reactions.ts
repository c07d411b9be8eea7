import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import type { Message } from '../state/model.js';
import { channelOf, guildOfChannel, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { isUnicodeEmoji } from '../validation/emoji.js';
import { toEmoji } from '../wire/message.js';
import { toGatewayMember } from '../wire/parts.js';

const REACTIONS_A_MESSAGE = 20;

type Event =
  | 'MESSAGE_REACTION_ADD'
  | 'MESSAGE_REACTION_REMOVE'
  | 'MESSAGE_REACTION_REMOVE_EMOJI'
  | 'MESSAGE_REACTION_REMOVE_ALL';

/** Reactions to messages. Guilds have no custom emoji, so each emoji is a Unicode character. */
export type MessageReactions = {
  /** Throws 10014 for an invalid emoji and 30010 beyond 20 different ones. Reacting twice has no effect. */
  add(message: Message, emoji: string, userId: string): void;
  /** Removes one member's reaction, if present. */
  remove(message: Message, emoji: string, userId: string): void;
  /** Removes everyone's reactions with one emoji, or all. */
  clear(message: Message, emoji?: string): void;
};

export function createReactions({ state, hub }: { state: State; hub: EventHub }): MessageReactions {
  const tell = (name: Event, message: Message, fields: JsonObject): void => {
    const { channelId, id } = message;
    const { guildId } = channelOf(state, channelId);
    hub.announce({ type: 'message', action: 'edited', channelId, messageId: id });
    hub.dispatch({
      name,
      intents: guildId === null ? GatewayIntent.DirectMessageReactions : GatewayIntent.GuildMessageReactions,
      channelId,
      payload: () => ({
        channel_id: channelId,
        message_id: id,
        ...(guildId === null ? {} : { guild_id: guildId }),
        ...fields,
      }),
    });
  };

  return {
    add(message, emoji, userId) {
      if (!isUnicodeEmoji(emoji)) throw new Refusal('unknownEmoji');
      message.reactions ??= new Map();
      const { reactions } = message;
      if (reactions.get(emoji)?.has(userId)) return;
      if (!reactions.has(emoji) && reactions.size >= REACTIONS_A_MESSAGE)
        throw new Refusal('tooManyReactions');
      reactions.set(emoji, (reactions.get(emoji) ?? new Set()).add(userId));
      const member = guildOfChannel(state, channelOf(state, message.channelId))?.members.get(userId);
      tell('MESSAGE_REACTION_ADD', message, {
        user_id: userId,
        emoji: toEmoji(emoji),
        message_author_id: message.authorId,
        ...(member ? { member: toGatewayMember(state, member) } : {}),
        burst: false,
        type: 0,
      });
    },
    remove(message, emoji, userId) {
      const who = message.reactions?.get(emoji);
      if (!who?.delete(userId)) return;
      if (who.size === 0) message.reactions?.delete(emoji);
      tell('MESSAGE_REACTION_REMOVE', message, {
        user_id: userId,
        emoji: toEmoji(emoji),
        burst: false,
        type: 0,
      });
    },
    clear(message, emoji) {
      if (emoji === undefined) {
        delete message.reactions;
        tell('MESSAGE_REACTION_REMOVE_ALL', message, {});
      } else if (message.reactions?.delete(emoji)) {
        tell('MESSAGE_REACTION_REMOVE_EMOJI', message, { emoji: toEmoji(emoji) });
      }
    },
  };
}
