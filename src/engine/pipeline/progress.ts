import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../base/clock.js';
import type { Shooting } from '../output/render/pictures.js';
import { type RigHooks, type RigReport, type Stage, stages } from '../types.js';

export type PipelineProgress = Shooting & {
  /**
   * Runs one stage: yields to the event loop so that a cancellation can arrive, stops when cancelled, reports start
   * and end, and measures its time.
   */
  run<T>(stage: Stage, work: () => T | Promise<T>): Promise<T>;
  timings(): RigReport['timings'];
};

export function createProgress({
  onStage,
  signal,
  shoot,
  portray,
  clock = systemClock,
}: RigHooks): PipelineProgress {
  const timings = Object.fromEntries(stages.map((stage) => [stage, 0])) as RigReport['timings'];
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  return {
    pause,
    shoot: shoot && ((scene) => shoot(scene, signal)),
    portray: portray && ((scene) => portray(scene, signal)),
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
