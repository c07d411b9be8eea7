import { type Stage, stages } from '../../src/engine/index.js';
import { median } from '../figure.js';
import type { Made } from './maker.js';

const width = 26;

/** Medians by stage as a table: wall seconds, processor seconds, and the latter in calibration kernels. */
export function stageTable(kinds: ReadonlyMap<string, readonly Made[]>): string {
  const cell = (made: readonly Made[], stage: Stage): string => {
    const of = (pick: (one: Made) => number) => median(made.map(pick));
    const spent = of((one) => one.stages[stage]);
    const kernels = spent / of(({ kernel }) => kernel.cpuMilliseconds);
    return `${seconds(of((one) => one.walls[stage]))} ${seconds(spent)} ${kernels.toFixed(1)}`;
  };
  const row = (cells: readonly string[]) => `  ${cells.map((one) => one.padEnd(width)).join('')}`.trimEnd();
  return [
    'wall s, CPU s, CPU in kernels',
    row(['', ...kinds.keys()]),
    ...stages.map((stage) => row([stage, ...[...kinds.values()].map((made) => cell(made, stage))])),
  ].join('\n');
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
