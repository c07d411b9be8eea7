import type { Change, JsonObject } from './types.js';

/** One event for the gateway sessions of bots. */
export type GatewayEvent = {
  name: string;
  /** A session receives it when it asked for at least one of these intents; 0 needs none. */
  intents: number;
  /** The only bot that receives it. */
  toBotId?: string;
  /** Only bots that see this channel receive it. */
  channelId?: string;
  /** A last word on which sessions receive it. */
  reaches?(reader: { botId: string; intents: number }): boolean;
  /** Whether it belongs to direct messages, which shard 0 receives. Default: what `channelId` tells. */
  direct?: boolean;
  /** The payload for one bot; the same object for several is written as JSON only once. */
  payload(reader: { botId: string; intents: number }): JsonObject;
};

/** Where the domain tells what happened: to bots through the gateway, to pages and persons as changes. */
export type Hub = {
  dispatch(event: GatewayEvent): void;
  onDispatch(receive: (event: GatewayEvent) => void): void;
  announce(change: Change): void;
  subscribe(listener: (change: Change) => void): () => void;
};

export function createHub(): Hub {
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
