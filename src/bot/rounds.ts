import type { Clock } from '../base/clock.js';
import type { Hints } from '../base/db/hints.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import type { Leases } from '../base/shared/leases.js';
import { type OwnedWork, startOwnedWork, untilAborted } from '../base/shared/owned-work.js';
import type { Round } from './feature.js';

/** The hint that a round has something to do. */
const topic = 'round';

/**
 * Runs the background work of all features, by name. One of the processes that share a database does most of it,
 * under one lease.
 */
export function createRounds({ hints, clock, log }: { hints: Hints; clock: Clock; log: Log }) {
  const everywhere = new Map<string, Loop>();
  let owned: ReadonlyMap<string, Loop> = new Map();
  let work: OwnedWork | undefined;
  const stopListening = hints.on(topic, (name) => owned.get(name)?.wake());

  const loopOf = ({ name, everyMs, round }: Round): Loop =>
    startLoop({ name, everyMs, round: async () => void (await round()), clock, log });
  const stopAll = (loops: ReadonlyMap<string, Loop>): Promise<unknown> =>
    Promise.all([...loops.values()].map((loop) => loop.stop()));

  return {
    start(rounds: readonly Round[], leases: Leases): void {
      for (const round of rounds.filter(({ isEverywhere }) => isEverywhere))
        everywhere.set(round.name, loopOf(round));
      const shared = rounds.filter(({ isEverywhere }) => !isEverywhere);
      work = startOwnedWork({
        name: 'rounds',
        leases,
        async work(_lease, signal) {
          const loops = new Map(shared.map((round) => [round.name, loopOf(round)]));
          owned = loops;
          await untilAborted(signal);
          // When this process has taken over again, they are the loops of the new lease.
          if (owned === loops) owned = new Map();
          await stopAll(loops);
        },
        clock,
        log,
      });
    },
    /** Starts the next round now, in the process that does this work. */
    wake(name: string): void {
      const loop = everywhere.get(name) ?? owned.get(name);
      if (loop) loop.wake();
      else hints.tellOthers(topic, name);
    },
    async stop(): Promise<void> {
      stopListening();
      await Promise.all([stopAll(everywhere), work?.stop()]);
    },
  };
}
