/** How thick a body is around its joints, measured on its skinned surfaces, so that clips keep its parts apart. */
import type { Vec3 } from '../geometry/vec.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { type Pose, poseSkeleton, rotateBy } from './clip.js';

export type SkinnedSurface = { positions: Float32Array; joints: Uint8Array; weights: Float32Array };

/** Greatest radius about a vertical axis through the joint, by height and direction, in the joint's own axes. */
export type Profile = {
  low: number;
  high: number;
  radii: Float64Array;
  /** Distance of the furthest point from the joint. */
  reach: number;
};

export type Flesh = {
  /** For joints of the trunk and the head. */
  profiles: ReadonlyMap<string, Profile>;
  /** The outermost points that each joint moves in 26 directions, relative to the joint. */
  hulls: ReadonlyMap<string, readonly Vec3[]>;
};

export const slices = 8;
export const sectors = 16;

const trunk = /^(hips|spine|chest|upperChest|neck|head)$/;
const directions: readonly Vec3[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])))
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0);

/** Parts that move with the head. */
const ofHead = /^(jaw|leftEye|rightEye)$/;

export function measureFlesh(skeleton: Skeleton, surfaces: readonly SkinnedSurface[]): Flesh {
  const index = new Map(skeleton.joints.map(({ name }, i) => [name, i]));
  const owners = skeleton.joints.map(({ name }, i) => (ofHead.test(name) ? (index.get('head') ?? i) : i));
  const hulls = skeleton.joints.map(() => new Hull());
  forVertices(skeleton, owners, surfaces, (owner, x, y, z) => hulls[owner]!.add(x, y, z));
  const profiles = skeleton.joints.map(({ name }, i): Profile | null => {
    const heights = hulls[i]!.points.map(([, y]) => y);
    if (!trunk.test(name) || heights.length === 0) return null;
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const reach = Math.max(...hulls[i]!.points.map((point) => Math.hypot(...point)));
    return { low, high, radii: new Float64Array(slices * sectors), reach };
  });
  forVertices(skeleton, owners, surfaces, (owner, x, y, z) => {
    const profile = profiles[owner];
    if (!profile) return;
    const cell = sliceOf(profile, y) * sectors + sectorOf(x, z);
    profile.radii[cell] = Math.max(profile.radii[cell]!, Math.sqrt(x * x + z * z));
  });
  const named = <T>(values: readonly T[]) =>
    skeleton.joints.map(({ name }, i) => [name, values[i]!] as const);
  return {
    profiles: new Map(named(profiles).flatMap(([name, one]) => (one ? [[name, one] as const] : []))),
    hulls: new Map(named(hulls.map(({ points }) => points))),
  };
}

function forVertices(
  { joints: bones }: Skeleton,
  owners: readonly number[],
  surfaces: readonly SkinnedSurface[],
  visit: (owner: number, x: number, y: number, z: number) => void,
): void {
  for (const { positions, joints } of surfaces)
    for (let v = 0; v * 3 < positions.length; v++) {
      const owner = owners[joints[v * 4]!]!;
      const [x, y, z] = bones[owner]!.position;
      visit(owner, positions[v * 3]! - x, positions[v * 3 + 1]! - y, positions[v * 3 + 2]! - z);
    }
}

/** The outermost points in fixed directions. */
class Hull {
  readonly #reach = new Float64Array(directions.length).fill(Number.NEGATIVE_INFINITY);
  readonly #points = new Float64Array(directions.length * 3);
  #count = 0;

  add(x: number, y: number, z: number): void {
    this.#count++;
    for (let i = 0; i < directions.length; i++) {
      const [a, b, c] = directions[i]!;
      const reach = x * a + y * b + z * c;
      if (reach <= this.#reach[i]!) continue;
      this.#reach[i] = reach;
      this.#points[i * 3] = x;
      this.#points[i * 3 + 1] = y;
      this.#points[i * 3 + 2] = z;
    }
  }

  get points(): Vec3[] {
    if (this.#count === 0) return [];
    return directions.map((_, i) => [...this.#points.subarray(i * 3, i * 3 + 3)] as unknown as Vec3);
  }
}

const sliceOf = ({ low, high }: Profile, y: number): number =>
  Math.min(slices - 1, Math.max(0, Math.floor(((y - low) / (high - low || 1)) * slices)));

const sectorOf = (x: number, z: number): number =>
  Math.floor(((Math.atan2(x, z) / (2 * Math.PI) + 1) * sectors) % sectors);

/** Radius in the direction of a point at its height, blended between neighbouring directions. */
export function radiusAt(profile: Profile, [x, y, z]: Vec3): number {
  const row = sliceOf(profile, y) * sectors;
  const turn = (Math.atan2(x, z) / (2 * Math.PI) + 1) * sectors - 0.5;
  const [first, share] = [Math.floor(turn), turn - Math.floor(turn)];
  const at = (sector: number) => profile.radii[row + (((sector % sectors) + sectors) % sectors)]!;
  return at(first) * (1 - share) + at(first + 1) * share;
}

/** Lowers or raises a body until its lowest point is on the ground; `share` goes part of the way. */
export function settle(skeleton: Skeleton, { hulls }: Flesh, pose: Pose, share: number): Pose {
  const posed = poseSkeleton(skeleton, pose);
  let low = Number.POSITIVE_INFINITY;
  skeleton.joints.forEach(({ name }, i) => {
    const { position, rotation } = posed[i]!;
    for (const point of hulls.get(name) ?? [])
      low = Math.min(low, position[1] + rotateBy(rotation, point)[1]);
  });
  const [x, y, z] = pose.rootOffset;
  return Number.isFinite(low) ? { ...pose, rootOffset: [x, y - low * share, z] } : pose;
}
