import {
  Client,
  GatewayIntentBits,
  type Message,
  MessageType,
  Options,
  Partials,
  type RESTOptions,
  SimpleShardingStrategy,
  type WebSocketShardStatus,
} from 'discord.js';
import { createRestAgent } from './rest-agent.js';

/** Interaction replies share discord.js' limiter, although Discord doesn't count them. */
const requestsPerSecond = 200;

/** The socket state of each shard; empty before the gateway URL is known. */
export type ShardStates = () => Promise<ReadonlyMap<number, WebSocketShardStatus>>;

/** The remaining session starts today. */
export type SessionStarts = { shards: number; startsLeft: number; startsADay: number; resetsInMs: number };

export type Gateway = {
  client: Client;
  states: ShardStates;
  /** Discord's last report about shards and session starts; null before the first one. */
  starts(): Promise<SessionStarts | null>;
};

/** The discord.js client, with small caches and no pings by default. */
export function createGateway(options: {
  api?: string;
  cdn?: string;
  readMessages: boolean;
  makeRequest: RESTOptions['makeRequest'];
}): Gateway {
  const { api, cdn, readMessages, makeRequest } = options;
  let manager: ConstructorParameters<typeof SimpleShardingStrategy>[0] | undefined;
  const client = new Client({
    shards: 'auto',
    ws: {
      buildStrategy(made) {
        manager = made;
        return new SimpleShardingStrategy(made);
      },
    },
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(readMessages ? [GatewayIntentBits.MessageContent] : []),
    ],
    partials: [Partials.Channel],
    allowedMentions: { parse: [], repliedUser: false },
    rest: {
      agent: createRestAgent(),
      makeRequest,
      globalRequestsPerSecond: requestsPerSecond,
      ...(api && { api }),
      ...(cdn && { cdn }),
    },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
    }),
  });
  return {
    client,
    states: async () => (await manager?.fetchStatus()) ?? new Map(),
    async starts() {
      if (!client.ws.gateway || !manager) return null; // avoids a second request before discord.js' own
      const { shards, session_start_limit: limit } = await manager.fetchGatewayInformation();
      return {
        shards,
        startsLeft: limit.remaining,
        startsADay: limit.total,
        resetsInMs: limit.reset_after,
      };
    },
  };
}

/** A person's message in a thread; ignores system messages and bots. */
export const isSaid = (message: Message): boolean =>
  !message.author.bot &&
  message.channel.isThread() &&
  (message.type === MessageType.Default || message.type === MessageType.Reply);
