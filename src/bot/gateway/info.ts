import type { APIGatewayBotInfo, REST, RESTOptions, ResponseLike } from 'discord.js';
import { Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';

type MakeRequest = RESTOptions['makeRequest'];

/** What Discord says about the bot's connections. */
export type GatewayInfo = Pick<APIGatewayBotInfo, 'shards' | 'session_start_limit'>;

/** How long a report is used: every shard asks for it, and Discord answers only two such requests in five seconds. */
const keptMs = 30_000;

export type GatewayReports = {
  /** For the REST options of discord.js. */
  makeRequest: MakeRequest;
  /** Discord's last report; null before the first one. */
  known(): GatewayInfo | null;
  read(rest: Pick<REST, 'get'>): Promise<GatewayInfo>;
};

/** Remembers the reply to `GET /gateway/bot` for all clients of this process. */
export function createGatewayReports({ make, clock }: { make: MakeRequest; clock: Clock }): GatewayReports {
  let kept: { at: number; reply: Promise<ResponseLike> } | null = null;
  let known: GatewayInfo | null = null;

  const ask = async (...request: Parameters<MakeRequest>): Promise<ResponseLike> => {
    const response = await make(...request);
    if (response.ok) known = (await response.json()) as GatewayInfo;
    else kept = null;
    return response;
  };

  return {
    makeRequest(url, init) {
      if ((init.method ?? 'GET') !== 'GET' || !new URL(url).pathname.endsWith('/gateway/bot'))
        return make(url, init);
      if (!kept || clock.now() - kept.at >= keptMs) {
        const reply = ask(url, init);
        kept = { at: clock.now(), reply };
        reply.catch(() => {
          kept = null;
        });
      }
      return kept.reply;
    },
    known: () => known,
    read: (rest) => rest.get(Routes.gatewayBot()) as Promise<GatewayInfo>,
  };
}
