/** Skeletons for insects and spiders: three or four mirrored pairs of limbs on the ground. */
import { add, distance, lerp, type Vec3 } from '../../geometry/vec.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { legRows } from '../legs.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton.js';
import type { Bounds, Slice } from './bulk.js';
import type { CurveSkeleton } from './curve.js';
import { type LimbCurve, limbOf, openingOf, pointAlong } from './limb.js';

export type Pair = { left: Vec3; right: Vec3 };

/** Tips on the ground in mirrored pairs from the front; `skew` is their deviation from mirror symmetry. */
export function standingPairs(curve: CurveSkeleton, { low, high, span }: Bounds): Pair[] {
  const middle = curve.root[0];
  const ground = low[1] + 0.16 * span[1];
  const size = Math.max(...span);
  const feet = curve.branches.flatMap(({ points, length }) => {
    const [tip] = points;
    // An arm may lie on the ground with its end curled up.
    const lowest = Math.min(...points.slice(0, Math.ceil(points.length / 2)).map(([, y]) => y));
    const rises = points.some(([, y]) => y > lowest + 0.1 * (high[1] - low[1]));
    return lowest < ground &&
      tip![1] < ground + 0.12 * span[1] &&
      length > 0.05 * size &&
      (rises || length > 0.16 * size)
      ? [tip!]
      : [];
  });
  const [lefts, rights] = [feet.filter(([x]) => x > middle), feet.filter(([x]) => x <= middle)];
  const options = lefts
    .flatMap((left) =>
      rights.map((right) => ({
        left,
        right,
        skew: distance(right, [2 * middle - left[0], left[1], left[2]]),
      })),
    )
    .filter(({ left, right, skew }) => skew < 0.14 * size && left[0] - right[0] > 0.05 * size)
    .sort((a, b) => a.skew - b.skew);
  const pairs: typeof options = [];
  for (const option of options)
    if (!pairs.some(({ left, right }) => left === option.left || right === option.right)) pairs.push(option);
  return pairs.sort((a, b) => b.left[2] + b.right[2] - a.left[2] - a.right[2]);
}

/** Legs surround the body; the bulk beside the centre of their roots marks the back. */
export function fitManyLegs(
  volume: Volume,
  curve: CurveSkeleton,
  slices: readonly Slice[],
  pairs: readonly Pair[],
): { skeleton: Skeleton; facing: number } {
  const kind = pairs.length > 3 ? 'octopod' : 'hexapod';
  const rows = legRows[kind];
  const legs = pairs
    .slice(0, rows.length)
    .map(
      ({ left, right }) =>
        [left, right].map((tip) => legOf(volume, limbOf(curve.trace(tip)))) as [Vec3[], Vec3[]],
    );
  const roots = legs.flat().map(([root]) => root!);
  const middle = roots.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec3).map((v) => v / roots.length);
  const thorax: Vec3 = [curve.root[0], middle[1]!, middle[2]!];
  const near = slices
    .map((slice) => ({ slice, mass: coreOf(volume, slice, thorax) }))
    .filter(({ mass }) => mass > 0);
  const bulk =
    near.reduce((sum, { slice, mass }) => sum + slice.z * mass, 0) /
    near.reduce((sum, { mass }) => sum + mass, 0);
  const reach = Math.max(...roots.map(([x]) => Math.abs(x - thorax[0])));
  const facing = bulk > thorax[2] + 0.25 * reach ? -1 : 1;
  const at = (z: number): Vec3 => [
    thorax[0],
    heightAt(
      near.map(({ slice }) => slice),
      z,
      thorax,
    ),
    z,
  ];
  const [back, front] = [near[0]!.slice.z, near.at(-1)!.slice.z];
  const [firstRoot, lastRoot] = [
    Math.max(...roots.map(([, , z]) => z)),
    Math.min(...roots.map(([, , z]) => z)),
  ];
  const headFrom = Math.min(lerpNumber(firstRoot, front, 0.25), front);
  const rearFrom = Math.max(lerpNumber(lastRoot, back, 0.2), back);
  const rear = kind === 'hexapod' ? ['abdomen1', 'abdomen2'] : ['abdomen'];
  const joints: Joint[] = [
    { name: 'thorax', parent: null, position: thorax, tail: at(headFrom) },
    ...chain(['head'], 'thorax', [at(headFrom), at(front)]),
    ...chain(rear, 'thorax', [at(rearFrom), at(lerpNumber(rearFrom, back, 0.5)), at(back)]),
    ...legs.flatMap((pair, r) =>
      pair.flatMap((points, s) =>
        chain(
          ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => sides[s]!.name + rows[r]! + part),
          'thorax',
          points,
        ),
      ),
    ),
  ];
  return { skeleton: { kind, joints }, facing };
}

const lerpNumber = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Cells of a slice around the centre line. */
function coreOf({ size: [nx, ny], origin, cell, inside }: Volume, { z }: Slice, [x0]: Vec3): number {
  const k = Math.round((z - origin[2]) / cell);
  const i = Math.round((x0 - origin[0]) / cell);
  const reach = Math.max(2, Math.round(0.02 / cell));
  let count = 0;
  for (let j = 0; j < ny; j++)
    for (let di = -reach; di <= reach; di++) count += inside[i + di + nx * (j + ny * k)] ?? 0;
  return count;
}

function heightAt(slices: readonly Slice[], z: number, thorax: Vec3): number {
  const nearest = slices.reduce((best, slice) =>
    Math.abs(slice.z - z) < Math.abs(best.z - z) ? slice : best,
  );
  return Math.max(nearest.y, thorax[1] * 0.6);
}

/** The leg's start at the body, its highest point, the ankle and the tip. */
function legOf(volume: Volume, limb: LimbCurve): Vec3[] {
  const top = Math.min(openingOf(volume, limb, 1.7, 0.15, 0.5), limb.length * 0.88);
  const steps = Array.from({ length: 40 }, (_, i) => top * (0.25 + (0.55 * i) / 39));
  const highest = steps.reduce((best, s) => (pointAlong(limb, s)[1] > pointAlong(limb, best)[1] ? s : best));
  const [root, knee] = [pointAlong(limb, top), pointAlong(limb, highest)];
  const arched = knee[1] > root[1] + 0.04 * limb.length && highest > top * 0.3 && highest < top * 0.78;
  const bend = arched ? highest : top * 0.56;
  return [
    root,
    lerp(knee, pointAlong(limb, bend), arched ? 0 : 1),
    pointAlong(limb, bend * 0.2),
    limb.points[0]!,
  ];
}
