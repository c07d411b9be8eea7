/** Wall and processor time of this process, all of its threads. */
export type Time = { milliseconds: number; cpuMilliseconds: number };

export const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export async function timed(work: () => unknown): Promise<Time> {
  const [startedAt, startedCpu] = [performance.now(), cpu()];
  await work();
  return { milliseconds: performance.now() - startedAt, cpuMilliseconds: cpu() - startedCpu };
}
