import type { Clock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Edge } from './edge.js';
import type { GatewayInfo } from './info.js';
import type { ShardWatch } from './shards.js';

const firstWordMs = 15_000;
const nextWordMs = 60_000;

/**
 * Logs in and resolves when every shard of this process is ready. Says every minute, and first after 15 s, what it waits
 * for.
 * @param options.open opens the shards and resolves when they are ready
 * @param options.known Discord's last report about shards and session starts
 * @throws SetupError with one sentence when Discord refuses
 */
export async function login(options: {
  open: () => Promise<void>;
  shards: ShardWatch;
  edge: Edge;
  known: () => GatewayInfo | null;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { open, shards, edge, known, clock, log } = options;
  const waiting = new AbortController();
  void reportWaiting(waiting.signal).catch(() => undefined);
  try {
    await open();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(shards.refusal() ?? edge.problem() ?? sentenceFor(error as Error));
  } finally {
    waiting.abort();
  }
  shards.noteLogin();
  const info = known();
  if (info) log.info({ ...startsOf(info), connected: await shards.connected() }, 'gateway connected');

  async function reportWaiting(signal: AbortSignal): Promise<void> {
    let before = 0;
    for (let waitMs = firstWordMs; ; waitMs = nextWordMs) {
      await clock.sleep(waitMs, signal);
      const connected = await shards.connected();
      if (signal.aborted) return;
      // Shards identify one after another, five seconds apart: as long as they come, all is well.
      if (connected > before) {
        before = connected;
        log.info({ connected }, 'shards connect one after another, as Discord allows');
      } else log.error({ connected }, edge.problem() ?? (known() ? noReady : noAnswer));
    }
  }
}

const startsOf = ({ shards, session_start_limit: limit }: GatewayInfo) => ({
  shards,
  startsLeft: limit.remaining,
  startsADay: limit.total,
  resetsInMs: limit.reset_after,
});

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
