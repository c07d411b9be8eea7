/** A process with the engine alone, as a worker of the service, so that time and memory are the engine's. */
import { makeRig, type RigRequest } from '../../src/engine/index.js';

export type Made = { milliseconds: number; cpuMilliseconds: number; peakMegabytes: number };

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.on('message', async (request: RigRequest) => {
  const [startedAt, startedCpu] = [performance.now(), cpu()];
  // The options of the service.
  await makeRig({ ...request, turntable: true });
  const made: Made = {
    milliseconds: performance.now() - startedAt,
    cpuMilliseconds: cpu() - startedCpu,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(made);
});
