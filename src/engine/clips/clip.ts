import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../geometry/vec.js';
import { jointOf, type Skeleton } from '../skeleton/skeleton.js';

export type Quaternion = readonly [number, number, number, number];

/** Local rotations by joint name (missing means rest) and the offset of the root from its rest position. */
export type Pose = { rotations: ReadonlyMap<string, Quaternion>; rootOffset: Vec3 };
/** No rotation. */
export const still: Quaternion = [0, 0, 0, 1];
export const restPose: Pose = { rotations: new Map(), rootOffset: [0, 0, 0] };

export const clipGroups = ['stand', 'move', 'gesture', 'dance', 'action'] as const;
export type ClipGroup = (typeof clipGroups)[number];

/** Evenly timed poses from 0 to `seconds`; a loop's last pose is its first. */
export type Clip = {
  name: string;
  seconds: number;
  poses: readonly Pose[];
  group?: ClipGroup;
  /** Ends in another pose than it starts with, so it is not repeated. */
  once?: true;
  /** Metres that the body covers in one cycle, for root motion. */
  travel?: Vec3;
};

/** Quaternion of rotations in radians about X, then Y, then Z. */
export function turnBy(x: number, y = 0, z = 0): Quaternion {
  const [cx, sx] = [Math.cos(x / 2), Math.sin(x / 2)];
  const [cy, sy] = [Math.cos(y / 2), Math.sin(y / 2)];
  const [cz, sz] = [Math.cos(z / 2), Math.sin(z / 2)];
  return [
    cz * cy * sx - sz * sy * cx,
    cz * sy * cx + sz * cy * sx,
    sz * cy * cx - cz * sy * sx,
    cz * cy * cx + sz * sy * sx,
  ];
}

/**
 * `a` after `b`. By index, because clips turn millions of points: taken apart as a pattern, an array of integers, as
 * the rotation of a resting joint, costs an object for each number.
 */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const aw = a[3];
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const bw = b[3];
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / size, y / size, z / size, w / size];
}

export const invert = (q: Quaternion): Quaternion => [-q[0], -q[1], -q[2], q[3]];

/** The shortest rotation from direction `from` to `to`. */
export function turnTo(from: Vec3, to: Vec3): Quaternion {
  const [a, b] = [normalize(from), normalize(to)];
  const [x, y, z] = cross(a, b);
  const w = 1 + dot(a, b);
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  return size < 1e-9 ? [1, 0, 0, 0] : [x / size, y / size, z / size, w / size];
}

/** The rotation closest to `start` that brings `bone` to a direction. */
export const aim = (start: Quaternion, bone: Vec3, to: Vec3): Quaternion =>
  multiply(turnTo(rotateBy(start, bone), to), start);

export function rotateBy(turn: Quaternion, point: Vec3): Vec3 {
  const x = turn[0];
  const y = turn[1];
  const z = turn[2];
  const w = turn[3];
  const a = point[0];
  const b = point[1];
  const c = point[2];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** A joint's place and rotation in the world. */
export type PosedJoint = { position: Vec3; rotation: Quaternion };

/** @param offset from the joint above to this one, at rest */
export const placeBelow = (above: PosedJoint, offset: Vec3, local?: Quaternion): PosedJoint => ({
  position: add(above.position, rotateBy(above.rotation, offset)),
  rotation: local ? multiply(above.rotation, local) : above.rotation,
});

/** World positions and rotations of all joints in a pose, in the skeleton's order. */
export function poseSkeleton(skeleton: Skeleton, pose: Pose): PosedJoint[] {
  const placed = placeJoints(skeleton, pose);
  return skeleton.joints.map(({ name }) => placed.get(name)!);
}

/** The same by name. */
export function placeJoints({ joints }: Skeleton, pose: Pose): Map<string, PosedJoint> {
  const rests = new Map<string, Vec3>();
  const placed = new Map<string, PosedJoint>();
  for (const { name, parent, position } of joints) {
    const local = pose.rotations.get(name);
    const posed =
      parent === null
        ? { position: add(position, pose.rootOffset), rotation: local ?? still }
        : placeBelow(placed.get(parent)!, sub(position, rests.get(parent)!), local);
    rests.set(name, position);
    placed.set(name, posed);
  }
  return placed;
}

/**
 * Samples a motion over one period. `motion` gets the phase 0-1 and must be periodic; the last pose is the first one
 * itself, so the loop closes bit for bit.
 */
export function loop(name: string, seconds: number, samples: number, motion: (phase: number) => Pose): Clip {
  const poses = Array.from({ length: samples }, (_, i) => motion(i / samples));
  return { name, seconds, poses: [...poses, poses[0]!] };
}

/** Samples a motion that ends in another pose than it starts with. */
export function sequence(
  name: string,
  seconds: number,
  samples: number,
  motion: (phase: number) => Pose,
): Clip {
  const poses = Array.from({ length: samples + 1 }, (_, i) => motion(i / samples));
  return { name, seconds, poses, once: true };
}

/** A two-bone limb ending in `end`. */
export type TwoBoneLimb = { upper: string; lower: string; end: string };

/**
 * Two-bone IK: rotations that bring the limb's end joint to `target`, relative to the rest pose of its ancestors with
 * the root moved by `rootOffset`. Bends about the world's X axis: knees to the front (1) or to the back (-1).
 */
export function reach(
  skeleton: Skeleton,
  limb: TwoBoneLimb,
  target: Vec3,
  rootOffset: Vec3,
  forward: 1 | -1,
): [string, Quaternion][] {
  return bend(skeleton, limb, target, rootOffset, (along) =>
    scale(normalize(cross([forward, 0, 0], along)), -1),
  );
}

/** Like `reach`, but bends in the limb's rest direction: for legs that spread sideways. */
export function reachAsBent(
  skeleton: Skeleton,
  limb: TwoBoneLimb,
  target: Vec3,
  rootOffset: Vec3,
): [string, Quaternion][] {
  const [upper, lower, end] = placesOf(skeleton, limb);
  const straight = normalize(sub(end, upper));
  const out = sub(lower, add(upper, scale(straight, dot(sub(lower, upper), straight))));
  const pole: Vec3 = Math.hypot(...out) > 1e-6 ? normalize(out) : [0, 1, 0];
  return bend(skeleton, limb, target, rootOffset, (along) =>
    normalize(sub(pole, scale(along, dot(pole, along)))),
  );
}

const placesOf = (skeleton: Skeleton, { upper, lower, end }: TwoBoneLimb): [Vec3, Vec3, Vec3] => [
  jointOf(skeleton, upper).position,
  jointOf(skeleton, lower).position,
  jointOf(skeleton, end).position,
];

/** `aside` is the side of the line to the target on which the middle joint lies. */
function bend(
  skeleton: Skeleton,
  limb: TwoBoneLimb,
  target: Vec3,
  rootOffset: Vec3,
  aside: (along: Vec3) => Vec3,
): [string, Quaternion][] {
  const [upper, lower, end] = placesOf(skeleton, limb);
  const [thigh, shin] = [sub(lower, upper), sub(end, lower)];
  const [a, b] = [Math.hypot(...thigh), Math.hypot(...shin)];
  const wish = sub(target, add(upper, rootOffset));
  const c = Math.min(Math.hypot(...wish), (a + b) * 0.9995);
  const along = normalize(wish);
  const knee = middleOf(a, b, c, along, aside(along));
  const first = turnTo(thigh, knee);
  const shinNow = sub(scale(along, c), knee);
  const second = turnTo(rotateBy(first, shin), shinNow);
  const lowerLocal = multiply(invert(first), multiply(second, first));
  const level = invert(multiply(first, lowerLocal));
  return [
    [limb.upper, first],
    [limb.lower, lowerLocal],
    [limb.end, level],
  ];
}

/** Law of cosines: where bones of lengths `a` and `b` meet when their ends are `c` apart. */
function middleOf(a: number, b: number, c: number, along: Vec3, aside: Vec3): Vec3 {
  const cosine = Math.min(1, Math.max(-1, (a * a + c * c - b * b) / (2 * a * c)));
  return add(scale(along, a * cosine), scale(aside, a * Math.sqrt(1 - cosine * cosine)));
}

/**
 * Two-bone IK under a posed body: world rotations of both bones that bring the limb's end to `wish`, seen from its
 * root. The middle joint points towards `pole`.
 * @param parent the world rotation above the limb
 */
export function reachFrom(
  parent: Quaternion,
  [upper, lower]: readonly [upper: Vec3, lower: Vec3],
  wish: Vec3,
  pole: Vec3,
): [upper: Quaternion, lower: Quaternion] {
  const [above, below] = bentTo([Math.hypot(...upper), Math.hypot(...lower)], wish, pole);
  const first = aim(parent, upper, above);
  return [first, aim(first, lower, below)];
}

/**
 * Both bones of a limb that reaches for `wish`, seen from its root, bent towards `pole`.
 * @param mostStretched greatest distance of its ends over its length
 */
export function bentTo(
  [a, b]: readonly [number, number],
  wish: Vec3,
  pole: Vec3,
  mostStretched = 0.9995,
): [upper: Vec3, lower: Vec3] {
  const c = Math.min(Math.max(Math.hypot(...wish), Math.abs(a - b) * 1.02 + 1e-4), (a + b) * mostStretched);
  const along = normalize(wish);
  const middle = middleOf(a, b, c, along, normalize(sub(pole, scale(along, dot(pole, along)))));
  return [middle, sub(scale(along, c), middle)];
}
