/**
 * The colours of a back from top to bottom: as few bands as explain what its rows show. A belt, a mask or an eye at the
 * outline is no band; a hat, a shirt and trousers are.
 */
import type { Colour } from './areas.js';
import { unseenThresholds } from './calibration.js';
import { litOf, squaredShaded, type Vote } from './shades.js';

const { alike, near, most, sample } = unseenThresholds.carried;

/**
 * The colour of each row; undefined for all where there are no votes.
 * @param change the number of rows whose votes must speak for a change of colour
 */
export function bandsOf(rows: readonly (readonly Vote[])[], change: number): (Colour | undefined)[] {
  const palette = paletteOf(rows.flat());
  if (palette.length === 0) return rows.map(() => undefined);
  const lacking = rows.map((votes) => palette.map((colour) => 1 - shareOf(colour, votes)));
  const chosen = fewestChanges(lacking, change);
  return rows.map((_, row) => {
    const colour = palette[chosen[row]!]!;
    const around = rows.flatMap((votes, other) =>
      Math.abs(other - row) <= near && chosen[other] === chosen[row] ? votes : [],
    );
    const own = around.filter((vote) => squaredShaded(vote.colour, colour) < (alike * 1.5) ** 2);
    return own.length > 0 ? litOf(own) : colour;
  });
}

/** In each row the index that gives the least sum of costs, where every change costs too. */
function fewestChanges(costs: readonly (readonly number[])[], change: number): number[] {
  const cameFrom: number[][] = [];
  let totals = costs[0]!.map(() => 0);
  for (const own of costs) {
    const best = totals.indexOf(Math.min(...totals));
    cameFrom.push(totals.map((total, i) => (total <= totals[best]! + change ? i : best)));
    totals = own.map((cost, i) => cost + Math.min(totals[i]!, totals[best]! + change));
  }
  const path = [totals.indexOf(Math.min(...totals))];
  for (let row = costs.length - 1; row > 0; row--) path.push(cameFrom[row]![path.at(-1)!]!);
  return path.reverse();
}

/** The commonest colours, the first one first. */
export function paletteOf(votes: readonly Vote[]): Colour[] {
  const apart = Math.ceil(votes.length / sample);
  let left = votes.filter((_, i) => i % apart === 0);
  const palette: Colour[] = [];
  while (left.length > 0 && palette.length < most) {
    const supports = left.map(({ colour }) => supportOf(colour, left));
    const { colour: middle } = left[supports.indexOf(Math.max(...supports))]!;
    const own = left.filter(({ colour }) => squaredShaded(colour, middle) < alike ** 2);
    palette.push(litOf(own));
    left = left.filter(({ colour }) => squaredShaded(colour, middle) >= (alike * 1.5) ** 2);
  }
  return palette;
}

/** The fraction of the votes that are for a colour, 0 to 1. */
export const shareOf = (colour: Colour, votes: readonly Vote[]): number =>
  supportOf(colour, votes) / (votes.reduce((sum, { weight }) => sum + weight, 0) || 1);

const supportOf = (colour: Colour, votes: readonly Vote[]): number =>
  votes.reduce(
    (sum, vote) => sum + vote.weight * Math.exp(-squaredShaded(colour, vote.colour) / alike ** 2),
    0,
  );
