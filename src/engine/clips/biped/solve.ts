/** Turns arms that are inside the body or below the ground out of them. */
import { add, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { invert, rotateBy, turnTo } from '../clip.js';
import type { Flesh } from '../flesh.js';
import { radiusAt } from '../profile.js';
import type { ArmBones, Body } from './body.js';
import { type ArmPose, armPlaces, type Placed, turnArm } from './limbs.js';

/** Attempts to move an arm out of the body and the ground; each takes the deepest point to the surface. */
const attempts = 24;
/** Distance kept from the body, in heights of the hips: the skin between two joints is not where either has it. */
const clearance = 0.006;

/** A posed person without arms, and the height of the ground. */
export type Around = { body: Body; placed: ReadonlyMap<string, Placed>; ground: number };

/** Turns the arm about its shoulder until the points of its outline are outside. */
export function keepOutside(around: Around, arm: ArmBones, wanted: ArmPose): ArmPose {
  const { body, placed } = around;
  if (!body.flesh) return wanted;
  let pose = wanted;
  let best = { pose, depth: Infinity };
  for (let i = 0; i < attempts; i++) {
    const places = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
    const worst = deepestOf(around, outlineOf(arm, pose, places));
    if (!worst) return pose;
    if (worst.depth < best.depth) best = { pose, depth: worst.depth };
    const from = sub(worst.point, places[0]);
    pose = turnArm(pose, turnTo(from, add(from, scale(worst.out, worst.depth))));
  }
  return best.pose;
}

/** How deep an arm is in the body or the ground. */
export function depthOfArm(around: Around, arm: ArmBones, pose: ArmPose): number {
  const { body, placed } = around;
  const places = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
  return deepestOf(around, outlineOf(arm, pose, places))?.depth ?? 0;
}

/** Points of the surfaces of the forearm and the hand in the world. */
const outlineOf = (
  { outlines: [forearm, hand] }: ArmBones,
  pose: ArmPose,
  [, elbow, wrist]: readonly [Vec3, Vec3, Vec3, Vec3],
): Vec3[] => [
  ...forearm.map((point) => add(elbow, rotateBy(pose.lower, point))),
  ...hand.map((point) => add(wrist, rotateBy(pose.hand, point))),
];

type Inside = { point: Vec3; out: Vec3; depth: number };

/** The point that is deepest in the body or below the ground; null when all are outside. */
export function deepestOf({ body, placed, ground }: Around, points: readonly Vec3[]): Inside | null {
  const inside = body.flesh && deepest(body.flesh, points, placed, clearance * body.hip);
  return deeper(inside, lowestUnder(ground, points));
}

const deeper = (a: Inside | null, b: Inside | null): Inside | null =>
  !a || (b && b.depth > a.depth) ? b : a;

function lowestUnder(ground: number, points: readonly Vec3[]): Inside | null {
  let lowest: Inside | null = null;
  for (const point of points)
    if (ground - point[1] > (lowest?.depth ?? 0))
      lowest = { point, out: [0, 1, 0], depth: ground - point[1] };
  return lowest;
}

function deepest(
  { profiles }: Flesh,
  points: readonly Vec3[],
  placed: ReadonlyMap<string, Placed>,
  margin: number,
): Inside | null {
  let worst: Inside | null = null;
  for (const [name, profile] of profiles) {
    const joint = placed.get(name);
    if (!joint) continue;
    const back = invert(joint.rotation);
    const reach = profile.reach + margin;
    // Where a joint ends, the surface goes on to the next one.
    const slack = (profile.high - profile.low) / profile.slices / 2;
    for (const point of points) {
      const away = sub(point, joint.position);
      if (dot(away, away) > reach * reach) continue;
      const local = rotateBy(back, away);
      if (local[1] < profile.low - slack || local[1] > profile.high + slack) continue;
      const radius = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
      const depth = radiusAt(profile, local) + margin - radius;
      if (depth <= 0 || (worst && depth <= worst.depth)) continue;
      const out = rotateBy(joint.rotation, normalize([local[0], 0, local[2]]));
      worst = { point, out, depth };
    }
  }
  return worst;
}
