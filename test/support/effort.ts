/** The processor's milliseconds that some work took, which other work on the machine does not lengthen. */
export function effortOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
