import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../base/clock.js';
import { type RigHooks, type RigReport, type Stage, stages } from '../types.js';

export type PipelineProgress = {
  /**
   * Runs one stage: yields to the event loop so that a cancellation can arrive, stops when cancelled, reports start
   * and end, and measures its time.
   */
  run<T>(stage: Stage, work: () => T | Promise<T>): Promise<T>;
  /** Within a long stage: yields to the event loop and stops when cancelled. */
  pause(): Promise<void>;
  timings(): RigReport['timings'];
};

export function createProgress({ onStage, signal, clock = systemClock }: RigHooks): PipelineProgress {
  const timings = Object.fromEntries(stages.map((stage) => [stage, 0])) as RigReport['timings'];
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  return {
    pause,
    async run(stage, work) {
      await pause();
      onStage?.(stage, 0);
      const startedAt = clock.now();
      const result = await work();
      timings[stage] += clock.now() - startedAt;
      onStage?.(stage, 1);
      return result;
    },
    timings: () => ({ ...timings }),
  };
}
