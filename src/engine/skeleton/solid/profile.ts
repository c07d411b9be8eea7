/**
 * The profile of a solid from the ground up: how erect it is, where its trunk narrows to a neck, and how broad its
 * head is. Capes, hair and held items shift these much less than they shift extremities.
 */
import type { Vec3 } from '../../geometry/vec.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { profileThresholds } from './calibration.js';

const { tallerThanDeep, tallerThanBroad, balanced, narrow, second, lowest, highest } = profileThresholds;

export type Profile = {
  /** Standard deviations of the cells. */
  spread: Vec3;
  /** Metres from the middle of the ground contact to the middle of the upper third along Z, in heights. */
  lean: number;
  /** Height of the narrowest point between two broader parts, in metres; null where nothing narrows. */
  neck: number | null;
  /** Breadth of the part above the neck over the breadth of the part below. */
  headShare: number;
  /** Share of the cells above the neck; 0 without one. */
  headCells: number;
};

/** One horizontal layer: its cells, and the run of cells through the middle of the body. */
type Layer = { y: number; count: number; z: number; breadth: number; depth: number };

export function profileOf(volume: Volume): Profile {
  const { layers, spread } = layersOf(volume);
  const [bottom, top] = [layers[0]!.y, layers.at(-1)!.y];
  const height = top - bottom + volume.cell;
  const at = (share: number) => bottom + share * height;
  const middle = (some: readonly Layer[]) =>
    some.reduce((sum, { z, count }) => sum + z * count, 0) / some.reduce((sum, { count }) => sum + count, 0);
  const lean =
    (middle(layers.filter(({ y }) => y >= at(0.67))) - middle(layers.filter(({ y }) => y <= at(0.12)))) /
    height;
  const neck = neckIn(layers, at);
  const broad = (some: readonly Layer[]) =>
    some.map(({ breadth }) => breadth).sort((a, b) => a - b)[Math.floor(some.length * 0.8)] ?? 0;
  const headShare =
    neck === null
      ? 0
      : broad(layers.filter(({ y }) => y > neck)) /
        (broad(layers.filter(({ y, breadth }) => y <= neck && y > at(lowest) && breadth > 0)) || 1);
  const cells = (some: readonly Layer[]) => some.reduce((sum, { count }) => sum + count, 0);
  const headCells = neck === null ? 0 : cells(layers.filter(({ y }) => y > neck)) / cells(layers);
  return { spread, lean, neck, headShare, headCells };
}

/** Whether a solid stands erect like a person: taller than deep, and its upper part above its ground contact. */
export const isErect = ({ spread: [x, y, z], lean }: Profile): boolean =>
  y > tallerThanDeep * z && y > tallerThanBroad * x && Math.abs(lean) < balanced;

/**
 * The layer with the least section relative to the largest below it and the largest above it. A narrow waist can have
 * less. The next narrow layer above it is then the neck, if the part above that layer is longer than the part between
 * the two: a cartoon figure's head is longer than its upper body, and a hat is shorter than the head below it.
 */
function neckIn(layers: readonly Layer[], at: (share: number) => number): number | null {
  const section = layers.map(({ breadth, depth }) => breadth * depth);
  const [first, end] = [
    layers.findIndex(({ y }) => y >= at(lowest)),
    layers.findIndex(({ y }) => y > at(highest)),
  ];
  const last = end < 0 ? layers.length : end;
  let neck = narrowestIn(section, 0, first, last, narrow);
  if (neck < 0) return null;
  // A single layer may be narrow where a surface is open.
  const above = narrowestIn(section.map(middleOfThree), neck, neck + 1, last, second);
  if (above >= 0 && layers.length - above > above - neck) neck = above;
  return layers[neck]!.y;
}

/**
 * The index from `first` up to `last` with the least section relative to its neighbours, from `floor` on; -1 if
 * none is less than `most`.
 */
function narrowestIn(
  section: readonly number[],
  floor: number,
  first: number,
  last: number,
  most: number,
): number {
  const below = runningMost(section.slice(floor));
  const above = runningMost(section.toReversed()).toReversed();
  let [best, least] = [-1, most];
  for (let i = Math.max(first, floor); i < last; i++) {
    const share = section[i]! / (Math.min(below[i - floor]!, above[i]!) || 1);
    if (section[i]! > 0 && share < least) [best, least] = [i, share];
  }
  return best;
}

const middleOfThree = (value: number, i: number, all: readonly number[]): number =>
  [all[i - 1] ?? value, value, all[i + 1] ?? value].sort((a, b) => a - b)[1]!;

const runningMost = (values: readonly number[]): number[] => {
  let most = 0;
  return values.map((value) => (most = Math.max(most, value)));
};

function layersOf({ size: [nx, ny, nz], origin, cell, inside }: Volume): { layers: Layer[]; spread: Vec3 } {
  const [sums, squares] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const [counts, depths] = [new Int32Array(ny), new Float64Array(ny)];
  let count = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!inside[i + nx * (j + ny * k)]) continue;
        count++;
        counts[j]!++;
        depths[j]! += k;
        sums[0]! += i;
        sums[1]! += j;
        sums[2]! += k;
        squares[0]! += i * i;
        squares[1]! += j * j;
        squares[2]! += k * k;
      }
  const spread = sums.map((sum, axis) =>
    Math.sqrt(Math.max(0, squares[axis]! / count - (sum / count) ** 2)),
  ) as unknown as Vec3;
  const [i0, k0] = [Math.round(sums[0]! / count), Math.round(sums[2]! / count)];
  const layers: Layer[] = [];
  for (let j = 0; j < ny; j++) {
    if (counts[j] === 0) continue;
    const is = (i: number, k: number) =>
      i >= 0 && k >= 0 && i < nx && k < nz && inside[i + nx * (j + ny * k)] === 1;
    const run = runThrough(is, i0, k0, nz);
    layers.push({
      y: origin[1] + j * cell,
      count: counts[j]!,
      z: origin[2] + (depths[j]! / counts[j]!) * cell,
      ...run,
    });
  }
  return { layers, spread };
}

/** Cells of the runs along X and Z through the cell nearest to a column; 0 where the column meets none. */
function runThrough(
  is: (i: number, k: number) => boolean,
  i0: number,
  k0: number,
  nz: number,
): { breadth: number; depth: number } {
  let near = -1;
  for (let d = 0; d < nz && near < 0; d++) {
    if (is(i0, k0 + d)) near = k0 + d;
    else if (is(i0, k0 - d)) near = k0 - d;
  }
  if (near < 0) return { breadth: 0, depth: 0 };
  let [back, front] = [near, near];
  while (is(i0, back - 1)) back--;
  while (is(i0, front + 1)) front++;
  const middle = (back + front) >> 1;
  let [right, left] = [i0, i0];
  while (is(right - 1, middle)) right--;
  while (is(left + 1, middle)) left++;
  return { breadth: left - right + 1, depth: front - back + 1 };
}
