import { type REST, RESTEvents, WebSocketShardStatus } from 'discord.js';
import type { Metrics } from '../../base/metrics.js';
import type { Fleet } from './fleet.js';

const stateNames: Readonly<Record<WebSocketShardStatus, string>> = {
  [WebSocketShardStatus.Idle]: 'idle',
  [WebSocketShardStatus.Connecting]: 'connecting',
  [WebSocketShardStatus.Resuming]: 'resuming',
  [WebSocketShardStatus.Ready]: 'ready',
};

/** Reports the connection to the gateway. */
export function measureGateway({ clients, states }: Fleet, metrics: Metrics): void {
  metrics.gauge('rigsmith_gateway_shards', async () => {
    const found = [...(await states()).values()];
    return Object.entries(stateNames).map(([status, state]) => ({
      value: found.filter((each) => each === Number(status)).length,
      labels: { state },
    }));
  });
  // discord.js says -1 before the first heartbeat was answered.
  metrics.gauge('rigsmith_gateway_ping_seconds', () => {
    const pings = clients().flatMap(({ ws }) => (ws.ping < 0 ? [] : [ws.ping]));
    return pings.length === 0 ? [] : [{ value: Math.max(...pings) / 1_000 }];
  });
  metrics.gauge('rigsmith_servers', () => [
    { value: clients().reduce((sum, { guilds }) => sum + guilds.cache.size, 0) },
  ]);
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
