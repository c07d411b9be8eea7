import {
  Client,
  GatewayIntentBits,
  type Message,
  MessageType,
  Options,
  Partials,
  REST,
  type RESTOptions,
  SimpleShardingStrategy,
  type WebSocketOptions,
  type WebSocketShardStatus,
} from 'discord.js';
import { createRestAgent } from './rest-agent.js';

/** Answers of interactions share discord.js' limiter, although Discord doesn't count them. */
export const mostRequestsPerSecond = 200;

/** The socket state of each shard; empty before the gateway URL is known. */
export type ShardStates = () => Promise<ReadonlyMap<number, WebSocketShardStatus>>;

/** Makes the clients of one bot: one for each shard, so that each can be opened and closed by itself. */
export type ClientMaker = {
  /** For everything but the gateway and the answers of interactions, which each client sends itself. */
  rest: REST;
  /** @param shard its number and how many there are */
  make(shard: readonly [number, number]): { client: Client; states: ShardStates };
};

/** discord.js clients with small caches, and no pings by default. */
export function createClientMaker(options: {
  token: string;
  api?: string;
  cdn?: string;
  readMessages: boolean;
  makeRequest: RESTOptions['makeRequest'];
  buildIdentifyThrottler?: WebSocketOptions['buildIdentifyThrottler'];
}): ClientMaker {
  const { token, api, cdn, readMessages, makeRequest, buildIdentifyThrottler } = options;
  const rest: Partial<RESTOptions> = {
    agent: createRestAgent(),
    makeRequest,
    globalRequestsPerSecond: mostRequestsPerSecond,
    ...(api && { api }),
    ...(cdn && { cdn }),
  };
  return {
    rest: new REST(rest).setToken(token),
    make([shard, shardCount]) {
      let manager: ConstructorParameters<typeof SimpleShardingStrategy>[0] | undefined;
      const client = new Client({
        shards: [shard],
        shardCount,
        ws: {
          ...(buildIdentifyThrottler && { buildIdentifyThrottler }),
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
        rest,
        makeCache: Options.cacheWithLimits({
          ...Options.DefaultMakeCacheSettings,
          MessageManager: 0,
          ReactionManager: 0,
        }),
      });
      return { client, states: async () => (await manager?.fetchStatus()) ?? new Map() };
    },
  };
}

/** A person's message in a thread; ignores system messages and bots. */
export const isSaid = (message: Message): boolean =>
  !message.author.bot &&
  message.channel.isThread() &&
  (message.type === MessageType.Default || message.type === MessageType.Reply);
