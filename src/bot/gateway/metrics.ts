import { type Client, type REST, RESTEvents, WebSocketShardStatus } from 'discord.js';
import type { Metrics } from '../../base/metrics.js';
import type { ShardStates } from './client.js';

const stateNames: Readonly<Record<WebSocketShardStatus, string>> = {
  [WebSocketShardStatus.Idle]: 'idle',
  [WebSocketShardStatus.Connecting]: 'connecting',
  [WebSocketShardStatus.Resuming]: 'resuming',
  [WebSocketShardStatus.Ready]: 'ready',
};

/** Reports the connection to the gateway. */
export function measureGateway(client: Client, states: ShardStates, metrics: Metrics): void {
  metrics.gauge('rigsmith_gateway_shards', async () => {
    const found = [...(await states()).values()];
    return Object.entries(stateNames).map(([status, state]) => ({
      value: found.filter((each) => each === Number(status)).length,
      labels: { state },
    }));
  });
  // discord.js says -1 before the first heartbeat was answered.
  metrics.gauge('rigsmith_gateway_ping_seconds', () =>
    client.ws.ping < 0 ? [] : [{ value: client.ws.ping / 1_000 }],
  );
  metrics.gauge('rigsmith_servers', () => [{ value: client.guilds.cache.size }]);
}

/** Counts the requests to the API by their status, and those that Discord refused by the scope of the limit. */
export function measureRequests(rest: REST, metrics: Metrics): void {
  rest.on(RESTEvents.Response, (_request, { status, headers }) => {
    metrics.count('rigsmith_discord_requests_total', { status: String(status) });
    if (status !== 429) return;
    const scope =
      headers.get('x-ratelimit-scope') ?? (headers.get('x-ratelimit-global') ? 'global' : 'unknown');
    metrics.count('rigsmith_discord_rate_limited_total', { scope });
  });
}
