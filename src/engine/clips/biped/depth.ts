/**
 * How deep points of an arm are in the body or the ground. A person's clips ask this for millions of points, so it
 * allocates nothing for each of them.
 */
import type { Vec3 } from '../../geometry/vec.js';
import { invert, type PosedJoint, type Quaternion, rotateBy } from '../clip.js';
import type { Flesh } from '../flesh.js';
import { type Profile, radiusTowards, widestAt } from '../profile.js';
import type { ArmBones } from './body.js';
import type { ArmPose } from './limbs.js';

/** Three coordinates for each point. */
export type Points = Float64Array;

/** The deepest point, the unit vector out of there, and the metres to the surface. */
export type Inside = { point: Vec3; out: Vec3; depth: number };

/** Points of a bone in the world. */
export function placedPoints(points: readonly Vec3[], at: Vec3, turn: Quaternion): Points {
  const all = new Float64Array(points.length * 3);
  place(all, 0, points, at, turn);
  return all;
}

/** Points of the surfaces of the forearm and the hand in the world. */
export function armSurface(
  { outlines: [forearm, hand] }: ArmBones,
  pose: ArmPose,
  [, elbow, wrist]: readonly [Vec3, Vec3, Vec3, Vec3],
): Points {
  const points = new Float64Array((forearm.length + hand.length) * 3);
  place(points, 0, forearm, elbow, pose.lower);
  place(points, forearm.length * 3, hand, wrist, pose.hand);
  return points;
}

function place(to: Points, from: number, points: readonly Vec3[], at: Vec3, turn: Quaternion): void {
  const [qx, qy, qz, qw] = turn;
  const [ox, oy, oz] = at;
  for (let i = 0, n = from; i < points.length; i++, n += 3) {
    const point = points[i]!;
    const a = point[0];
    const b = point[1];
    const c = point[2];
    const tx = 2 * (qy * c - qz * b);
    const ty = 2 * (qz * a - qx * c);
    const tz = 2 * (qx * b - qy * a);
    to[n] = ox + (a + qw * tx + qy * tz - qz * ty);
    to[n + 1] = oy + (b + qw * ty + qz * tx - qx * tz);
    to[n + 2] = oz + (c + qw * tz + qx * ty - qy * tx);
  }
}

export const deeper = (a: Inside | null, b: Inside | null): Inside | null =>
  !a || (b && b.depth > a.depth) ? b : a;

export function lowestUnder(ground: number, points: Points): Inside | null {
  let lowest = -1;
  let most = 0;
  for (let n = 1; n < points.length; n += 3)
    if (ground - points[n]! > most) {
      most = ground - points[n]!;
      lowest = n - 1;
    }
  return lowest < 0 ? null : { point: pointAt(points, lowest), out: [0, 1, 0], depth: most };
}

const pointAt = (points: Points, n: number): Vec3 => [points[n]!, points[n + 1]!, points[n + 2]!];

/**
 * The point deepest in the body.
 * @param margin metres to keep from its surface
 * @param enough metres from which any point will do
 */
export function deepest(
  { profiles }: Flesh,
  points: Points,
  placed: ReadonlyMap<string, PosedJoint>,
  margin: number,
  enough = Number.POSITIVE_INFINITY,
): Inside | null {
  const around = sphereAround(points);
  let worst: Inside | null = null;
  for (const [name, profile] of profiles) {
    const joint = placed.get(name);
    if (joint) worst = deepestIn(profile, joint, points, around, margin, worst) ?? worst;
    if (worst && worst.depth >= enough) break;
  }
  return worst;
}

/** For sums of squares that are rounded in another way. */
const rounding = 1e-9;

/** @returns null where no point is deeper than `worst` */
function deepestIn(
  profile: Profile,
  { position, rotation }: PosedJoint,
  points: Points,
  around: Float64Array,
  margin: number,
  worst: Inside | null,
): Inside | null {
  let most = worst?.depth ?? 0;
  // Points outside of this cylinder around the axis are no deeper than that.
  const thick = profile.thickest + margin - most + rounding;
  if (thick <= 0) return null;
  // Where a joint ends, the surface goes on to the next one.
  const slack = (profile.high - profile.low) / profile.slices / 2;
  const low = profile.low - slack;
  const high = profile.high + slack;
  const reach = profile.reach + margin;
  const corner = Math.sqrt(thick * thick + Math.max(low * low, high * high));
  const [px, py, pz] = position;
  const apart = (around[0]! - px) ** 2 + (around[1]! - py) ** 2 + (around[2]! - pz) ** 2;
  if (apart > (Math.min(reach, corner) + around[3]!) ** 2) return null;
  const limit = Math.min(reach * reach, corner * corner + rounding);
  const aside = thick * thick + rounding;
  const [qx, qy, qz, qw] = invert(rotation);
  let found = -1;
  let foundX = 0;
  let foundZ = 0;
  for (let n = 0; n < points.length; n += 3) {
    const a = points[n]! - px;
    const b = points[n + 1]! - py;
    const c = points[n + 2]! - pz;
    const squared = a * a + b * b + c * c;
    if (squared > limit) continue;
    const tx = 2 * (qy * c - qz * b);
    const ty = 2 * (qz * a - qx * c);
    const tz = 2 * (qx * b - qy * a);
    const y = b + qw * ty + qz * tx - qx * tz;
    if (y < low || y > high || squared - y * y > aside) continue;
    const x = a + qw * tx + qy * tz - qz * ty;
    const z = c + qw * tz + qx * ty - qy * tx;
    const radius = Math.sqrt(x * x + z * z);
    if (widestAt(profile, y) + margin - radius <= most) continue;
    const depth = radiusTowards(profile, x, y, z) + margin - radius;
    if (depth <= most) continue;
    found = n;
    most = depth;
    foundX = x;
    foundZ = z;
  }
  if (found < 0) return null;
  const size = 1 / (Math.sqrt(foundX * foundX + foundZ * foundZ) || 1);
  const out = rotateBy(rotation, [foundX * size, 0, foundZ * size]);
  return { point: pointAt(points, found), out, depth: most };
}

/** Centre and radius of a sphere around all points, slightly too large rather than too small. */
function sphereAround(points: Points): Float64Array {
  const count = points.length / 3;
  let [cx, cy, cz] = [0, 0, 0];
  for (let n = 0; n < points.length; n += 3) {
    cx += points[n]! / count;
    cy += points[n + 1]! / count;
    cz += points[n + 2]! / count;
  }
  let most = 0;
  for (let n = 0; n < points.length; n += 3) {
    const x = points[n]! - cx;
    const y = points[n + 1]! - cy;
    const z = points[n + 2]! - cz;
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Float64Array.of(cx, cy, cz, Math.sqrt(most) * 1.000001 + 1e-9);
}
