import { WebSocket } from 'ws';
import type { Config } from '../../config.js';
import { type DoctorCheck, Finding, timeoutMs } from './check.js';

const messageContent = (1 << 18) | (1 << 19); // GATEWAY_MESSAGE_CONTENT and GATEWAY_MESSAGE_CONTENT_LIMITED

type Application = {
  id: string;
  name: string;
  flags?: number;
  approximate_guild_count?: number;
  interactions_endpoint_url?: string | null;
};
type GatewayBot = {
  url: string;
  shards: number;
  session_start_limit: { total: number; remaining: number; reset_after: number };
};

const tokenFix = 'Copy the token again from the developer portal into DISCORD_TOKEN.';

/** Checks the account behind the token, its settings in the developer portal, and the gateway. */
export function discordChecks(config: Config, token: string): DoctorCheck[] {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${config.DISCORD_API_URL ?? 'https://discord.com/api'}/v10${path}`, {
      headers: { authorization: `Bot ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401) throw new Finding('refused the token (401)', tokenFix);
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return (await response.json()) as T;
  };
  const unreachable = 'Check network, DNS and proxy of this machine, and discordstatus.com.';
  return [
    {
      name: 'Discord',
      async look() {
        const { username } = await ask<{ username: string }>('/users/@me');
        return `signed in as ${username}`;
      },
      fix: unreachable,
    },
    {
      name: 'Discord application',
      look: async () => judgeApplication(await ask<Application>('/applications/@me'), config),
      fix: unreachable,
    },
    {
      name: 'Discord gateway',
      look: async () => judgeGateway(await ask<GatewayBot>('/gateway/bot')),
      fix: 'Let this machine open WebSockets to gateway.discord.gg:443, also through its proxy.',
    },
  ];
}

async function judgeApplication(application: Application, config: Config): Promise<string> {
  const { id, name, flags = 0, approximate_guild_count: guilds, interactions_endpoint_url } = application;
  if (config.MESSAGE_CONTENT === 'on' && (flags & messageContent) === 0)
    throw new Finding(
      `${name} lacks the message content intent`,
      'Switch MESSAGE CONTENT INTENT on in the developer portal under "Bot", or set MESSAGE_CONTENT=off.',
    );
  if (interactions_endpoint_url)
    throw new Finding(
      `${name} has an interactions endpoint (${interactions_endpoint_url}), so no command reaches the bot`,
      'Empty "Interactions Endpoint URL" in the developer portal.',
    );
  if (guilds !== 0) return `${name}, in ${guilds ?? 'some'} ${guilds === 1 ? 'server' : 'servers'}`;
  const { inviteUrl } = await import('../../bot/gateway/invite.js');
  return `${name}, in no server yet: add it with ${inviteUrl(id)}`;
}

async function judgeGateway({ url, shards, session_start_limit: limit }: GatewayBot): Promise<string> {
  if (limit.remaining < shards)
    throw new Finding(
      `no session starts left (${limit.remaining} of ${limit.total})`,
      `Do not start the bot for ${Math.ceil(limit.reset_after / 60_000)} minutes; find out what restarts it so often.`,
    );
  await readHello(`${url}?v=10&encoding=json`);
  return `says HELLO; ${limit.remaining} of ${limit.total} session starts left, shards: ${shards}`;
}

/** Opens the gateway without signing in. @throws when no HELLO arrives */
function readHello(url: string): Promise<void> {
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${url} opened, but sent no HELLO`)), timeoutMs);
    socket.once('message', (raw) => {
      if (String(raw).includes('"op":10')) resolve();
      else reject(new Error('the first frame was not a HELLO'));
    });
    socket.once('close', () => reject(new Error(`${url} was closed before HELLO`)));
    socket.once('error', (error) => reject(new Error(`${url} cannot be opened (${error.message})`)));
  }).finally(() => {
    clearTimeout(timer);
    socket.terminate();
  });
}
