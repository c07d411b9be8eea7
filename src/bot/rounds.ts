import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import type { Round } from './feature.js';

/** Runs the background work of all features, by name. */
export function createRounds({ clock, log }: { clock: Clock; log: Log }) {
  const loops = new Map<string, Loop>();
  return {
    start({ name, everyMs, round }: Round): void {
      loops.set(name, startLoop({ name, everyMs, round: async () => void (await round()), clock, log }));
    },
    /** Starts the next round now; no effect before `start`. */
    wake: (name: string) => loops.get(name)?.wake(),
    async stop(): Promise<void> {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
