/**
 * How a solid stands, seen from one side: its legs in mirrored pairs, its mirror symmetry, and its facing direction.
 */
import { add, distance, type Vec3 } from '../../geometry/vec.js';
import { quarterTurn } from '../../geometry/volume/turn.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { stanceThresholds } from './calibration.js';
import type { Foot } from './feet.js';

const {
  skewed,
  apart,
  slightest,
  double,
  cloth,
  leaning,
  skull,
  beak: longestBeak,
  raptor,
  end,
  sole,
  shin,
} = stanceThresholds;

/** The left one is at +X. */
export type FootPair = { left: Foot; right: Foot };

export type Stance = {
  /** Ordered from the front (+Z). */
  pairs: FootPair[];
  /** Feet on the centre line: a tail, a belly. */
  middle: Foot[];
  /** Fraction of the solid that its mirror image across X covers. */
  mirrored: number;
  /** Centre of mass. */
  centre: Vec3;
};

/** @param turns quarter turns from the solid in which the feet were found to this one */
export function stanceOf(volume: Volume, found: readonly Foot[], turns: number): Stance {
  const feet = found.map((foot) => ({
    ...foot,
    sole: quarterTurn(foot.sole, turns),
    shaft: quarterTurn(foot.shaft, turns),
    breadth: quarterTurn(foot.breadth, turns).map(Math.abs) as unknown as Vec3,
  }));
  const { centre, size } = measure(volume);
  const off = (foot: Foot) => foot.sole[0] - centre[0];
  const isAside = (foot: Foot) => Math.abs(off(foot)) > apart * size;
  const [lefts, rights] = [
    feet.filter((foot) => isAside(foot) && off(foot) > 0),
    feet.filter((foot) => isAside(foot) && off(foot) < 0),
  ];
  const options = lefts
    .flatMap((left) => rights.map((right) => ({ left, right, skew: skewOf(left, right, centre[0]) })))
    .filter(({ skew }) => skew < skewed * size)
    .sort((a, b) => a.skew - b.skew);
  const pairs: FootPair[] = [];
  for (const { left, right } of options)
    if (!pairs.some((pair) => pair.left === left || pair.right === right)) pairs.push({ left, right });
  const between = feet.filter((foot) => !isAside(foot));
  const most = Math.max(...feet.map(({ cells }) => cells));
  const doubles = between.filter((foot) => isDouble(foot) && foot.cells > slightest * most);
  pairs.push(...doubles.map(halves));
  return {
    pairs: pairs.sort((a, b) => forwardPositionOf(b) - forwardPositionOf(a)),
    middle: between.filter((foot) => !doubles.includes(foot)),
    mirrored: mirroredShare(volume, centre[0]),
    centre,
  };
}

const isDouble = ({ breadth: [x, , z], sole, shaft, top }: Foot): boolean =>
  x > double * z && x < cloth * z && Math.abs(shaft[2] - sole[2]) < leaning * top;

/**
 * Splits a foot into two round legs side by side: the centre of each is 0.9 standard deviations from the common
 * centre.
 */
function halves(foot: Foot): FootPair {
  const aside = 0.9 * foot.breadth[0];
  const half = (x: number): Foot => ({
    ...foot,
    sole: add(foot.sole, [x, 0, 0]),
    shaft: add(foot.shaft, [x, 0, 0]),
    cells: foot.cells / 2,
  });
  return { left: half(aside), right: half(-aside) };
}

const skewOf = (left: Foot, right: Foot, middle: number): number => {
  const [x, y, z] = left.sole;
  return distance(right.sole, [2 * middle - x, y, z]);
};

/** How far forward a pair is. */
export const forwardPositionOf = ({ left, right }: FootPair): number => (left.sole[2] + right.sole[2]) / 2;

function measure({ size: [nx, ny, nz], origin, cell, inside }: Volume): { centre: Vec3; size: number } {
  const counts = [new Uint32Array(nx), new Uint32Array(ny), new Uint32Array(nz)] as const;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!inside[i + nx * (j + ny * k)]) continue;
        counts[0][i]!++;
        counts[1][j]!++;
        counts[2][k]!++;
      }
  const count = counts[0].reduce((sum, one) => sum + one, 0);
  const low = counts.map((along) => along.findIndex((one) => one > 0));
  const high = counts.map((along) => along.findLastIndex((one) => one > 0));
  const at = (a: 0 | 1 | 2) =>
    origin[a] + (counts[a].reduce((sum, one, i) => sum + one * i, 0) / (count || 1)) * cell;
  return { centre: [at(0), at(1), at(2)], size: Math.max(...high.map((h, a) => h - low[a]! + 1)) * cell };
}

function mirroredShare({ size: [nx, ny, nz], origin, cell, inside }: Volume, middle: number): number {
  const twice = Math.round((2 * (middle - origin[0])) / cell);
  let [both, all] = [0, 0];
  for (let row = 0; row < ny * nz; row++)
    for (let i = 0; i < nx; i++) {
      if (!inside[i + nx * row]) continue;
      all++;
      const other = twice - i;
      if (other >= 0 && other < nx && inside[other + nx * row]) both++;
    }
  return both / (all || 1);
}

/**
 * How clearly a quadruped faces +Z, negative for -Z: its head is high, and more of it is in front of its legs than
 * behind.
 */
export function frontOf(volume: Volume, { pairs }: Stance, height: number): number {
  const [front, back] = [forwardPositionOf(pairs[0]!), forwardPositionOf(pairs.at(-1)!)];
  const [before, behind] = [bulkOf(volume, (z) => z > front), bulkOf(volume, (z) => z < back)];
  const share = (before.count - behind.count) / (before.count + behind.count || 1);
  const rise = (before.height - behind.height) / height;
  return 4 * rise + share + 3 * bounded(toesOf(pairs, height), 0.1);
}

/** How clearly a bird faces +Z: toes and beak point forward, and the head is higher than the tail. */
export function frontOfBird(volume: Volume, { pairs, centre }: Stance, height: number, top: number): number {
  const [before, behind] = [bulkOf(volume, (z) => z > centre[2]), bulkOf(volume, (z) => z < centre[2])];
  const rise = (before.height - behind.height) / height;
  const toes = 8 * bounded(toesOf(pairs, height), 0.1);
  const ends = endsOf(volume);
  // A raptor may carry its tail higher than its head, but the tail is thin.
  if (ends.length > raptor * height) return 4 * ends.share + toes;
  return 4 * rise + toes + 6 * bounded(beakOf(volume, top - skull * height) / height, longestBeak);
}

/** Metres along Z, and how much more of the solid is at its front end than at its back end: 1 is all. */
function endsOf(volume: Volume): { length: number; share: number } {
  const { size, origin, cell, inside } = volume;
  const [nx, ny, nz] = size;
  const layers = Array.from({ length: nz }, (_, k) =>
    inside.subarray(k * nx * ny, (k + 1) * nx * ny).includes(1),
  );
  const at = (k: number) => origin[2] + k * cell;
  const [back, front] = [at(layers.indexOf(true)), at(layers.lastIndexOf(true))];
  const length = front - back;
  const before = bulkOf(volume, (z) => z > front - end * length).count;
  const behind = bulkOf(volume, (z) => z < back + end * length).count;
  return { length, share: (before - behind) / (before + behind || 1) };
}

/** In metres: how much farther the solid above `floor` reaches forward of its middle than backward. */
function beakOf({ size: [nx, ny, nz], origin, cell, inside }: Volume, floor: number): number {
  let [low, high, sum, count] = [nz, 0, 0, 0];
  for (let k = 0; k < nz; k++)
    for (let j = Math.max(0, Math.ceil((floor - origin[1]) / cell)); j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!inside[i + nx * (j + ny * k)]) continue;
        low = Math.min(low, k);
        high = Math.max(high, k);
        sum += k;
        count++;
      }
  return count > 0 ? (low + high - (2 * sum) / count) * cell : 0;
}

const bounded = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Average forward offset of the soles from the shafts, in heights. */
export const toesOf = (pairs: readonly FootPair[], height: number): number =>
  pairs
    .flatMap(({ left, right }) => [left, right])
    .reduce((sum, { sole, shaft }) => sum + sole[2] - shaft[2], 0) / height;

/** In heights: how far the centre of the ground contact is in front of the centre of the part above it. */
export function solesAhead({ size: [nx, ny], cell, inside }: Volume, height: number): number {
  const layerOf = (c: number) => Math.floor(c / nx) % ny;
  let floor = ny;
  for (let c = 0; c < inside.length; c++) if (inside[c]) floor = Math.min(floor, layerOf(c));
  const [low, high] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  for (let c = 0; c < inside.length; c++) {
    if (!inside[c]) continue;
    const y = ((layerOf(c) - floor) * cell) / height;
    const part = y < sole ? low : y >= shin[0] && y < shin[1] ? high : null;
    if (!part) continue;
    part.sum += Math.floor(c / (nx * ny));
    part.count++;
  }
  return ((low.sum / (low.count || 1) - high.sum / (high.count || 1)) * cell) / height;
}

/** Cells of the slices accepted by `keep`, and their mean height. */
function bulkOf(
  { size: [nx, ny, nz], origin, cell, inside }: Volume,
  keep: (z: number) => boolean,
): { count: number; height: number } {
  let [count, sum] = [0, 0];
  for (let k = 0; k < nz; k++) {
    if (!keep(origin[2] + k * cell)) continue;
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!inside[i + nx * (j + ny * k)]) continue;
        count++;
        sum += j;
      }
  }
  return { count, height: count > 0 ? origin[1] + (sum / count) * cell : 0 };
}
