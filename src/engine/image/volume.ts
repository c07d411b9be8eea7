/**
 * A silhouette blown up into a solid. Half the thickness squared solves Poisson's equation inside the outline, which
 * gives a ball for a disc and an ellipse-like section for a limb; a side view then sets depth and place of each row.
 */
import type { Field } from '../field/field.js';
import { leaf } from '../field/field.js';
import { runsAt, type Silhouette, sample } from './silhouette.js';

const sweeps = 420;
const overRelaxation = 1.92;
/** Limbs come out 1.4 times as deep as wide from the equation; people are flatter. */
const flatness = 0.62;

/** Depth of a figure by height, as a side view shows it. Metres. */
export type Profile = (y: number) => { middle: number; half: number } | null;

export function inflate(front: Silhouette, profile: Profile | null): Field {
  const squared = solvePoisson(front);
  const bend = profile ? bendOf(front, squared, profile) : null;
  const { width, height, cell, x0, y0 } = front;
  const deepest = Math.sqrt(squared.reduce((most, value) => Math.max(most, value), 0));
  const reach = bend
    ? Math.max(...bend.map(({ middle, scale }) => Math.abs(middle) + deepest * scale))
    : deepest;
  const box = {
    min: [x0, y0, -reach - cell] as const,
    max: [x0 + (width - 1) * cell, y0 + (height - 1) * cell, reach + cell] as const,
  };
  return leaf(box, (x, y, zWorld) => {
    const row = bend?.[Math.min(height - 1, Math.max(0, Math.round((y - y0) / cell)))];
    const stretch = row?.scale ?? 1;
    const z = (zWorld - (row?.middle ?? 0)) / stretch;
    const f = sample(squared, front, x, y);
    const h = cell * 0.75;
    const gx = (sample(squared, front, x + h, y) - sample(squared, front, x - h, y)) / (2 * h);
    const gy = (sample(squared, front, x, y + h) - sample(squared, front, x, y - h)) / (2 * h);
    const slope = Math.sqrt(gx * gx + gy * gy + 4 * z * z) + 1e-6;
    const near = ((z * z - f) / slope) * Math.min(1, stretch);
    // Deep inside the slope vanishes; the surface is never farther than the thickness left.
    return near < 0 && f > 0 ? Math.max(near, (Math.abs(z) - Math.sqrt(f)) * Math.min(1, stretch)) : near;
  });
}

/** Successive over-relaxation; outside, the solution goes on downwards with the slope it has at the outline. */
function solvePoisson({ width, height, cell, inside, distance }: Silhouette): Float32Array {
  const f = new Float32Array(width * height);
  const source = 4 * flatness * flatness * cell * cell;
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let j = 1; j < height - 1; j++)
      for (let i = 1; i < width - 1; i++) {
        const o = i + j * width;
        if (!inside[o]) continue;
        const target = (f[o - 1]! + f[o + 1]! + f[o - width]! + f[o + width]! + source) / 4;
        f[o]! += overRelaxation * (target - f[o]!);
      }
  const slope = outlineSlope(f, distance, cell);
  for (let o = 0; o < f.length; o++) if (!inside[o]) f[o] = -Math.max(distance[o]!, cell * 0.25) * slope;
  return f;
}

function outlineSlope(f: Float32Array, distance: Float32Array, cell: number): number {
  let [sum, count] = [0, 0];
  for (let o = 0; o < f.length; o++) {
    const depth = -distance[o]!;
    if (depth <= 0 || depth > 1.6 * cell) continue;
    sum += f[o]! / depth;
    count += 1;
  }
  return count > 0 ? Math.max(sum / count, cell) : cell;
}

/** For each row how much deeper, and how far forward, the side view wants it; smoothed over a hand's breadth. */
function bendOf(
  front: Silhouette,
  squared: Float32Array,
  profile: Profile,
): { middle: number; scale: number }[] {
  const { width, height, cell, y0 } = front;
  const rough = Array.from({ length: height }, (_, j) => {
    let deepest = 0;
    for (let i = 0; i < width; i++) deepest = Math.max(deepest, squared[i + j * width]!);
    const seen = profile(y0 + j * cell);
    if (!seen || deepest <= 0) return null;
    return { middle: seen.middle, scale: Math.min(2.5, Math.max(0.35, seen.half / Math.sqrt(deepest))) };
  });
  const window = Math.round(0.025 * height);
  return rough.map((_, j) => {
    const nearby = rough.slice(Math.max(0, j - window), j + window + 1).filter((row) => row !== null);
    if (nearby.length === 0) return { middle: 0, scale: 1 };
    const mean = (of: (row: { middle: number; scale: number }) => number) =>
      nearby.reduce((sum, row) => sum + of(row), 0) / nearby.length;
    return { middle: mean((row) => row.middle), scale: mean((row) => row.scale) };
  });
}

/**
 * What a picture from one side says of depth. From its left the character looks to the left of the picture, from
 * its right to the right; `forward` turns both into +Z.
 */
export function profileOf(side: Silhouette, forward: 1 | -1): Profile {
  return (y) => {
    const runs = runsAt(side, y);
    const [first, last] = [runs[0], runs.at(-1)];
    if (!first || !last) return null;
    return { middle: (forward * (first.from + last.to)) / 2, half: (last.to - first.from) / 2 };
  };
}
