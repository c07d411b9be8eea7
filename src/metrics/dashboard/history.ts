import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Figures, MetricsRegistry } from '../registry.js';
import { plots, type Values } from './plots.js';

/** One look at the figures. `values` has the lines of each plot, in the order of `plots`. */
export type Point = { at: number; values: readonly Values[] };

/** The figures of the last hours, in memory: a new process begins without them. */
export type History = {
  start(): void;
  stop(): Promise<void>;
  /** Looks at the figures now. */
  take(): Promise<void>;
  /** Oldest first. */
  points(): readonly Point[];
};

export const everyMs = 30_000;
export const mostPoints = 720;

export function createHistory(deps: {
  registry: Pick<MetricsRegistry, 'sample'>;
  clock: Clock;
  log: Log;
}): History {
  const { registry, clock, log } = deps;
  const points: Point[] = [];
  let last: { at: number; figures: Figures } | null = null;
  let loop: Loop | undefined;

  const take = async (): Promise<void> => {
    const figures = await registry.sample();
    const at = clock.now();
    const seconds = Math.max(1, last === null ? 1 : (at - last.at) / 1_000);
    const span = { now: figures, before: last?.figures ?? null, seconds };
    points.push({ at, values: plots.map((plot) => plot.read(span)) });
    if (points.length > mostPoints) points.shift();
    last = { at, figures };
  };

  return {
    take,
    start() {
      loop = startLoop({ name: 'dashboard', everyMs, round: async () => void (await take()), clock, log });
    },
    async stop() {
      await loop?.stop();
    },
    points: () => points,
  };
}
