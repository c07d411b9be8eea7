import { type Client, Events } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { SessionStarts } from './client.js';
import type { Edge } from './edge.js';
import type { ShardWatch } from './shards.js';

const firstWordMs = 15_000;
const nextWordMs = 60_000;

/**
 * Logs in and resolves when every shard is ready. Says every minute, and first after 15 s, what it waits for.
 * @throws SetupError with one sentence when Discord refuses
 */
export async function login(options: {
  client: Client;
  token: string;
  shards: ShardWatch;
  edge: Edge;
  starts: () => Promise<SessionStarts | null>;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { client, token, shards, edge, starts, clock, log } = options;
  client.on(Events.Error, (error) => log.error({ err: error }, 'the Discord client failed'));
  client.on(Events.Warn, (warning) => log.warn({ warning }, 'the Discord client warns'));
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  const waiting = new AbortController();
  void reportWaiting(waiting.signal).catch(() => undefined);
  try {
    await client.login(token);
    await ready;
  } catch (error) {
    throw new SetupError(shards.refusal() ?? edge.problem() ?? sentenceFor(error as Error));
  } finally {
    waiting.abort();
  }
  const limit = await starts();
  if (limit) log.info({ ...limit }, 'gateway connected');

  async function reportWaiting(signal: AbortSignal): Promise<void> {
    let before = 0;
    for (let waitMs = firstWordMs; ; waitMs = nextWordMs) {
      await clock.sleep(waitMs, signal);
      const connected = await shards.connected();
      const known = connected > before ? null : await starts();
      if (signal.aborted) return;
      // Shards identify one after another, five seconds apart: as long as they come, all is well.
      if (connected > before) before = connected;
      else log.error({ connected }, edge.problem() ?? (known ? noReady : noAnswer));
    }
  }
}

const noAnswer =
  'Discord has not answered GET /gateway/bot yet; still waiting. Check the network, DNS and proxy of this machine, and discordstatus.com';
const noReady =
  'Discord has not sent READY yet; still trying. Check discordstatus.com, and that no other program uses this token';

function sentenceFor({ message }: Error): string {
  const left = /Not enough sessions remaining.*resets at (\S+)/.exec(message)?.[1];
  if (left)
    return `Discord allows no more gateway sessions until ${left}: the bot was started too often today. Start it again then.`;
  if (/invalid token/i.test(message))
    return 'Discord refused DISCORD_TOKEN: copy it again from the developer portal.';
  return `Discord could not be reached (${message}).`;
}
