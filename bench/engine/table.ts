import { type Stage, stages } from '../../src/engine/index.js';
import { median } from '../figure.js';
import type { Made } from './maker.js';

const width = 26;

/**
 * Medians by stage as a table: wall seconds, processor seconds, and the latter in calibration kernels. After the last
 * stage, a rig waits for the pictures that other threads draw and encode.
 */
export function stageTable(kinds: ReadonlyMap<string, readonly Made[]>): string {
  const cell = (made: readonly Made[], wall: (one: Made) => number, cpu: (one: Made) => number): string => {
    const of = (pick: (one: Made) => number) => median(made.map(pick));
    const spent = of(cpu);
    const kernels = spent / of(({ kernel }) => kernel.cpuMilliseconds);
    return `${seconds(of(wall))} ${seconds(spent)} ${kernels.toFixed(1)}`;
  };
  const cellOf = (made: readonly Made[], stage: Stage) =>
    cell(
      made,
      (one) => one.walls[stage],
      (one) => one.stages[stage],
    );
  const rest = (made: readonly Made[]) =>
    cell(
      made,
      ({ milliseconds, walls }) => milliseconds - total(walls),
      (one) => one.cpuMilliseconds - total(one.stages),
    );
  const row = (cells: readonly string[]) => `  ${cells.map((one) => one.padEnd(width)).join('')}`.trimEnd();
  return [
    'wall s, CPU s, CPU in kernels',
    row(['', ...kinds.keys()]),
    ...stages.map((stage) => row([stage, ...[...kinds.values()].map((made) => cellOf(made, stage))])),
    row(['(waiting for pictures)', ...[...kinds.values()].map(rest)]),
  ].join('\n');
}

const total = (times: Record<Stage, number>): number => stages.reduce((sum, stage) => sum + times[stage], 0);

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
