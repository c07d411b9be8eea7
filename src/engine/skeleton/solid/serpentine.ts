/**
 * Skeletons for a body that is one long tube: joints spaced evenly along its centre line, with the thicker end as the
 * head.
 */
import { add, distance, type Vec3 } from '../../geometry/vec.js';
import { depthAt, type Volume } from '../../geometry/volume/volume.js';
import { spineNames, spineRoot } from '../serpentine.js';
import { chain, type Skeleton } from '../skeleton.js';
import { serpentineThresholds } from './calibration.js';
import type { CurveSkeleton } from './curve.js';
import { type LimbCurve, limbOf, pointAlong } from './limb.js';

const { slender, verySlender, stray, tongue } = serpentineThresholds;

/**
 * The path from one end of the solid to the other; `slender` returns it only if nothing else sticks out and the tube
 * is long for its thickness.
 */
export function tubeOf(volume: Volume, curve: CurveSkeleton, shape: 'slender' | 'any'): LimbCurve | null {
  const [first] = curve.branches;
  if (!first) return null;
  const tip = first.points[0]!;
  const others = curve.branches.slice(1);
  const way = curve.trace(tip);
  const far = others
    .map((branch) => ({ branch, way: curve.trace(branch.points[0]!) }))
    .map(({ branch, way: other }) => ({ branch, joined: limbOf(joinWays(way, other)) }))
    .sort((a, b) => b.joined.length - a.joined.length)[0];
  if (!far) return null;
  const { joined } = far;
  if (shape === 'any') return joined;
  const thick = meanDepth(volume, joined);
  const strays = others.filter((branch) => branch !== far.branch);
  const [longest = 0, next = 0] = strays.map(({ length }) => length / joined.length).sort((a, b) => b - a);
  const most = joined.length > verySlender * thick ? stray.lone : stray.most;
  return joined.length > slender * thick && longest < most && next < stray.most ? joined : null;
}

const meanDepth = (volume: Volume, limb: LimbCurve): number =>
  Array.from({ length: 21 }, (_, i) => depthAt(volume, ...pointAlong(limb, (limb.length * i) / 20))).reduce(
    (sum, depth) => sum + Math.max(0, depth),
    0,
  ) / 21;

/** Joins two paths to the middle into one from tip to tip and drops their shared part. */
function joinWays(a: readonly Vec3[], b: readonly Vec3[]): Vec3[] {
  const meets = a.findIndex((p) => b.some((q) => distance(p, q) < 0.02));
  if (meets < 0) return [...a, ...[...b].reverse()];
  const joint = a[meets]!;
  const end = b.findIndex((q) => distance(joint, q) < 0.02);
  return [...a.slice(0, meets + 1), ...b.slice(0, end).reverse()];
}

export function fitSerpentine(volume: Volume, tube: LimbCurve): { skeleton: Skeleton; facing: number } {
  const head = headFirst(volume, tube);
  const at = (share: number) => pointAlong(head, head.length * share);
  // The neck starts behind the head, which needs its own length.
  const places = spineNames.map((_, i) => at(0.09 + (0.88 * i) / (spineNames.length - 0.4)));
  const front = chain(
    [...spineNames.slice(0, spineRoot)].reverse().concat('head'),
    spineNames[spineRoot]!,
    [...places.slice(0, spineRoot)].reverse().concat([at(0.055), at(0)]),
  );
  const back = chain(spineNames.slice(spineRoot + 1), spineNames[spineRoot]!, [
    ...places.slice(spineRoot + 1),
    at(1),
  ]);
  const root = places[spineRoot]!;
  const skeleton: Skeleton = {
    kind: 'serpentine',
    joints: [
      {
        name: spineNames[spineRoot]!,
        parent: null,
        position: root,
        tail: places[spineRoot - 1] ?? add(root, [0, 0, 0.01]),
      },
      ...front,
      ...back,
    ],
  };
  return { skeleton, facing: at(0)[2] >= at(1)[2] ? 1 : -1 };
}

/** Orients the tube: heads are thicker than tails, behind a tongue. */
function headFirst(volume: Volume, tube: LimbCurve): LimbCurve {
  const depths = Array.from({ length: steps + 1 }, (_, i) =>
    Math.max(0, depthAt(volume, ...pointAlong(tube, (tube.length * i) / steps))),
  );
  const behind = [...depths].reverse();
  return endOf(depths) >= endOf(behind) ? tube : limbOf([...tube.points].reverse());
}

/** Sum of the half thicknesses at the start, without a tongue: thin for long, and suddenly thick. */
function endOf(depths: readonly number[]): number {
  const thickest = Math.max(...depths);
  const tip = depths.findIndex((depth) => depth > tongue.thin * thickest);
  const isTongue = tip > tongue.long * steps && depths[tip + mouth]! > tongue.sudden * thickest;
  const from = isTongue ? tip : 0;
  return depths.slice(from, from + Math.round(ends * steps) + 1).reduce((sum, depth) => sum + depth, 0);
}

/** Points along a tube whose thickness is measured, those of them from a tongue into the head, and an end's share. */
const steps = 60;
const mouth = 3;
const ends = 0.15;
