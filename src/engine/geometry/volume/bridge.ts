import { add, distance, scale } from '../vec.js';
import { centreOf, type Grid, neighbourSteps, type Volume } from './volume.js';
import { measureDepth } from './voxelise.js';

/** Pieces smaller than this fraction of the largest are not limbs and stay separate. */
const smallest = 0.002;

/**
 * The solid with its loose pieces joined to the largest by straight bars two cells wide, so that one skeleton reaches
 * all of them.
 */
export function joinPieces(volume: Volume): Volume {
  let joined = volume;
  for (let round = 0; round < 64; round++) {
    const { labels, counts } = labelPieces(joined);
    const main = counts.indexOf(Math.max(...counts));
    const loose = new Set(
      counts.flatMap((count, l) => (l !== main && count > counts[main]! * smallest ? [l] : [])),
    );
    if (loose.size === 0) break;
    const inside = joined.inside.slice();
    layBar(joined, labels, main, loose, inside);
    joined = { ...joined, inside };
  }
  return joined === volume ? volume : measureDepth(volume, joined.inside);
}

/** Connected pieces over all 26 neighbours; -1 outside. */
export function labelPieces(volume: Volume): { labels: Int32Array; counts: number[] } {
  const labels = new Int32Array(volume.inside.length).fill(-1);
  const counts: number[] = [];
  const steps = gridSteps(volume);
  const { inside } = volume;
  for (let seed = 0; seed < inside.length; seed++) {
    if (!inside[seed] || labels[seed]! >= 0) continue;
    const own = counts.length;
    const stack = [seed];
    labels[seed] = own;
    let count = 0;
    for (let c = stack.pop(); c !== undefined; c = stack.pop()) {
      count++;
      for (let s = 0; s < steps.length; s++) {
        const n = c + steps[s]!;
        if (!inside[n] || labels[n]! >= 0) continue;
        labels[n] = own;
        stack.push(n);
      }
    }
    counts.push(count);
  }
  return { labels, counts };
}

/** Index offsets of the 26 neighbours; the grid's empty margin keeps them inside the grid. */
export const gridSteps = ({ size }: Grid): number[] =>
  neighbourSteps.map(({ step: [x, y, z] }) => x + size[0] * (y + size[1] * z));

/**
 * Searches breadth first from the main piece through the air to the nearest loose one, then fills a path back: a limb
 * is attached at the upper end of its near side, half as deep as it is thick.
 */
function layBar(
  volume: Volume,
  labels: Int32Array,
  main: number,
  loose: ReadonlySet<number>,
  inside: Uint8Array,
): void {
  const [nx, ny, nz] = volume.size;
  const from = new Int32Array(inside.length).fill(-1);
  let front: number[] = [];
  labels.forEach((l, c) => {
    if (l !== main) return;
    from[c] = c;
    front.push(c);
  });
  const steps = gridSteps(volume);
  const onRim = (c: number) => {
    const [i, j, k] = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    return i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
  };
  const met: number[] = [];
  for (let more = tolerance; front.length > 0 && more > 0; more -= met.length > 0 ? 1 : 0) {
    const next: number[] = [];
    for (const c of front)
      for (const step of steps) {
        const n = c + step;
        if (from[n]! >= 0 || onRim(n)) continue;
        from[n] = c;
        if (!loose.has(labels[n]!)) next.push(n);
        else if (met.length === 0 || labels[n] === labels[met[0]!]) met.push(n);
      }
    front = next;
  }
  if (met.length === 0) return;
  for (let b = hangingPlace(volume, labels, met); from[b] !== b; b = from[b]!)
    for (const o of [0, 1, nx, nx * ny]) inside[b + o] = 1;
}

/** Cells beyond the nearest distance that still count as near. */
const tolerance = 3;

/** The centre of the upper part of the cells that were reached. */
function hangingPlace(volume: Volume, labels: Int32Array, met: readonly number[]): number {
  const own = labels[met[0]!]!;
  const reach = labels.reduce((most, l, c) => (l === own ? Math.max(most, volume.depth[c]!) : most), 0);
  const places = met.map((c) => centreOf(volume, c));
  const top = places.reduce((most, [, y]) => Math.max(most, y), -Infinity);
  const upper = places.filter(([, y]) => y >= top - reach);
  const middle = scale(upper.reduce(add), 1 / upper.length);
  const nearest = places.reduce(
    (best, p, i) => (distance(p, middle) < distance(places[best]!, middle) ? i : best),
    0,
  );
  return met[nearest]!;
}
