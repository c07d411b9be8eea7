/**
 * Skeletons for swimmers: a spindle that does not rest on legs, with joints along the centre line from the heavy end
 * to the end that narrows before a fin.
 */
import { add, clamp, type Vec3 } from '../../geometry/vec.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton.js';
import { type Bounds, boundsOf, type Slice } from './bulk.js';
import { aquaticThresholds } from './calibration.js';
import type { CurveSkeleton } from './curve.js';

const { onGround, narrow, upright } = aquaticThresholds;

/** Long for its height, low under its middle, and narrowed before one end but not before the other. */
export function looksAquatic(slices: readonly Slice[], { low, span }: Bounds): boolean {
  const long = span[2] > 1.1 * span[1] && span[2] > 1.05 * span[0];
  const under = bellyOf(slices) - low[1];
  const most = Math.max(...slices.map(({ count }) => count));
  const { tail, nose } = thinnest(slices);
  return long && under < 0.24 * span[1] && tail.count < 0.22 * most && tail.count < 0.5 * nose.count;
}

/** A belly on the ground: fins beside it do not carry the body. */
export const liesOnBelly = (slices: readonly Slice[], { low, span }: Bounds): boolean =>
  bellyOf(slices) - low[1] < onGround * span[1];

/** A stalk before an upright tail fin: no bird has one. */
export function hasTailFin(slices: readonly Slice[]): boolean {
  const { tail } = thinnest(slices);
  const at = slices.indexOf(tail);
  const heightOf = ({ low, high }: Slice) => high[1] - low[1];
  const behind = at < slices.length / 2 ? slices.slice(0, at) : slices.slice(at + 1);
  const fin = Math.max(...behind.map(heightOf), 0);
  return fin > upright.stalk * heightOf(tail) && fin > upright.body * Math.max(...slices.map(heightOf));
}

/** The lowest point of the middle part. */
function bellyOf(slices: readonly Slice[]): number {
  const middle = slices.slice(Math.floor(slices.length * 0.35), Math.ceil(slices.length * 0.65));
  return Math.min(...middle.map((slice) => slice.low[1]));
}

/** The thinnest slices between each end and the bulk: the start of the tail fin, and near the nose. */
function thinnest(slices: readonly Slice[]): { tail: Slice; nose: Slice } {
  const n = slices.length;
  const least = (from: number, to: number): Slice =>
    slices
      .slice(Math.floor(n * from), Math.ceil(n * to))
      .reduce((best, one) => (one.count < best.count ? one : best));
  const [back, front] = [least(0.07, 0.32), least(0.68, 0.93)];
  return back.count <= front.count ? { tail: back, nose: front } : { tail: front, nose: back };
}

/** @param isAhead whether it is known to face +Z; otherwise its thinner end is the tail */
export function fitAquatic(
  curve: CurveSkeleton,
  slices: readonly Slice[],
  isAhead = false,
): { skeleton: Skeleton; facing: number } {
  const bounds = boundsOf(slices);
  const middle = (bounds.low[2] + bounds.high[2]) / 2;
  const { tail: thinner, nose } = thinnest(slices);
  const tail = isAhead && thinner.z > middle ? nose : thinner;
  const facing = tail.z < middle ? 1 : -1;
  const ordered = facing > 0 ? [...slices].reverse() : slices;
  const x = curve.root[0];
  // Long tail fins would shift all fractions of the whole length.
  const stalk = clamp(ordered.indexOf(tail) / (ordered.length - 1) / narrow.at, narrow.least, narrow.most);
  /** A point on the centre line at fraction `s` from the nose to the end of the tail. */
  const at = (s: number): Vec3 => {
    const around = Math.min(ordered.length - 1, Math.round(s * stalk * (ordered.length - 1)));
    const near = ordered.slice(Math.max(0, around - 2), around + 3);
    return [x, near.reduce((sum, slice) => sum + slice.y, 0) / near.length, ordered[around]!.z];
  };
  const joints: Joint[] = [
    { name: 'spine', parent: null, position: at(0.46), tail: at(0.36) },
    ...chain(['chest', 'head'], 'spine', [at(0.36), at(0.24), at(0.01)]),
    ...chain(['tail1', 'tail2', 'tail3', 'tailFin'], 'spine', [
      at(0.54),
      at(0.65),
      at(0.76),
      at(0.86),
      at(0.93),
    ]),
    ...tailLobes(at(0.93), ordered.slice(Math.floor(ordered.length * 0.86))),
    ...pectorals(curve, bounds, at),
  ];
  return { skeleton: { kind: 'aquatic', joints }, facing };
}

/** Horizontal for whales, vertical for fish. */
function tailLobes(root: Vec3, tail: readonly Slice[]): Joint[] {
  const { low, high, span } = boundsOf(tail);
  const z = tail.at(-1)!.z;
  if (span[0] > span[1] * 1.3)
    return sides.flatMap((side) =>
      chain([`${side.name}TailFin`], 'tailFin', [
        add(root, [side.x * span[0] * 0.1, 0, 0]),
        [side.x > 0 ? high[0] : low[0], root[1], z],
      ]),
    );
  return [
    ...chain(['upperTailFin'], 'tailFin', [add(root, [0, span[1] * 0.1, 0]), [root[0], high[1], z]]),
    ...chain(['lowerTailFin'], 'tailFin', [add(root, [0, -span[1] * 0.1, 0]), [root[0], low[1], z]]),
  ];
}

/** The two tips farthest to the sides in the front half, if they stick out as a pair. */
function pectorals(curve: CurveSkeleton, { span }: Bounds, at: (s: number) => Vec3): Joint[] {
  const [front, back] = [at(0.15)[2], at(0.65)[2]];
  const tips = curve.branches
    .map(({ points }) => points[0]!)
    .filter(([, , z]) => (z - front) * (z - back) < 0);
  const pair = sides.map(
    (side) =>
      tips
        .filter(([x]) => (x - curve.root[0]) * side.x > 0.28 * span[0])
        .sort((a, b) => (b[0] - a[0]) * side.x)[0],
  );
  if (!pair[0] || !pair[1]) return [];
  return sides.flatMap((side, i) => {
    const tip = pair[i]!;
    const way = curve.trace(tip);
    const root =
      way.find(([x]) => Math.abs(x - curve.root[0]) < 0.4 * Math.abs(tip[0] - curve.root[0])) ?? way.at(-1)!;
    const elbow: Vec3 = [(root[0] + tip[0]) / 2, (root[1] + tip[1]) / 2, (root[2] + tip[2]) / 2];
    return chain([`${side.name}PectoralFin`, `${side.name}PectoralFinTip`], 'chest', [root, elbow, tip]);
  });
}
