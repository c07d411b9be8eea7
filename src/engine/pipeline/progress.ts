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
  /**
   * Runs what a stage that is over left to finish: its time is that stage's, and it is not reported again. So waiting
   * for pictures is not taken for validation.
   */
  finish<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
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
  const timed = async <T>(stage: Stage, work: () => T | Promise<T>): Promise<T> => {
    const startedAt = clock.now();
    const result = await work();
    timings[stage] += clock.now() - startedAt;
    return result;
  };
  return {
    pause,
    shoot: shoot && ((scene) => shoot(scene, signal)),
    portray: portray && ((scene) => portray(scene, signal)),
    async run(stage, work) {
      await pause();
      onStage?.(stage, 0);
      const result = await timed(stage, work);
      onStage?.(stage, 1);
      return result;
    },
    finish: timed,
    timings: () => ({ ...timings }),
  };
}
