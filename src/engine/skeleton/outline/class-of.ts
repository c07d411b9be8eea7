/**
 * Guesses the class of body from an outline by its extremities, length and symmetry; a person is the safe default.
 */

import { areaOf } from '../../segmentation/image/grid.js';
import {
  middleOf,
  type PixelRun,
  runsOf,
  type Silhouette,
  widthOf,
} from '../../segmentation/image/silhouette.js';
import type { SkeletonKind } from '../../types.js';
import { classOfThresholds } from './calibration.js';
import { type Extremities, extremitiesOf } from './extremities.js';
import { hasLegsUnder, postureOf, restsOnBelly } from './posture.js';
import { looksFourLegged, standsOnFour } from './quadruped.js';

const {
  shortest,
  slender,
  winding,
  sole,
  thickest,
  shortestLeg,
  twins,
  lengthy,
  thin,
  drawnOut,
  thickestLegs,
} = classOfThresholds;

export function classOf(s: Silhouette): SkeletonKind {
  const size = Math.max(s.width, s.height);
  const sight = extremitiesOf(s, size * shortest);
  if (isTube(s)) return 'serpentine';
  const legs = legsAround(s, sight);
  if (legs >= 3) return legs === 3 ? 'hexapod' : 'octopod';
  const { stretched, bowed } = postureOf(s, evenness(s));
  if (stretched && hasLegsUnder(s, sight.radius)) return 'quadruped';
  if (stretched && looksLikeFish(s, sight)) return 'aquatic';
  if (looksLikeBird(s, sight, bowed ? thickestLegs.bowed : thickestLegs.upright)) return 'avian';
  if (stretched && restsOnBelly(s, sight.radius) && !standsOnThin(s, sight))
    return s.width > drawnOut * s.height ? 'serpentine' : 'aquatic';
  return looksFourLegged(s) || standsLong(s) || standsOnFour(s) ? 'quadruped' : 'biped';
}

/** Long for its breadth from end to end, without other extremities. */
function isTube(s: Silhouette): boolean {
  const ends = extremitiesOf(s, Math.max(s.width, s.height) * 0.045);
  const [first, second, third] = ends.limbs;
  if (!first) return false;
  const length = first.length + (second?.length ?? 0) + ends.radius * 2;
  const area = areaOf(s) * s.cell * s.cell;
  const breadth = area / length;
  const stray = third?.length ?? 0;
  const straight = length < winding * Math.hypot(s.width, s.height);
  if (straight && (standsOnSole(s, breadth) || legsApart(s))) return false;
  return length > slender * breadth && stray < length * 0.05 && ends.radius < breadth * thickest;
}

/** Taller than broad on something flat: a person seen from the side. */
const standsOnSole = (s: Silhouette, breadth: number): boolean =>
  s.height > s.width &&
  Math.max(...[0, 1].flatMap((row) => runsOf(s, row).map(widthOf))) * s.cell > sole * breadth;

/** Number of symmetry axes tried over half a turn. */
const axes = 12;

/** Counts pairs of thin limbs on both sides of the body, about its best axis of symmetry. */
function legsAround(s: Silhouette, { radius, limbs }: Extremities): number {
  const size = Math.max(s.width, s.height);
  const legs = limbs.filter(
    ({ length, thickness }) =>
      length > shortestLeg * size && length > lengthy * thickness && thickness < radius * thin,
  );
  if (legs.length < 6) return 0;
  const middle = middleCell(s);
  const pairsAlong = (angle: number): number => {
    const placed = legs.map(({ tip }) => turnedBack(s, tip, middle, angle));
    const reach = Math.min(radius * 1.25, Math.max(...placed.map(([u]) => Math.abs(u))) * 0.8);
    const outer = placed.filter(([u]) => Math.abs(u) > reach);
    const right = outer.filter(([u]) => u > 0);
    const pairs = outer.flatMap(([u, v]) => {
      const twin = u < 0 ? right.findIndex(([x, y]) => Math.hypot(u + x, v - y) < twins * size) : -1;
      return twin < 0 ? [] : [(v + right.splice(twin, 1)[0]![1]) / 2];
    });
    const over = Math.max(...pairs) - Math.min(...pairs) > 0.25 * size;
    return pairs.length >= 3 && over && evennessAbout(s, middle, angle) >= 0.62
      ? Math.min(pairs.length, 4)
      : 0;
  };
  return Math.max(...Array.from({ length: axes }, (_, i) => pairsAlong((i * Math.PI) / axes)));
}

/** Column and row of the centroid. */
function middleCell({ columns, inside }: Silhouette): readonly [number, number] {
  let [count, x, y] = [0, 0, 0];
  inside.forEach((one, n) => {
    count += one;
    x += one * (n % columns);
    y += one * Math.floor(n / columns);
  });
  return [x / count, y / count];
}

/** Metres of a cell across and along an axis through the centroid, tilted by `angle` radians. */
function turnedBack(
  { columns, cell }: Silhouette,
  n: number,
  [mx, my]: readonly [number, number],
  angle: number,
): [number, number] {
  const [x, y] = [((n % columns) - mx) * cell, (Math.floor(n / columns) - my) * cell];
  return [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
}

/** Fraction of an outline that its mirror image across such an axis covers. */
function evennessAbout(s: Silhouette, [mx, my]: readonly [number, number], angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [both, all] = [0, 0];
  s.inside.forEach((one, n) => {
    if (!one) return;
    const [x, y] = [n % s.columns, Math.floor(n / s.columns)];
    const off = 2 * ((x - mx) * cos + (y - my) * sin);
    const [i, j] = [Math.round(x - off * cos), Math.round(y - off * sin)];
    all++;
    if (i >= 0 && j >= 0 && i < s.columns && j < s.rows) both += s.inside[j * s.columns + i]!;
  });
  return both / all;
}

/** Overlap of an outline with its mirror image, 0 to 1. */
export function evenness({ columns, inside }: Silhouette): number {
  let [both, either] = [0, 0];
  for (let n = 0; n < inside.length; n++) {
    const i = n % columns;
    const [here, there] = [inside[n]!, inside[n - i + columns - 1 - i]!];
    both += here & there;
    either += here | there;
  }
  return both / either;
}

/** Number of inside rows per column. */
export const columnHeights = (s: Silhouette): number[] =>
  Array.from({ length: s.columns }, (_, i) => {
    let count = 0;
    for (let j = 0; j < s.rows; j++) count += s.inside[j * s.columns + i]!;
    return count;
  });

/** Long, without legs, and narrowed before one end but not before the other. */
function looksLikeFish(s: Silhouette, { limbs, radius }: Extremities): boolean {
  if (s.width < 1.15 * s.height || legsApart(s)) return false;
  const heights = columnHeights(s);
  const n = heights.length;
  const least = (from: number, to: number) =>
    heights.slice(Math.floor(n * from), Math.ceil(n * to)).reduce((a, b) => Math.min(a, b));
  const most = Math.max(...heights);
  const [left, right] = [least(0.08, 0.35), least(0.65, 0.92)];
  const stands = limbs.some(
    ({ tip, thickness, length }) =>
      Math.floor(tip / s.columns) < s.rows * 0.1 && thickness < radius * 0.45 && length > 0.18 * s.height,
  );
  return (
    Math.min(left, right) < 0.42 * most && Math.min(left, right) < 0.75 * Math.max(left, right) && !stands
  );
}

/** Columns of two ground contacts on either side of a gap; null when there are none. */
function legsApart(s: Silhouette): readonly [number, number] | null {
  const runs = runsOf(s, Math.round(s.rows * 0.05));
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || first === last) return null;
  const [from, to] = [middleOf(first), middleOf(last)];
  if (to - from < s.columns * 0.25) return null;
  const lows = spansBetween(s, from, to).map(({ low }) => low);
  return lows.sort((a, b) => a - b)[lows.length >> 1]! > s.rows * 0.12 ? [from, to] : null;
}

/** Lowest and highest inside rows of the middle half of the columns in between. */
function spansBetween(s: Silhouette, from: number, to: number): { low: number; high: number }[] {
  const spans: { low: number; high: number }[] = [];
  for (let i = Math.ceil(from + (to - from) / 4); i <= to - (to - from) / 4; i++) {
    const rows = Array.from({ length: s.rows }, (_, j) => j).filter((j) => s.inside[j * s.columns + i]);
    spans.push({ low: rows[0] ?? 0, high: rows.at(-1) ?? 0 });
  }
  return spans;
}

/** Legs far apart without a head above them: an animal from its side. */
function standsLong(s: Silhouette): boolean {
  const legs = legsApart(s);
  if (!legs || s.width < s.height * 0.6 || evenness(s) > 0.75) return false;
  return Math.max(...spansBetween(s, ...legs).map(({ high }) => high)) < s.rows * 0.88;
}

/** Whether something thin reaches the ground: legs of insects, and of squatting birds. */
const standsOnThin = (s: Silhouette, { limbs, radius }: Extremities): boolean =>
  limbs.some(
    ({ tip, thickness }) => Math.floor(tip / s.columns) < s.rows * 0.15 && thickness < radius * thin,
  );

/** A bulky body on one or two thin legs close together, with no other long part than a neck and a tail. */
function looksLikeBird(s: Silhouette, { limbs, radius, middle }: Extremities, thickest: number): boolean {
  if (evenness(s) > 0.8 || radius < 0.08 * s.height || s.width < 0.4 * s.height) return false;
  const ground = runsOf(s, Math.round(s.rows * 0.02));
  const upon = [0.05, 0.09, 0.13].map((share) =>
    runsOf(s, Math.round(s.rows * share)).filter((run) =>
      ground.some((one) => one.from <= run.to + 2 && one.to >= run.from - 2),
    ),
  );
  const breadthOf = (runs: readonly PixelRun[]) => runs.reduce((sum, run) => sum + widthOf(run), 0) * s.cell;
  const legs = upon.reduce((a, b) => (b.length > 0 && breadthOf(b) < breadthOf(a) ? b : a));
  if (legs.length === 0 || legs.length > 2 || breadthOf(legs) > radius * thickest) return false;
  const apart = (middleOf(legs.at(-1)!) - middleOf(legs[0]!)) * s.cell;
  const arms = limbs.filter(({ tip, length, thickness }) => {
    const row = Math.floor(tip / s.columns);
    return (
      row > s.rows * 0.2 && (row < s.rows * 0.78 || thickness < radius * 0.33) && length > 2.5 * thickness
    );
  });
  const out = (tip: number) => (tip % s.columns) - (middle % s.columns);
  const embracing = arms.some(({ tip }) => out(tip) < 0) && arms.some(({ tip }) => out(tip) > 0);
  const feet = limbs.filter(
    ({ tip, thickness }) => tip < s.columns * s.rows * 0.15 && thickness < radius * 0.5,
  );
  const reach = feet.map(({ tip }) => (out(tip) * s.cell) / radius);
  const astride = reach.some((x) => x < -0.8) && reach.some((x) => x > 0.8);
  return apart < s.width * 0.4 && !embracing && !astride;
}
