/**
 * A four-legged body from its side: the trunk as broad as the engine's own, legs and ears in pairs. A leg or ear that
 * the picture shows twice goes to the side where it belongs; one that it shows once is on both sides.
 */
import { type Field, leaf } from '../../geometry/field/field.js';
import { clamp, smoothstep, type Vec3 } from '../../geometry/vec.js';
import { piecesOf } from '../../segmentation/image/grid.js';
import { coreWithin, type Silhouette } from '../../segmentation/image/silhouette.js';
import type { SeenLeg } from '../../skeleton/outline/feet.js';
import { type Beast, nearSide } from '../../skeleton/outline/quadruped.js';
import { figureFormThresholds } from './calibration.js';
import { interpolated, softened } from './cells.js';
import { cutFrom } from './cut.js';
import { eachCell, emptyDepths, type Form, formOf, setDepth, standing, thickestOf } from './form.js';
import { inflate, type Relief } from './inflate.js';
import { bulkOf, partsOf } from './parts.js';
import { proportions } from './proportions.js';
import { wrapOf } from './wrapped.js';

const { bulk, sheet, fin, ears, merging, soles, stout } = figureFormThresholds;

type Part = 'head' | 'neck' | 'trunk' | 'leg' | 'tail';

const partOf = (joint: string): Part =>
  joint === 'head' || joint === 'neck'
    ? joint
    : /Leg$|Foot$|Toes$/.test(joint)
      ? 'leg'
      : joint.startsWith('tail')
        ? 'tail'
        : 'trunk';

/** A solid, and where each of its points appears in the picture's plane. */
export type BeastSolid = { field: Field; shown(x: number, y: number, z: number): readonly [number, number] };

export function beastSolid(relief: Relief, beast: Beast): BeastSolid {
  const s = relief.silhouette;
  const { facing, belly, stand, legs } = beast;
  const parts = partsOf(s, beast.skeleton, partOf, ([, y, z]: Vec3) => [z * facing, y]);
  const hipped = withHips(s, parts, belly);
  const head = bulkOf(s, parts, 'head');
  const skull = coreWithin(s, head.radius * bulk);
  const pricked = earsOf(s, parts, skull, head);
  const near = nearSide(facing);
  const [onNear, onFar] = (['near', 'far'] as const).map((side) => {
    const other = side === 'near' ? 'far' : 'near';
    const removed = new Uint8Array(s.inside.length);
    for (const pair of [legs.front, legs.back]) if (pair.near !== pair.far) mark(removed, s, pair[other]);
    if (pricked.length === 2) {
      const ahead = (ear: Int32Array) => (ear[0]! % s.columns) * facing;
      const [back, fore] = [...pricked].sort((a, b) => ahead(a) - ahead(b));
      for (const n of side === 'near' ? fore! : back!) removed[n] = 1;
    }
    const own = removed.includes(1) ? inflate(cutFrom(s, removed)) : relief;
    const lift = liftOf(s, legs.front[side], legs.back[side]);
    const form = depthOf(own, hipped, skull, head.radius);
    return { form, lift, distance: standing(form, soles * s.height) };
  }) as [Flank, Flank];
  const apart = earsApart(s, pricked, head.radius);
  const flank = (x: number) => (x * near >= 0 ? onNear : onFar);
  const raised = (lift: Flank['lift'], u: number, y: number) =>
    y >= belly ? y : y + lift(u) * (1 - Math.max(0, y) / belly);
  const { width, height, cell } = s;
  const thick = Math.max(onNear.form.reach, onFar.form.reach) + head.radius * ears.apart;
  const box = {
    min: [-thick - stand, -cell, -width / 2 - cell],
    max: [thick + stand, height + cell, width / 2 + cell],
  } as const;
  const across = (x: number, u: number, y: number): number =>
    Math.abs(x) - stand * (1 - smoothstep(belly * 0.75, belly * 1.25, y)) - apart(u, y);
  const at = (x: number, y: number, z: number): number => {
    const { distance, lift } = flank(x);
    const u = z * facing;
    return distance(u, raised(lift, u, y), across(x, u, y), lift(u));
  };
  const wrap = wrapOf(s, onNear.form.surface);
  const shown: BeastSolid['shown'] = (x, y, z) => {
    const u = z * facing;
    return wrap(u, raised(flank(x).lift, u, y), across(x, u, y));
  };
  return { field: leaf(box, at), shown };
}

type Flank = { form: Form; lift(u: number): number; distance: ReturnType<typeof standing> };

/** Legs begin below the trunk, although their bones begin inside it. */
const withHips = (s: Silhouette, parts: readonly Part[], belly: number): Part[] =>
  parts.map((part, n) => (part === 'leg' && Math.floor(n / s.columns) * s.cell > belly ? 'trunk' : part));

/** Half breadths: the trunk's and head's by class, legs and tails round, ears and manes thin. */
function depthOf(relief: Relief, parts: readonly Part[], skull: Uint8Array, head: number): Form {
  const s = relief.silhouette;
  const trunk = bulkOf(s, parts, 'trunk').radius;
  const core = coreWithin(s, trunk * bulk);
  const breadth = proportions().side.quadruped;
  const within = (radius: number, counts: (n: number) => boolean) =>
    Math.min(breadth, (stout * radius) / thickestOf(relief, counts));
  const trunkScale = within(trunk, (n) => parts[n] === 'trunk' && core[n] === 1);
  const headScale = within(head, (n) => parts[n] === 'head' && skull[n] === 1);
  const depths = emptyDepths(s.inside.length);
  eachCell(relief, (n, _u, _v, half) => {
    const thin = (limit: number) => Math.min(1, limit / half);
    const part = parts[n]!;
    const scale =
      part === 'trunk'
        ? core[n]
          ? trunkScale
          : thin(fin * trunk)
        : part === 'head'
          ? skull[n]
            ? headScale
            : thin(sheet * head)
          : part === 'neck'
            ? Math.min(breadth, (stout * (trunk + head)) / 2 / half)
            : thin(bulk * trunk);
    setDepth(depths, n, scale);
  });
  return formOf(relief, depths, (merging * trunk) / s.cell);
}

function mark(removed: Uint8Array, { columns }: Silhouette, { runs }: SeenLeg): void {
  for (const [row, run] of runs.entries())
    for (let i = run?.from ?? 0; run && i <= run.to; i++) removed[row * columns + i] = 1;
}

/** How far each foot is above the picture's lowest row, in metres, along the body. */
function liftOf(s: Silhouette, front: SeenLeg, back: SeenLeg): Flank['lift'] {
  const place = ({ column, foot }: SeenLeg) =>
    [(column - s.columns / 2) * s.cell, Math.max(0, foot) * s.cell] as const;
  const [[a, from], [b, to]] = [place(front), place(back)];
  return (u) => from + (to - from) * clamp((u - a) / (b - a || 1), 0, 1);
}

/** Pieces that stick out of the upper side of a skull, at most two. */
function earsOf(
  s: Silhouette,
  parts: readonly Part[],
  skull: Uint8Array,
  { middle, radius }: ReturnType<typeof bulkOf>,
): Int32Array[] {
  const lowest = Math.floor(middle / s.columns) + (radius * ears.above) / s.cell;
  const inside = s.inside.map((value, n) =>
    value && parts[n] === 'head' && !skull[n] && Math.floor(n / s.columns) > lowest ? 1 : 0,
  );
  const [least, most] = [ears.least, ears.most].map((areas) => (radius / s.cell) ** 2 * areas);
  return piecesOf({ width: s.columns, height: s.rows, inside })
    .filter(({ length }) => length > least! && length < most!)
    .slice(0, 2);
}

/** How far ears are from the middle plane: not at their roots, most at their tips. */
function earsApart(
  s: Silhouette,
  pricked: readonly Int32Array[],
  radius: number,
): (u: number, v: number) => number {
  const apart = new Float32Array(s.inside.length);
  for (const ear of pricked) for (const n of ear) apart[n] = radius * ears.apart;
  return interpolated(softened(apart, s.columns, 4), s);
}
