/**
 * Detects legs by the merge tree of horizontal cuts (Carr et al. 2003), from the ground up. A leg starts on its own
 * near the ground and merges with the rest higher up, however short or thick it is.
 */
import type { Vec3 } from '../../geometry/vec.js';
import { gridSteps } from '../../geometry/volume/bridge.js';
import { centreOf, type Grid, neighbourSteps, type Volume } from '../../geometry/volume/volume.js';
import { feetThresholds } from './calibration.js';

const { lifted, shortest } = feetThresholds;

export type Foot = {
  /** Centres of its lowest quarter and of its upper half. */
  sole: Vec3;
  shaft: Vec3;
  /** Standard deviations of cell positions in the shin, above sole and toes. */
  breadth: Vec3;
  /** Metres above the ground at which the leg merges with the rest. */
  top: number;
  cells: number;
};

/** @param height of the solid in metres */
export function feetOf(volume: Volume, height: number): Foot[] {
  const { size, inside, cell } = volume;
  const [nx, ny, nz] = size;
  const above = new Int32Array(inside.length).fill(-1);
  // Per component, stored at its topmost cell: where it starts, and whether it can still be a leg.
  const start = new Int32Array(inside.length);
  const whole = new Uint8Array(inside.length);
  const layerOf = (c: number) => Math.floor(c / nx) % ny;
  const topOf = (c: number): number => {
    let at = c;
    while (above[at] !== at) {
      above[at] = above[above[at]!]!;
      at = above[at]!;
    }
    return at;
  };
  // Only the neighbours visited earlier, going up from the ground.
  const steps = gridSteps(volume).filter((_, s) => isEarlier(neighbourSteps[s]!.step));
  const least = Math.max(2, (shortest * height) / cell);
  const feet: Foot[] = [];
  let floor = -1;
  const isLeg = (part: number, layer: number) => {
    const low = layerOf(start[part]!);
    return whole[part] === 1 && layer - low >= least && low - floor <= (lifted * height) / cell;
  };
  for (let j = 0; j < ny; j++)
    for (let k = 0; k < nz; k++)
      for (let i = 0; i < nx; i++) {
        const c = i + nx * (j + ny * k);
        if (!inside[c]) continue;
        if (floor < 0) floor = j;
        above[c] = c;
        start[c] = c;
        whole[c] = 1;
        for (const step of steps) {
          const n = c + step;
          if (above[n]! < 0) continue;
          const other = topOf(n);
          if (other === c) continue;
          const [first, second] = [isLeg(c, j), isLeg(other, j)];
          // A bump on a leg or on the body is not a separate leg.
          const meet: boolean = (first && (second || !whole[other])) || (second && !whole[c]);
          if (meet && first) feet.push(footOf(volume, start[c]!, j, floor));
          if (meet && second) feet.push(footOf(volume, start[other]!, j, floor));
          if (layerOf(start[other]!) < layerOf(start[c]!)) start[c] = start[other]!;
          above[other] = c; // so this cell stays the topmost of all that it joins
          whole[c] = !meet && whole[c] && whole[other] ? 1 : 0;
        }
      }
  return feet;
}

const isEarlier = ([x, y, z]: Vec3): boolean => y < 0 || (y === 0 && (z < 0 || (z === 0 && x < 0)));

/** Collects the foot's cells again from its lowest cell, up to the layer below the merge. */
function footOf(volume: Volume, from: number, layer: number, floor: number): Foot {
  const { size, inside, cell } = volume;
  const [nx, ny] = size;
  const layerOf = (c: number) => Math.floor(c / nx) % ny;
  const seen = new Set([from]);
  const stack = [from];
  const steps = gridSteps(volume);
  for (let c = stack.pop(); c !== undefined; c = stack.pop())
    for (const step of steps) {
      const n = c + step;
      if (!inside[n] || seen.has(n) || layerOf(n) >= layer) continue;
      seen.add(n);
      stack.push(n);
    }
  const low = layerOf(from);
  const between = (least: number, most: number) =>
    measure(volume, seen, (c) => {
      const share = (layerOf(c) - low) / Math.max(1, layer - low);
      return share >= least && share < most;
    });
  const sole = between(0, 0.25);
  const shaft = between(0.45, 1);
  return {
    sole: sole.middle,
    shaft: (shaft.count > 0 ? shaft : sole).middle,
    breadth: between(0.2, 0.6).deviation,
    top: (layer - floor) * cell,
    cells: seen.size,
  };
}

/** Mean and standard deviation of the positions of some cells. */
function measure(grid: Grid, cells: Iterable<number>, keep: (cell: number) => boolean) {
  const [sums, squares] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let count = 0;
  for (const c of cells) {
    if (!keep(c)) continue;
    const at = centreOf(grid, c);
    for (let axis = 0; axis < 3; axis++) {
      sums[axis]! += at[axis]!;
      squares[axis]! += at[axis]! * at[axis]!;
    }
    count++;
  }
  const middle = sums.map((sum) => sum / count) as unknown as Vec3;
  const deviation = squares.map((sum, axis) => Math.sqrt(Math.max(0, sum / count - middle[axis]! ** 2)));
  return { middle, deviation: deviation as unknown as Vec3, count };
}
