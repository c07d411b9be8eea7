/** One solid from a front outline and, where there is one, a side outline of the same figure. */
import { type Field, leaf } from '../field/field.js';
import { clamp } from '../math/vec.js';
import { distanceTo, maxOf } from './inflate.js';
import type { Shots } from './interpret.js';
import { runsOf, type Silhouette } from './silhouette.js';

/** For each row: middle and half depth in metres, front is +. */
type Profile = { middle: Float32Array; half: Float32Array };

/**
 * The front's relief gives elliptic cross-sections; a side view sets each row's depth and middle and trims the solid to
 * its own outline, which is the visual hull without its box corners.
 */
export function hullField({ front, left, right }: Shots): Field {
  const { relief, silhouette } = front;
  const side = left ?? right;
  const sign = left ? -1 : 1;
  const thick = Math.sqrt(maxOf(relief));
  const profile = side ? profileOf(side.silhouette, silhouette, sign) : null;
  const scale = profile ? depthScale(relief.at, silhouette, profile) : null;
  const trim = side?.relief;
  const at = (x: number, y: number, z: number): number => {
    const row = clamp(y / silhouette.cell, 0, silhouette.rows - 1);
    const s = scale ? between(scale, row) : 1;
    const w = profile ? (z - between(profile.middle, row)) / s : z;
    const own = distanceTo(relief, x, y, w) * Math.min(1, s);
    return trim ? Math.max(own, distanceTo(trim, sign * z, y, 0)) : own;
  };
  const deep = profile
    ? Math.max(...profile.half) * 1.15 + Math.max(...profile.middle.map(Math.abs))
    : thick * 1.05;
  const { width, height, cell } = silhouette;
  return leaf({ min: [-width / 2 - cell, -cell, -deep], max: [width / 2 + cell, height + cell, deep] }, at);
}

function between(values: Float32Array, row: number): number {
  const i = Math.floor(row);
  const next = Math.min(i + 1, values.length - 1);
  return values[i]! + (values[next]! - values[i]!) * (row - i);
}

function profileOf(side: Silhouette, front: Silhouette, sign: 1 | -1): Profile {
  const [middle, half] = [new Float32Array(front.rows), new Float32Array(front.rows)];
  for (let row = 0; row < front.rows; row++) {
    const runs = runsOf(side, Math.min(side.rows - 1, Math.round((row / front.rows) * side.rows)));
    const [first, last] = [runs[0], runs.at(-1)];
    if (!first || !last) continue;
    half[row] = ((last.to + 1 - first.from) * side.cell) / 2;
    middle[row] = sign * ((first.from + last.to + 1) / 2 - side.columns / 2) * side.cell;
  }
  return { middle: smoothed(middle), half: smoothed(half) };
}

/** How much deeper a row is than its relief says. */
function depthScale(
  reliefAt: (u: number, v: number) => number,
  s: Silhouette,
  { half }: Profile,
): Float32Array {
  const scale = Float32Array.from({ length: s.rows }, (_, row) => {
    let most = 0;
    for (let i = 0; i < s.columns; i++)
      most = Math.max(most, reliefAt((i + 0.5 - s.columns / 2) * s.cell, (row + 0.5) * s.cell));
    return most > 0 ? clamp(half[row]! / Math.sqrt(most), 0.45, 2.6) : 1;
  });
  return smoothed(scale);
}

function smoothed(values: Float32Array): Float32Array {
  let out = values;
  for (let pass = 0; pass < 3; pass++) {
    const before = out;
    out = before.map((value, i) => ((before[i - 1] ?? value) + 2 * value + (before[i + 1] ?? value)) / 4);
  }
  return out;
}
