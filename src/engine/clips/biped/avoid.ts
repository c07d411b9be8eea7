/** Turns arms that are inside the body or below the ground out of them. */
import { add, scale, sub } from '../../geometry/vec.js';
import { type PosedJoint, turnTo } from '../clip.js';
import type { ArmBones, Body } from './body.js';
import { armSurface, deeper, deepest, type Inside, lowestUnder, type Points } from './depth.js';
import { type ArmPose, armPlaces, turnArm } from './limbs.js';

/** Attempts to move an arm out of the body and the ground; each takes the deepest point to the surface. */
const attempts = 24;
/** Distance kept from the body, in heights of the hips: the skin between two joints is not where either has it. */
const clearance = 0.006;
/** Share of the clearance that may be missing: the last of it takes most attempts. */
const missing = 0.5;

/** A posed person without arms, and the height of the ground. */
export type Around = { body: Body; placed: ReadonlyMap<string, PosedJoint>; ground: number };

/** Turns the arm about its shoulder until the points of its outline are outside. */
export function keepOutside(around: Around, arm: ArmBones, wanted: ArmPose): ArmPose {
  const { body, placed } = around;
  if (!body.flesh) return wanted;
  let pose = wanted;
  let best = { pose, depth: Infinity };
  for (let i = 0; i < attempts; i++) {
    const places = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
    const worst = deepestPoint(around, armSurface(arm, pose, places));
    if (!worst || worst.depth < missing * clearance * body.hip) return pose;
    if (worst.depth < best.depth) best = { pose, depth: worst.depth };
    const from = sub(worst.point, places[0]);
    pose = turnArm(pose, turnTo(from, add(from, scale(worst.out, worst.depth))));
  }
  return best.pose;
}

/** A depth that ends a comparison, or makes a choice too dear, does so after rounding, too. */
export const surely = 1 + 1e-9;

/** How deep an arm is in the body or the ground. @param enough metres from which any depth will do */
export function depthOfArm(around: Around, arm: ArmBones, pose: ArmPose, enough: number): number {
  const { body, placed } = around;
  const places = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
  return deepestPoint(around, armSurface(arm, pose, places), enough)?.depth ?? 0;
}

/** How deep the deepest of the points is in the body or the ground. @param enough metres from which any depth will do */
export const depthOf = (around: Around, points: Points, enough: number): number =>
  deepestPoint(around, points, enough)?.depth ?? 0;

function deepestPoint({ body, placed, ground }: Around, points: Points, enough?: number): Inside | null {
  const inside = body.flesh && deepest(body.flesh, points, placed, clearance * body.hip, enough);
  return deeper(inside, lowestUnder(ground, points));
}
