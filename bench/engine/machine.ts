/**
 * What differs between machines of one kind. Their processors have the same name, but other guests of the host take
 * its time (steal), its shared cache and memory, and the second thread of a core: then the kernel is slower in two
 * processes at once than in one, and so is a rig, which works in two threads.
 */
import { readFile } from 'node:fs/promises';
import { startChild } from '../child.js';
import type { Figure } from '../figure.js';

const rounds = 15;

async function kernelTimes(processes: number): Promise<number[]> {
  const module = new URL('./kernel-process.js', import.meta.url);
  const children = Array.from({ length: processes }, () => startChild(module));
  const all = await Promise.all(children.map((child) => child.ask<number>(rounds)));
  await Promise.all(children.map((child) => child.stop()));
  return all;
}

export async function machineFigures(): Promise<Figure[]> {
  const [alone] = await kernelTimes(1);
  const together = Math.max(...(await kernelTimes(2)));
  const name = 'the calibration kernel';
  return [
    { name: `${name}, one process`, value: alone!, unit: 'ms' },
    {
      name: `${name}, two processes at once`,
      value: together,
      unit: 'ms',
      peer: { name: 'one process', value: alone! },
      ratio: together / alone!,
    },
  ];
}

/** Jiffies of all processors so far, and those that the host gave to other guests; null where the system has no count. */
export async function jiffies(): Promise<{ all: number; stolen: number } | null> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [line = ''] = text.split('\n');
  const [user, nice, system, idle, wait, irq, softIrq, stolen] = line.split(/\s+/).slice(1).map(Number);
  if (stolen === undefined) return null;
  return { all: user! + nice! + system! + idle! + wait! + irq! + softIrq! + stolen, stolen };
}
