/** A process with the engine alone, as a worker of the service, so that time and memory are the engine's. */
import { createFilmThread, makeRig, type RigRequest, type Stage, stages } from '../../src/engine/index.js';
import { runKernel } from './kernel.js';
import { cpu, type Time, timed } from './timed.js';

/**
 * `kernel`: the time of the calibration kernel, which runs right before. `stages`: processor time of all threads
 * during a stage, so what the turntable takes is counted where it runs beside.
 */
export type Made = Time & {
  peakMegabytes: number;
  kernel: Time;
  stages: Record<Stage, number>;
  walls: Record<Stage, number>;
};

const zeros = () => Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<Stage, number>;

const film = createFilmThread(new URL('../../src/engine/film-thread.js', import.meta.url));

process.on('message', async (request: RigRequest) => {
  const kernel = await timed(runKernel);
  const [spent, walls] = [zeros(), zeros()];
  const onStage = (stage: Stage, fraction: number) => {
    spent[stage] += fraction === 0 ? -cpu() : cpu();
    walls[stage] += fraction === 0 ? -performance.now() : performance.now();
  };
  // The options of the service.
  const time = await timed(() => makeRig({ ...request, turntable: true }, { ...film, onStage }));
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ ...time, kernel, stages: spent, walls, peakMegabytes } satisfies Made);
});
