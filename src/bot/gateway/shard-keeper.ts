import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Fleet } from './fleet.js';
import type { Membership } from './membership.js';
import type { ShardStore } from './shard-store.js';

/** How often shards are divided again, so that those of a dead process are open within 20 s of its last renewal. */
const balanceEveryMs = 1_000;

/** The shards of this process: opened when it takes them, closed before another one may. */
export type ShardKeeper = {
  /** The shards it serves now, connected or not. */
  mine(): ReadonlySet<number>;
  /** Takes the first shards; resolves when they are ready. */
  start(): Promise<void>;
  /** At once: the lease of this process was lost. */
  drop(): void;
  /** Closes all, and lets others take them. */
  stop(): Promise<void>;
};

/**
 * @param options.onTaken this process serves more shards than before
 * @param options.onReady a shard is connected
 * @param options.beforeLeaving ends what this process does for the servers of a shard
 */
export function createShardKeeper(options: {
  store: ShardStore;
  membership: Pick<Membership, 'id'>;
  fleet: Fleet;
  count: number;
  clock: Clock;
  log: Log;
  onTaken: (shards: readonly number[]) => void;
  onReady: (shard: number) => void;
  beforeLeaving: (shard: number) => Promise<void>;
}): ShardKeeper {
  const { store, membership, fleet, count, clock, log, onTaken, onReady, beforeLeaving } = options;
  let mine = new Set<number>();
  let loop: Loop | undefined;

  const open = async (shard: number): Promise<void> => {
    await fleet.open(shard, count);
    if (fleet.isReady(shard)) onReady(shard);
  };
  const openAgain = (shard: number) =>
    void open(shard).catch((error) =>
      log.warn({ shard, err: error }, 'a shard could not be opened; retrying'),
    );

  const leave = async (me: string, shard: number): Promise<void> => {
    mine.delete(shard);
    await beforeLeaving(shard);
    await fleet.close(shard);
    await store.release(me, shard);
    log.info({ shard }, 'shard left to another process');
  };

  /** Those that are not connected yet first, because no member notices. */
  const leaving = (surplus: number): number[] =>
    [...mine]
      .toSorted((a, b) => Number(fleet.isReady(a)) - Number(fleet.isReady(b)) || b - a)
      .slice(0, surplus);

  /** @returns the shards to open */
  const balance = async (): Promise<number[]> => {
    const me = membership.id();
    const found = me === null ? null : await store.balance(me);
    if (me === null || found === null || membership.id() !== me) return [];
    const taken = found.mine.filter((shard) => !mine.has(shard));
    mine = new Set(found.mine);
    if (taken.length > 0) {
      log.info({ shards: [...mine], of: count, processes: found.members }, 'shards taken');
      onTaken(taken);
    }
    for (const shard of leaving(found.surplus)) await leave(me, shard);
    return [...mine].filter((shard) => !fleet.isOpen(shard));
  };

  return {
    mine: () => mine,
    async start() {
      const opened = (await balance()).map(open);
      loop = startLoop({
        name: 'shards',
        everyMs: balanceEveryMs,
        maxBackoffMs: balanceEveryMs,
        round: async () => void (await balance()).forEach(openAgain),
        clock,
        log,
      });
      await Promise.all(opened);
    },
    drop() {
      const lost = [...mine];
      mine = new Set();
      for (const shard of lost)
        void fleet.close(shard).catch((error) => log.warn({ shard, err: error }, 'a shard was not closed'));
    },
    async stop() {
      await loop?.stop();
      const me = membership.id();
      for (const shard of [...mine]) {
        mine.delete(shard);
        await fleet.close(shard);
        if (me !== null) await store.release(me, shard).catch(() => undefined);
      }
    },
  };
}
