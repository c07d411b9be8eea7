/**
 * Milliseconds of the processor since `before`, collection of garbage on other threads included: what else the machine
 * does counts little.
 */
export function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
