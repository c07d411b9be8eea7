/** The CPU milliseconds of some work, independent of other work on the machine. */
export function effortOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
