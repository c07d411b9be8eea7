/** One solid from a front outline and, where there is one, a side outline of the same figure. */
import { type Field, leaf } from '../field/field.js';
import { clamp } from '../math/vec.js';
import { distanceTo, maxOf, type Relief } from './inflate.js';
import type { Shots } from './interpret.js';
import { middleOf, type Run, runsOf, type Silhouette, widthOf } from './silhouette.js';

/** For each row: middle and half depth in metres, front is +; `apart` is the middle of what lies before or behind, or NaN. */
type Profile = { middle: Float32Array; half: Float32Array; apart: Float32Array; apartHalf: Float32Array };
/** For each row: where the trunk and legs end to either side, in metres; `arms` are the rows with something beyond. */
type Core = { from: Float32Array; to: Float32Array; arms: number[] };
/** For each row: where cross-sections lie in depth, and how much deeper they are than their relief says. */
type Sections = { middle: Float32Array; scale: Float32Array };

/**
 * The front's relief gives elliptic cross-sections; a side view sets each row's depth and middle and trims the solid to
 * its own outline, which is the visual hull without its box corners. Arms that hang apart keep their own round sections,
 * and their hands the depth at which the side view shows them.
 */
export function hullField({ front, left, right }: Shots): Field {
  const { relief, silhouette } = front;
  const side = left ?? right;
  const sign = left ? -1 : 1;
  const thick = Math.sqrt(maxOf(relief));
  const profile = side ? profileOf(side.silhouette, silhouette, sign) : null;
  const core = coreOf(silhouette);
  const trunk = profile && { middle: profile.middle, scale: depthScale(relief.at, silhouette, profile) };
  const limbs = profile && trunk && limbsOf(profile, trunk, core, relief);
  const trim = side?.relief;
  const at = (x: number, y: number, z: number): number => {
    const row = clamp(y / silhouette.cell, 0, silhouette.rows - 1);
    const level = Math.floor(row);
    const sections = x < core.from[level]! || x > core.to[level]! ? limbs : trunk;
    const s = sections ? between(sections.scale, row) : 1;
    const w = sections ? (z - between(sections.middle, row)) / s : z;
    const own = distanceTo(relief, x, y, w) * Math.min(1, s);
    return trim ? Math.max(own, distanceTo(trim, sign * z, y, 0)) : own;
  };
  const deep = side ? side.silhouette.width / 2 + side.silhouette.cell * 2 : thick * 1.05;
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
  const apart = new Float32Array(front.rows).fill(Number.NaN);
  const apartHalf = new Float32Array(front.rows);
  const depthOf = (run: Run) => sign * (middleOf(run) - side.columns / 2) * side.cell;
  for (let row = 0; row < front.rows; row++) {
    const runs = runsOf(side, Math.min(side.rows - 1, Math.round((row / front.rows) * side.rows)));
    const [widest, second] = runs.sort((a, b) => widthOf(b) - widthOf(a));
    if (!widest) continue;
    half[row] = (widthOf(widest) * side.cell) / 2;
    middle[row] = depthOf(widest);
    if (!second) continue;
    apart[row] = depthOf(second);
    apartHalf[row] = (widthOf(second) * side.cell) / 2;
  }
  return { middle: smoothed(middle), half: smoothed(half), apart, apartHalf };
}

/** From the feet up: what goes on from the row below is trunk or leg, what begins higher is an arm until it joins. */
function coreOf(s: Silhouette): Core {
  const [from, to] = [new Float32Array(s.rows), new Float32Array(s.rows)];
  const arms: number[] = [];
  let [left, right] = [0, s.columns];
  for (let row = 0; row < s.rows; row++) {
    const runs = runsOf(s, row);
    const own = runs.filter((run) => run.to + 1 >= left && run.from <= right);
    if (own.length < runs.length) arms.push(row);
    left = own[0]?.from ?? left;
    right = (own.at(-1)?.to ?? right - 1) + 1;
    from[row] = (left - 1 - s.columns / 2) * s.cell;
    to[row] = (right + 1 - s.columns / 2) * s.cell;
  }
  return { from, to, arms };
}

/** Below the shoulder round; from the elbow, half-way down, they go to where the side view first shows them apart. */
function limbsOf(
  { apart, apartHalf }: Profile,
  trunk: Sections,
  { arms, from, to }: Core,
  { at, silhouette: s }: Relief,
): Sections {
  const shoulder = arms.at(-1) ?? -1;
  const seen = arms.filter((row) => !Number.isNaN(apart[row]!));
  const hand = seen.at(-1) ?? -1;
  const [middle, scale] = [trunk.middle.slice(), trunk.scale.slice()];
  for (let row = 0; row <= shoulder; row++) {
    scale[row] = 1;
    if (apartHalf[row]) {
      const beyond = (x: number) => x < from[row]! || x > to[row]!;
      const most = thickest(s, row, (x, y) => (beyond(x) ? at(x, y) : 0));
      if (most > 0) scale[row] = clamp(apartHalf[row]! / Math.sqrt(most), 0.7, 4);
    }
    if (hand < 0) continue;
    const up = clamp((2 * (row - hand)) / Math.max(1, shoulder - hand), 0, 1);
    const low = Number.isNaN(apart[row]!) || row > hand ? apart[hand]! : apart[row]!;
    middle[row] = low + (trunk.middle[shoulder]! - low) * up;
  }
  return { middle: smoothed(middle), scale: smoothed(scale) };
}

/** How much deeper a row is than its relief says. */
function depthScale(
  reliefAt: (u: number, v: number) => number,
  s: Silhouette,
  { half }: Profile,
): Float32Array {
  const scale = Float32Array.from({ length: s.rows }, (_, row) => {
    const most = thickest(s, row, reliefAt);
    return most > 0 ? clamp(half[row]! / Math.sqrt(most), 0.45, 2.6) : 1;
  });
  return smoothed(scale);
}

/** The greatest relief of a row. */
function thickest(s: Silhouette, row: number, reliefAt: (u: number, v: number) => number): number {
  let most = 0;
  for (let i = 0; i < s.columns; i++)
    most = Math.max(most, reliefAt((i + 0.5 - s.columns / 2) * s.cell, (row + 0.5) * s.cell));
  return most;
}

function smoothed(values: Float32Array): Float32Array {
  let out = values;
  for (let pass = 0; pass < 3; pass++) {
    const before = out;
    out = before.map((value, i) => ((before[i - 1] ?? value) + 2 * value + (before[i + 1] ?? value)) / 4);
  }
  return out;
}
