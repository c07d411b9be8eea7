/** A process with the engine alone, as a worker of the service, so that time and memory are the engine's. */
import { makeRig, type RigRequest } from '../../src/engine/index.js';
import { runKernel } from './kernel.js';

type Time = { milliseconds: number; cpuMilliseconds: number };
/** `kernel`: the time of the calibration kernel, which runs right before. */
export type Made = Time & { peakMegabytes: number; kernel: Time };

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function timed(work: () => unknown): Promise<Time> {
  const [startedAt, startedCpu] = [performance.now(), cpu()];
  await work();
  return { milliseconds: performance.now() - startedAt, cpuMilliseconds: cpu() - startedCpu };
}

process.on('message', async (request: RigRequest) => {
  const kernel = await timed(runKernel);
  // The options of the service.
  const time = await timed(() => makeRig({ ...request, turntable: true }));
  const made: Made = { ...time, kernel, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  process.send?.(made);
});
