import type { Client, REST } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import type { BotConfig } from '../config.js';
import type { GatewayHandlers } from '../feature.js';
import { createGateway } from './client.js';
import { createEdge } from './edge.js';
import { tellWhenHomeless } from './invite.js';
import { login } from './login.js';
import { measureGateway, measureRequests } from './metrics.js';
import { createPresence, type Presence } from './presence.js';
import { createMakeRequest } from './rest-request.js';
import { watchShards } from './shards.js';

/** Parts of the connection that features use. Both ids are known after login. */
export type DiscordAccess = {
  rest: REST;
  /** The bot's own user id. */
  selfId: () => string;
  applicationId: () => string;
  presence: Presence;
};

export type Connection = {
  client: Client;
  discord: DiscordAccess;
  /** Calls these handlers with the events of the gateway. */
  subscribe(handlers: GatewayHandlers): void;
  /** Why the gateway counts as unconnected, in a sentence, or null. */
  problem(): Promise<string | null>;
  /** Resolves when every shard is ready. @throws SetupError when Discord refuses */
  connect(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The bot's connection to Discord: client, shards and login. Connects to nothing before `connect`.
 * @param onFatal called once when Discord refuses this bot for good
 */
export function createConnection(options: {
  config: Pick<BotConfig, 'token' | 'discordApi' | 'discordCdn' | 'readMessages'>;
  clock: Clock;
  log: Log;
  metrics?: Metrics;
  onFatal: (sentence: string) => void;
}): Connection {
  const { config, clock, log, metrics = noMetrics, onFatal } = options;
  const { token, discordApi, discordCdn, readMessages } = config;
  const edge = createEdge({ clock, log, make: createMakeRequest(clock) });
  const { client, states, starts } = createGateway({
    makeRequest: edge.makeRequest,
    readMessages,
    ...(discordApi && { api: discordApi }),
    ...(discordCdn && { cdn: discordCdn }),
  });
  measureGateway(client, states, metrics);
  measureRequests(client.rest, metrics);
  const shards = watchShards({ client, states, clock, log, onRefused: onFatal });
  return {
    client,
    discord: {
      rest: client.rest,
      selfId: () => client.user?.id ?? '',
      applicationId: () => client.application?.id ?? '',
      presence: createPresence(client, client.rest),
    },
    subscribe(handlers) {
      for (const [event, handler] of Object.entries(handlers))
        client.on(event, handler as (...values: unknown[]) => void);
    },
    problem: shards.problem,
    async connect() {
      shards.start();
      await login({ client, token, shards, edge, starts, clock, log });
      tellWhenHomeless(client, log);
    },
    async stop() {
      await shards.stop();
      await client.destroy();
    },
  };
}
