import { type Cell, playCell } from './cell.js';
import { failures } from './failures.js';
import { kinds } from './kinds.js';
import type { Fault } from './proxy.js';
import { openRefusingWorld } from './world.js';

/** Each kind of request refused in each way: twice, and for as long as the story lasts. */
export const everyFault = (): Fault[] =>
  kinds.flatMap((kind) =>
    failures.flatMap((failure) =>
      (failure.isSlow ? [1] : [2, Number.POSITIVE_INFINITY]).map((times) => ({ kind, failure, times })),
    ),
  );

/** A few that differ most, for the suite. */
export const someFaults = (): Fault[] => {
  const names = ['callback reset x2', 'answer 404 always', 'edit 404 always', 'thread 403 x2'];
  return everyFault().filter(({ kind, failure, times }) =>
    names.includes(`${kind.name} ${failure.name} ${Number.isFinite(times) ? `x${times}` : 'always'}`),
  );
};

const describeEndings = ({ endings, refused, busiest, seconds }: Cell): string =>
  [
    ...Object.entries(endings).map(([act, ending]) => `${act} ${ending}`),
    `${refused} refused`,
    `busiest ${busiest}`,
    `${Math.round(seconds)} s`,
  ].join(', ');

/** Cells whose fault was never reached: a fault of the campaign. */
export const unreached = (cells: readonly Cell[]): string[] =>
  cells.filter(({ refused }) => refused === 0).map(({ name }) => `${name}: no request was refused`);

/** Plays a purchase, a rig and a talk under each fault, one fault after the other. */
export async function refuseRequests(
  faults: readonly Fault[],
  progress: (text: string) => void = () => undefined,
): Promise<Cell[]> {
  const world = await openRefusingWorld();
  const cells: Cell[] = [];
  try {
    for (const fault of faults) {
      const cell = await playCell(world, fault);
      cells.push(cell);
      progress(
        `discord: ${cells.length} of ${faults.length}, ${cell.name}: ${cell.problems.join('; ') || 'ok'} (${describeEndings(cell)})`,
      );
    }
  } finally {
    await world.close();
  }
  return cells;
}
