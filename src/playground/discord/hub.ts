import type { Change, JsonObject } from './types.js';

/** An event for the gateway sessions of bots. */
export type GatewayEvent = {
  name: string;
  /** Sessions with at least one of these intents receive it; 0 requires none. */
  intents: number;
  /** The only bot that receives it. */
  toBotId?: string;
  /** Further restricts which sessions receive it. */
  reaches?(reader: { botId: string; intents: number }): boolean;
  /** The payload for one bot. If several bots get the same object, it is serialized once. */
  payload(reader: { botId: string; intents: number }): JsonObject;
} & (EventOfGuild | EventOfChannel);

/** Only bots in the guild receive it; null is for no guild, which only shard 0 receives. */
type EventOfGuild = { guildId: string | null; channelId?: never };
/** Only bots that see this channel receive it. */
type EventOfChannel = { channelId: string; guildId?: never };

/** Publishes domain events: to bots over the gateway, and to pages and persons as changes. */
export type EventHub = {
  dispatch(event: GatewayEvent): void;
  onDispatch(receive: (event: GatewayEvent) => void): void;
  announce(change: Change): void;
  subscribe(listener: (change: Change) => void): () => void;
};

export function createHub(): EventHub {
  const receivers: ((event: GatewayEvent) => void)[] = [];
  const listeners = new Set<(change: Change) => void>();
  return {
    dispatch(event) {
      for (const receive of receivers) receive(event);
    },
    onDispatch(receive) {
      receivers.push(receive);
    },
    announce(change) {
      for (const listener of [...listeners]) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
