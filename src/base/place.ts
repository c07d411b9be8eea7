import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const reading = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return '';
  }
};

/**
 * Identifies where process ids are comparable: one boot of one machine, and in containers one pid namespace. Two
 * processes with the same place can check whether the other is alive.
 */
export const readPlace = (): string =>
  [
    hostname(),
    reading(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    reading(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');

/** Whether a process of this place is alive. A zombie (ended but not reaped by its parent) counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const state = reading(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '');
  return !state.startsWith('Z');
}
