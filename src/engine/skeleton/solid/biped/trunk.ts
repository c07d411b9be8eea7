/** Where the trunk of a person with a big head begins and ends, and how broad it is. */
import type { Volume } from '../../../geometry/volume/volume.js';
import { bipedTrunkThresholds } from './calibration.js';

const { chest, crotch: fork, arm } = bipedTrunkThresholds;

/** In metres: `middle` on the X axis, `half` of the breadth; `crotch` is null where cloth hides the legs. */
export type Trunk = { neck: number; half: number; middle: number; crotch: number | null };

/**
 * The column through the middle of the neck runs between the legs and through the trunk.
 * @returns null where it does not: the waist of a slim or hollow figure can look like a neck
 */
export function trunkIn(volume: Volume, neck: number): Trunk | null {
  const { size, origin, cell, inside } = volume;
  const [nx, ny, nz] = size;
  const is = (i: number, j: number, k: number) => inside[i + nx * (j + ny * k)] === 1;
  const at = (share: number) => Math.round((share * neck - origin[1]) / cell);
  const axis = middleOf(volume, at(1));
  const layers = Array.from({ length: at(1) + 1 }, (_, j) => {
    const [back, front] = longestRun(nz, (k) => is(axis, j, k));
    const k = (back + front) >> 1;
    const [right, left] = runAround(axis, (i) => is(i, j, k));
    const most = (arm * (left - right)) / 2;
    const arms = rimOf(volume, j, right, 1, most) + rimOf(volume, j, left - 1, -1, most);
    return { thick: front - back, broad: left - right - arms };
  });
  const torso = layers.slice(at(chest.from), at(chest.to));
  const share = (values: number[], of: number) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * of)] ?? 0;
  const thin =
    fork.thin *
    share(
      torso.map(({ thick }) => thick),
      0.5,
    );
  let below = at(chest.from);
  while (below > 0 && layers[below]!.thick >= thin) below--;
  const breadths = torso.map(({ broad }) => broad);
  const half = (share(breadths, chest.slim) * cell) / 2;
  if (half < chest.least * neck) return null;
  return {
    neck,
    half,
    middle: origin[0] + axis * cell,
    crotch: below > at(fork.lowest) ? origin[1] + (below + 1) * cell : null,
  };
}

/**
 * Radius of the thickest ball inside the body that touches its side in a layer, in cells. An arm that hangs against the
 * trunk is much thinner than it: 0 for a ball thicker than `most`, which is the trunk's own side.
 */
function rimOf(
  { size: [nx, ny, nz], cell, depth }: Volume,
  j: number,
  from: number,
  inward: 1 | -1,
  most: number,
): number {
  for (let r = 1; r <= most + 1; r++) {
    const i = from + inward * r;
    let deepest = 0;
    for (let k = 0; k < nz; k++) deepest = Math.max(deepest, depth[i + nx * (j + ny * k)]!);
    if (deepest < (r - 0.1) * cell) return r <= most ? r - 0.5 : 0;
  }
  return 0;
}

/** The mean X cell of a layer. */
function middleOf({ size: [nx, ny, nz], inside }: Volume, j: number): number {
  let [sum, count] = [0, 0];
  for (let k = 0; k < nz; k++)
    for (let i = 0; i < nx; i++) {
      if (!inside[i + nx * (j + ny * k)]) continue;
      sum += i;
      count++;
    }
  return Math.round(sum / (count || 1));
}

/** First cell and the one after the last of the longest run. */
function longestRun(length: number, is: (at: number) => boolean): [number, number] {
  let best: [number, number] = [0, 0];
  for (let start = 0; start < length; start++) {
    let end = start;
    while (end < length && is(end)) end++;
    if (end - start > best[1] - best[0]) best = [start, end];
    start = end;
  }
  return best;
}

function runAround(start: number, is: (at: number) => boolean): [number, number] {
  let [low, high] = [start, start];
  while (is(low - 1)) low--;
  while (is(high)) high++;
  return [low, high];
}
