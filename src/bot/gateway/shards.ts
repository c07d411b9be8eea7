import {
  type Client,
  type CloseEvent,
  Events,
  type REST,
  RESTEvents,
  WebSocketShardStatus,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { ShardStates } from './client.js';
import { closeReason } from './refusal.js';

/** A drop this short is routine: Discord asks clients to reconnect several times a day. */
const patienceMs = 60_000;
const lookEveryMs = 5_000;

export type ShardWatch = {
  /** Why the gateway counts as unconnected, in a sentence, or null. */
  problem(): Promise<string | null>;
  /** The sentence for the operator once Discord has refused this bot for good, or null. */
  refusal(): string | null;
  /** How many shards of this process are connected now. */
  connected(): Promise<number>;
  /** Follows a client from before it connects. */
  watch(client: Client): void;
  /** Notices a token that stopped working. */
  watchRest(rest: REST): void;
  /** The first login is done: from now on, unconnected shards are reported. */
  noteLogin(): void;
  /** Looks at the states from now on. */
  start(): void;
  stop(): Promise<void>;
};

/**
 * Follows the shards of this process. discord.js emits no event for some drops (a zombie, an op 7, a missing HELLO), so the
 * states are also polled every five seconds.
 *
 * @param onRefused called once, when the gateway was closed for good or the token stopped working
 */
export function watchShards(options: {
  states: ShardStates;
  clock: Clock;
  log: Log;
  onRefused: (sentence: string) => void;
}): ShardWatch {
  const { states, clock, log, onRefused } = options;
  const downSince = new Map<number, number>();
  const warned = new Set<number>();
  let everConnected = false;
  let refused: string | null = null;

  const refuse = (code: number) => {
    const sentence = closeReason(code);
    if (refused !== null || sentence === null) return;
    refused = sentence;
    onRefused(sentence);
  };

  const up = (shard: number, now: number) => {
    const since = downSince.get(shard);
    downSince.delete(shard);
    if (since === undefined || !everConnected) return;
    const level = warned.delete(shard) ? 'warn' : 'info';
    log[level]({ shard, unconnectedMs: now - since }, 'gateway connected again');
  };

  const down = (shard: number, now: number) => {
    const since = downSince.get(shard) ?? now;
    downSince.set(shard, since);
    if (!everConnected || warned.has(shard) || now - since < patienceMs) return;
    warned.add(shard);
    log.warn(
      { shard, unconnectedMs: now - since },
      'gateway unconnected for a minute; retrying. Check the network and discordstatus.com',
    );
  };

  const look = async (): Promise<number> => {
    const found = await states();
    const now = clock.now();
    for (const [shard, state] of found) (state === WebSocketShardStatus.Ready ? up : down)(shard, now);
    for (const shard of [...downSince.keys(), ...warned].filter((one) => !found.has(one))) {
      downSince.delete(shard); // another process serves it now
      warned.delete(shard);
    }
    return found.size - downSince.size;
  };

  // discord.js forgets the token at such an answer, so that every later request fails before it is sent.
  const watchRest = (rest: REST) =>
    void rest.on(RESTEvents.Response, ({ data }, { status }) => {
      if (status === 401 && data.auth) refuse(4004);
    });

  const watch = (client: Client) => {
    client.on(Events.ShardDisconnect, ({ code }: CloseEvent) => refuse(code));
    client.on(Events.Invalidated, () => refuse(4004));
    client.on(Events.ShardReconnecting, (shard) => {
      log.info({ shard }, 'gateway disconnected; reconnecting');
      down(shard, clock.now());
    });
    client.on(Events.ShardResume, (shard, replayed) => {
      log.info({ shard, replayed }, 'gateway session resumed');
      up(shard, clock.now());
    });
    client.on(Events.ShardError, (error, shard) => {
      if (refused === null) log.warn({ err: error, shard }, 'gateway connection failed');
    });
    watchRest(client.rest);
  };

  let loop: Loop | undefined;
  return {
    async problem() {
      if (refused) return refused;
      await look();
      if (!everConnected) return 'the bot has not connected to Discord yet';
      const longest = Math.max(0, ...[...downSince.values()].map((since) => clock.now() - since));
      return longest < patienceMs
        ? null
        : `the gateway of Discord has been unconnected for ${Math.round(longest / 1_000)} s`;
    },
    refusal: () => refused,
    connected: look,
    watch,
    watchRest,
    noteLogin() {
      everConnected = true;
      downSince.clear();
    },
    start() {
      loop ??= startLoop({
        name: 'gateway',
        everyMs: lookEveryMs,
        round: async () => void (await look()),
        clock,
        log,
      });
    },
    stop: async () => loop?.stop(),
  };
}
