/**
 * CPU milliseconds since `before`, including garbage collection on other threads; other load on the machine has
 * little effect.
 */
export function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
