/** Leg joints: along the leg's centre line, with ankles where the foot leaves the ground. */
import { add, clamp, type Vec3 } from '../../geometry/vec.js';
import { metresOf, middleOf, runsOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import { chain, type Joint, type Side } from '../skeleton.js';
import { measured, type Point } from './arms.js';
import { legJointsThresholds } from './calibration.js';

const { ankleHeight } = legJointsThresholds;

/** In cells: the measurements that legs need. */
export type Footing = { axis: number; hips: number; crotch: number; half: number };

/** @param path cells from inside the body to the tip of the foot, null when the legs are not separated */
export function outlineLegJoints(
  s: Silhouette,
  footing: Footing,
  side: Side,
  path: readonly number[] | null,
): Joint[] {
  const line = path ? lineOf(s, footing, side, path) : hidden(s, footing, side);
  const along = measured(line);
  const [hip, ankle] = [line[0]!, line.at(-1)!];
  const knee = kneeOf(along);
  const place = ([column, row]: Point, z = 0): Vec3 => [...metresOf(s, column, row), z];
  const foot = place(ankle);
  const ball = add(foot, [
    0,
    -Math.min(foot[1], s.height * ankleHeight) * 0.6,
    Math.max(0.03, s.height * 0.03),
  ]);
  const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part);
  return chain(names, 'hips', [
    place(hip),
    place(knee, along.length * s.cell * 0.02),
    foot,
    ball,
    add(ball, [0, 0, s.height * 0.025]),
  ]);
}

/** The line from the hip down to the ankle. */
function lineOf(
  s: Silhouette,
  { axis, hips, crotch, half }: Footing,
  side: Side,
  path: readonly number[],
): Point[] {
  const points = path.map((cell): Point => [(cell % s.columns) + 0.5, Math.floor(cell / s.columns) + 0.5]);
  const floor = Math.min(...points.map(([, row]) => row));
  const sole = soleUnder(s, points.at(-1)!, floor);
  const ankle = points.findLastIndex(([, row]) => row >= sole + s.rows * ankleHeight);
  const limb = slender(s, path.slice(0, ankle + 1));
  const below = points.slice(limb, ankle + 1).filter(([, row]) => row < crotch - s.rows * 0.02);
  const first = below[0] ?? points.at(-1)!;
  const lower = below[Math.min(below.length - 1, Math.ceil(below.length * 0.3))] ?? first;
  const lean = (first[0] - lower[0]) / Math.max(1, first[1] - lower[1]);
  const out = (first[0] + clamp(lean, -0.7, 0.7) * (hips - first[1]) - axis) * side.x;
  const hip: Point = [axis + side.x * clamp(out, half * 0.3, half * 0.85), hips + s.rows * 0.01];
  return [hip, ...(below.length > 1 ? below : [first])];
}

/** Index from which the path is no deeper than legs are; before it, the path is still in the trunk. */
function slender({ depth }: Silhouette, path: readonly number[]): number {
  const lower = path.slice(Math.floor(path.length / 2)).map((cell) => depth[cell]!);
  const usual = lower.sort((a, b) => a - b)[Math.floor(lower.length / 2)] ?? 0;
  return path.findLastIndex((cell, i) => i < path.length * 0.7 && depth[cell]! > usual * 1.5) + 1;
}

/** The lowest inside row below the end of a leg. */
function soleUnder(s: Silhouette, [column]: Point, floor: number): number {
  for (let row = 0; row < floor; row++) if (s.inside[row * s.columns + Math.floor(column)]) return row;
  return floor;
}

/** Places legs that are not separated side by side within the silhouette. */
function hidden(s: Silhouette, { axis, hips, half }: Footing, side: Side): Point[] {
  const row = Math.round(s.rows * ankleHeight);
  const runs = runsOf(s, row).filter(({ from, to }) => to > axis - half * 2 && from < axis + half * 2);
  const [from, to] = [runs[0]?.from ?? axis - half, runs.at(-1)?.to ?? axis + half];
  const middle = middleOf({ from, to });
  const apart = clamp((to - from) / 4, 1, half * 0.6);
  return [
    [axis + side.x * half * 0.5, hips],
    [middle + side.x * apart, row],
  ];
}

/** The sharpest bend near the middle, or the middle. */
function kneeOf({ at, length }: ReturnType<typeof measured>): Point {
  const [from, to] = [at(0), at(length)];
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  let [best, most] = [0.5, length * 0.1];
  for (let share = 0.36; share <= 0.66; share += 0.02) {
    const [column, row] = at(length * share);
    const off =
      Math.abs((column - from[0]) * (to[1] - from[1]) - (row - from[1]) * (to[0] - from[0])) / chord;
    if (off > most) [best, most] = [share, off];
  }
  return at(length * best);
}
