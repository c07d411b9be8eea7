import { readFileSync } from 'node:fs';

/** Memory of a process in MB; what it shares with others counts in parts. */
export function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1_024;
}
