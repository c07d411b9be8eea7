import { WebSocket } from 'ws';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, Finding, timeoutMs } from './check.js';
import { linkedRolesCheck } from './linked-roles.js';

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

/** Checks the account behind the token, its settings in the developer portal, and the gateway. */
export function discordChecks(config: Config, token: string, t: Translate): DoctorCheck[] {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${config.DISCORD_API_URL ?? 'https://discord.com/api'}/v10${path}`, {
      headers: { authorization: `Bot ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401)
      throw new Finding(t('cli.doctor.discord.refused'), t('cli.doctor.discord.token.fix'));
    if (!response.ok) throw new Error(t('cli.doctor.answered', { status: String(response.status) }));
    return (await response.json()) as T;
  };
  const unreachable = t('cli.doctor.discord.fix');
  return [
    {
      name: 'Discord',
      async look() {
        const { username } = await ask<{ username: string }>('/users/@me');
        return t('cli.doctor.discord.signed_in', { name: username });
      },
      fix: unreachable,
    },
    {
      name: t('cli.doctor.application.name'),
      look: async () => judgeApplication(await ask<Application>('/applications/@me'), config, t),
      fix: unreachable,
    },
    {
      name: t('cli.doctor.gateway.name'),
      look: async () => judgeGateway(await ask<GatewayBot>('/gateway/bot'), t),
      fix: t('cli.doctor.gateway.fix'),
    },
    linkedRolesCheck(config, ask, t),
  ];
}

async function judgeApplication(application: Application, config: Config, t: Translate): Promise<string> {
  const { id, name, flags = 0, approximate_guild_count: guilds, interactions_endpoint_url } = application;
  if (config.MESSAGE_CONTENT === 'on' && (flags & messageContent) === 0)
    throw new Finding(t('cli.doctor.application.intent', { name }), t('cli.doctor.application.intent.fix'));
  if (interactions_endpoint_url)
    throw new Finding(
      t('cli.doctor.application.endpoint', { name, url: interactions_endpoint_url }),
      t('cli.doctor.application.endpoint.fix'),
    );
  if (guilds === undefined) return t('cli.doctor.application.some', { name });
  if (guilds !== 0) return t('cli.doctor.application.guilds', { name, guilds });
  const { inviteUrl } = await import('../../bot/gateway/invite.js');
  return t('cli.doctor.application.none', { name, url: inviteUrl(id) });
}

async function judgeGateway(bot: GatewayBot, t: Translate): Promise<string> {
  const { url, shards, session_start_limit: limit } = bot;
  const { remaining, total } = limit;
  if (limit.remaining < shards)
    throw new Finding(
      t('cli.doctor.gateway.spent', { remaining, total }),
      t('cli.doctor.gateway.spent.fix', { minutes: Math.ceil(limit.reset_after / 60_000) }),
    );
  await readHello(`${url}?v=10&encoding=json`, t);
  return t('cli.doctor.gateway.hello', { remaining, total, shards });
}

/** Opens the gateway without signing in. @throws when no HELLO arrives */
function readHello(url: string, t: Translate): Promise<void> {
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(t('cli.doctor.gateway.silent', { url }))), timeoutMs);
    socket.once('message', (raw) => {
      if (String(raw).includes('"op":10')) resolve();
      else reject(new Error(t('cli.doctor.gateway.other')));
    });
    socket.once('close', () => reject(new Error(t('cli.doctor.gateway.closed', { url }))));
    socket.once('error', (error) =>
      reject(new Error(t('cli.doctor.unopened', { url, error: error.message }))),
    );
  }).finally(() => {
    clearTimeout(timer);
    socket.terminate();
  });
}
