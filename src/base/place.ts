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
 * Where process ids mean the same: one boot of one machine, and in containers one namespace of it. Two processes of
 * one place can tell whether the other lives.
 */
export const readPlace = (): string =>
  [
    hostname(),
    reading(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    reading(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');

/** Whether a process of this place is alive. A zombie (ended, but not reaped by its parent) is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const state = reading(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '');
  return !state.startsWith('Z');
}
