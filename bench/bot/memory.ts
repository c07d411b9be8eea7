import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB, as `ps` shows it: shares of it would depend on how many others run Node. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
}
