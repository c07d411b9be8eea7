import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import type { Channel, Message } from '../state/model.js';
import { messagesOf, type State } from '../state/state.js';
import { isoTime } from '../wire/parts.js';
import type { Messages } from './messages.js';
import { createNotices } from './notices.js';

const PINS_A_CHANNEL = 250;

/** Pinned messages of channels. */
export type Pins = {
  /** Newest pin first. */
  of(channel: Channel): (Message & { pinnedAt: number })[];
  /** Throws 30003 when the channel has 250 pins. Pinning twice has no effect. */
  pin(message: Message, byId: string): void;
  unpin(message: Message): void;
};

export function createPins({
  state,
  hub,
  messages,
}: {
  state: State;
  hub: EventHub;
  messages: Messages;
}): Pins {
  const notices = createNotices(messages);

  const of: Pins['of'] = ({ id }) =>
    messagesOf(state, id)
      .filter((message): message is Message & { pinnedAt: number } => message.pinnedAt !== null)
      .sort((a, b) => b.pinnedAt - a.pinnedAt);

  const set = (message: Message, pinnedAt: number | null): void => {
    messages.edit(message, { pinnedAt }, { silent: true });
    const channel = state.channels.get(message.channelId)!;
    const { guildId } = channel;
    const newest = of(channel)[0];
    hub.dispatch({
      name: 'CHANNEL_PINS_UPDATE',
      intents: guildId === null ? GatewayIntent.DirectMessages : GatewayIntent.Guilds,
      channelId: channel.id,
      payload: () => ({
        ...(guildId === null ? {} : { guild_id: guildId }),
        channel_id: channel.id,
        last_pin_timestamp: newest ? isoTime(newest.pinnedAt) : null,
      }),
    });
  };

  return {
    of,
    pin(message, byId) {
      if (message.pinnedAt !== null) return;
      if (of(state.channels.get(message.channelId)!).length >= PINS_A_CHANNEL)
        throw new Refusal('tooManyPins');
      set(message, state.clock.now());
      notices.pinned(message, byId);
    },
    unpin(message) {
      if (message.pinnedAt !== null) set(message, null);
    },
  };
}
