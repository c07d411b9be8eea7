import {
  Client,
  GatewayIntentBits,
  type Guild,
  GuildPremiumTier,
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
import type { WebSocket } from 'ws';
import { createRestAgent } from './rest-agent.js';

/** For what Discord counts, where no other process sends any of it. The pacer keeps live answers below Discord's limit. */
export const mostRequestsPerSecond = 200;

/** The socket state of each shard; empty before the gateway URL is known. */
export type ShardStates = () => Promise<ReadonlyMap<number, WebSocketShardStatus>>;

/** Makes the clients of one bot: one for each shard, so that each can be opened and closed by itself. */
export type ClientMaker = {
  /** For what Discord counts, also where discord.js asks for it. */
  rest: REST;
  /** @param shard its number and how many there are */
  make(shard: readonly [number, number]): MadeClient;
};

export type MadeClient = {
  client: Client;
  states: ShardStates;
  /** Ends the connection in whatever state it is, also where Discord cannot be reached. */
  close(): Promise<void>;
};

/** What each client sends itself: answers of interactions, which Discord doesn't count, and the look for a gateway. */
const isOwn = (route: string): boolean => /^\/(?:interactions|webhooks|gateway)\//.test(route);

/** Sends what discord.js asks for otherwise, such as a member, with all that Discord counts. */
function shareLimit(client: Client, rest: REST): void {
  const sendOwn = client.rest.request.bind(client.rest);
  client.rest.request = (request) => (isOwn(request.fullRoute) ? sendOwn(request) : rest.request(request));
}

/** How long Discord may take to confirm that a connection is closed. */
const closeMs = 2_000;

type ShardingManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/**
 * Closes a client's shards for good. discord.js waits half a minute for a gateway that is silent, and forever when the
 * shard itself waits for the gateway; it then connects again, and a socket that is only connecting stays open.
 */
function closerOf(client: Client) {
  let shards: Iterable<{ connection: WebSocket | null }> = [];
  let isClosed = false;
  const terminate = (): void => {
    for (const { connection } of shards) {
      connection?.on('error', () => undefined); // of a socket that was connecting
      connection?.terminate();
    }
  };
  return {
    strategyOf(manager: ShardingManager): SimpleShardingStrategy {
      const strategy = new SimpleShardingStrategy(manager);
      const opened = (strategy as unknown as { shards: Map<number, { connection: WebSocket | null }> })
        .shards;
      const { retrieveSessionInfo } = manager.options;
      // Every connection begins with this question.
      manager.options.retrieveSessionInfo = (id) => {
        shards = [...opened.values()];
        return isClosed ? new Promise(() => undefined) : retrieveSessionInfo(id);
      };
      return strategy;
    },
    async close(): Promise<void> {
      isClosed = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeMs);
      });
      try {
        await Promise.race([client.destroy(), late]);
      } finally {
        clearTimeout(timer);
        terminate();
      }
    },
  };
}

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
  const common: Partial<RESTOptions> = {
    agent: createRestAgent(),
    makeRequest,
    ...(api && { api }),
    ...(cdn && { cdn }),
  };
  const rest = new REST({ ...common, globalRequestsPerSecond: mostRequestsPerSecond }).setToken(token);
  return {
    rest,
    make([shard, shardCount]) {
      let manager: ShardingManager | undefined;
      const client = new Client({
        shards: [shard],
        shardCount,
        ws: {
          ...(buildIdentifyThrottler && { buildIdentifyThrottler }),
          buildStrategy(made) {
            manager = made;
            return closer.strategyOf(made);
          },
        },
        intents: [
          GatewayIntentBits.Guilds,
          GatewayIntentBits.GuildMessages,
          GatewayIntentBits.DirectMessages,
          ...(readMessages ? [GatewayIntentBits.MessageContent] : []),
        ],
        partials: [Partials.Channel, Partials.Message], // edits and deletions, although no message is cached
        allowedMentions: { parse: [], repliedUser: false },
        // With a limit, hundreds of answers would wait for the next second, and go at once.
        rest: { ...common, globalRequestsPerSecond: Number.POSITIVE_INFINITY },
        makeCache: Options.cacheWithLimits({
          ...Options.DefaultMakeCacheSettings,
          MessageManager: 0,
          ReactionManager: 0,
        }),
      });
      shareLimit(client, rest);
      const closer = closerOf(client);
      return { client, states: async () => (await manager?.fetchStatus()) ?? new Map(), close: closer.close };
    },
  };
}

/** Written by a person: neither a bot nor a system message. */
export const isOfPerson = ({ author, type }: Message): boolean =>
  !author.bot && (type === MessageType.Default || type === MessageType.Reply);

/** A person's message in a thread; ignores system messages and bots. */
export const isSaid = (message: Message): boolean => isOfPerson(message) && message.channel.isThread();

/** A person's message to the bot: one that mentions it, a reply to it, or a direct message. */
export const isAddressed = (message: Message, selfId: string): boolean =>
  isOfPerson(message) && (message.channel.isDMBased() || message.mentions.users.has(selfId));

const megabyte = 1_048_576;

/** Discord's limit for files there, bytes. */
export function uploadLimitIn(guild: Pick<Guild, 'premiumTier'> | null): number {
  if (guild?.premiumTier === GuildPremiumTier.Tier3) return 100 * megabyte;
  return (guild?.premiumTier === GuildPremiumTier.Tier2 ? 50 : 10) * megabyte;
}
