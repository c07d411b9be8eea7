/**
 * Fits a two-legged skeleton to a front silhouette: extremities are the farthest points inside the outline, depth
 * gives the axis and the neck, and arms and legs follow their own centre lines.
 */
import { clamp, lerp, type Vec3 } from '../../geometry/vec.js';
import { metresOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import { chain, type Side, type Skeleton, sides } from '../skeleton.js';
import { outlineArmJoints, type Point, type Trunk } from './arms.js';
import { type Axis, axisFrom } from './axis.js';
import { bipedThresholds } from './calibration.js';
import { type ArmChoice, bestArm, chooseArms } from './choice.js';
import { alongMiddles, waysFrom } from './geodesic.js';
import { hipsRow } from './hips.js';
import { type Footing, outlineLegJoints } from './leg-joints.js';
import { type OutlineLegs, outlineLegsOf } from './legs.js';
import { headless, outlineLimbsOf } from './limbs.js';
import { type OutlineTip, outlineTipsOf } from './tips.js';

const { leastRise, usualCrotch } = bipedThresholds;

/** The skeleton, the trunk its arms attach to, and the sides without a visible arm. */
export type BipedFit = { skeleton: Skeleton; trunk: Trunk; hidden: readonly Side[] };

export const fitOutlineBiped = (s: Silhouette): Skeleton => layBiped(s).skeleton;

export function layBiped(s: Silhouette): BipedFit {
  const root = rootOf(s);
  const tips = outlineTipsOf(s, waysFrom(s, root).far, s.rows * leastRise);
  const ways = waysFrom(s, root, alongMiddles(s));
  const legs = outlineLegsOf(s, ways, tips);
  const crotch = legs?.crotch ?? s.rows * usualCrotch;
  const axis = axisFrom(s, legs?.column ?? (root % s.columns) + 0.5, crotch);
  const feet = new Set(legs?.paths.map((path) => path.at(-1)!));
  const first = chooseArms(axis, outlineLimbsOf(s, axis, ways, tips, feet), s.rows);
  const choice = first.left && first.right ? first : withRaised(s, axis, first, tips, feet);
  const neck = rowAt(s, axis, choice.neck);
  const hips = hipsRow(s, axis, choice, crotch, legs && thicknessOf(s, legs));
  const start = Math.max(
    0,
    axis.cells.findIndex((cell) => Math.floor(cell / s.columns) >= hips),
  );
  const half = trunkHalf(axis, start, choice.neck);
  const at = (share: number) => smoothAt(s, axis, start + (choice.neck - start) * share);
  const place = ([column, row]: Point): Vec3 => [...metresOf(s, column, row), 0];
  const top = place([smoothAt(s, axis, (choice.neck + axis.cells.length) / 2)[0], s.rows]);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    ...[0.12, 0.34, 0.62, 0.97].map((share) => place(at(share))),
    lerp(place(at(1)), top, 0.12),
    top,
  ]);
  const trunk: Trunk = { axis: at(0.9)[0], hips, neck, half };
  const footing: Footing = { axis: at(0)[0], hips, crotch, half };
  const arms = sides.flatMap((side) => {
    const [own, other] = side.x > 0 ? [choice.left, choice.right] : [choice.right, choice.left];
    return outlineArmJoints(s, trunk, side, own, other);
  });
  const joints = sides.flatMap((side) =>
    outlineLegJoints(s, footing, side, legs?.paths[side.x > 0 ? 1 : 0] ?? null),
  );
  const hidden = sides.filter((side) => (side.x > 0 ? choice.left : choice.right) === null);
  return { skeleton: { kind: 'biped', joints: [...spine, ...arms, ...joints] }, trunk, hidden };
}

/** Follows arms that touch the head down past it. */
function withRaised(
  s: Silhouette,
  axis: Axis,
  choice: ArmChoice,
  tips: readonly OutlineTip[],
  feet: ReadonlySet<number>,
): ArmChoice {
  const { neck } = choice;
  const body = headless(s, axis, Math.round(neck + axis.cells.length * 0.06));
  const ways = waysFrom(body, axis.cells[Math.floor(neck * 0.7)]!, alongMiddles(s));
  const limbs = outlineLimbsOf(s, axis, ways, tips, feet);
  const armOn = (side: 1 | -1) => bestArm(limbs, side, neck, s.rows).limb;
  return { ...choice, left: choice.left ?? armOn(1), right: choice.right ?? armOn(-1) };
}

/** The deepest cell near the centre. */
function rootOf(s: Silhouette): number {
  const columns = Array.from(s.inside.keys())
    .filter((cell) => s.inside[cell])
    .map((cell) => cell % s.columns)
    .sort((a, b) => a - b);
  const middle = columns[Math.floor(columns.length / 2)] ?? 0;
  let [root, most] = [0, -1];
  for (let cell = Math.floor(s.rows * 0.2) * s.columns; cell < s.inside.length; cell++) {
    const off = ((cell % s.columns) - middle) / (s.rows * 0.2);
    const score = s.depth[cell]! * Math.exp(-off * off);
    if (score > most) [root, most] = [cell, score];
  }
  return root;
}

const rowAt = (s: Silhouette, { cells }: Axis, i: number): number =>
  Math.floor(cells[Math.min(cells.length - 1, i)]! / s.columns) + 0.5;

/** Median breadth of the visible part of a leg below the crotch, in cells. */
function thicknessOf(s: Silhouette, { paths, crotch }: OutlineLegs): number {
  const depths = paths
    .flatMap((path) => path.filter((cell) => cell / s.columns < crotch && cell / s.columns > crotch * 0.3))
    .map((cell) => s.depth[cell]! / s.cell)
    .sort((a, b) => a - b);
  return Math.max(1, 2 * (depths[depths.length >> 1] ?? 1));
}

/** The smoothed axis around an index. */
function smoothAt(s: Silhouette, { cells }: Axis, i: number): Point {
  const reach = 6;
  const near = cells.slice(Math.max(0, Math.round(i) - reach), Math.round(i) + reach + 1);
  const mean = near.reduce((sum, cell) => sum + (cell % s.columns) + 0.5, 0) / near.length;
  return [mean, rowAt(s, { cells, depth: [] }, clamp(Math.round(i), 0, cells.length - 1))];
}

/** Median depth between hips and neck, in cells. */
function trunkHalf({ depth }: Axis, hips: number, neck: number): number {
  const sorted = depth.slice(hips, Math.max(hips + 1, neck)).sort((a, b) => a - b);
  return Math.max(2, sorted[Math.floor(sorted.length * 0.5)] ?? 2);
}
