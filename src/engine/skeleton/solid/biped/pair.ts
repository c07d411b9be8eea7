/** Pairs of mirrored limbs. */
import {
  add,
  closestOnSegment,
  distance,
  lerp,
  scale,
  smoothstep,
  sub,
  type Vec3,
} from '../../../geometry/vec.js';
import { bipedPairThresholds } from './calibration.js';

const { cornerCut } = bipedPairThresholds;

/**
 * Replaces an undetected limb by the mirror image of its partner, or by `none`, and makes nearly mirrored limbs
 * exactly so.
 */
export function pairUp<L extends Record<string, Vec3>>(
  found: readonly (L | null)[],
  middle: number,
  height: number,
  none: () => [L, L],
): [L, L] {
  const [left = null, right = null] = found;
  if (!left && !right) return none();
  if (!left || !right) return [left ?? mirror(right!, middle), right ?? mirror(left!, middle)];
  const [asLeft, asRight] = [mirror(right, middle), mirror(left, middle)];
  const apart = Math.max(...Object.keys(left).map((joint) => distance(left[joint]!, asLeft[joint]!)));
  const alike = 0.5 * (1 - smoothstep(0.03 * height, 0.06 * height, apart));
  return [blendPlaces(left, asLeft, alike), blendPlaces(right, asRight, alike)];
}

export const blendPlaces = <L extends Record<string, Vec3>>(from: L, to: L, share: number): L =>
  Object.fromEntries(
    Object.entries(from).map(([joint, place]) => [joint, lerp(place, to[joint]!, share)]),
  ) as L;

const mirror = <L extends Record<string, Vec3>>(limb: L, middle: number): L =>
  Object.fromEntries(
    Object.entries(limb).map(([name, [x, y, z]]): [string, Vec3] => [name, [2 * middle - x, y, z]]),
  ) as L;

/** A shortest path cuts corners; moves the joint back out into the corner. */
export function outOfCorner(above: Vec3, joint: Vec3, below: Vec3): Vec3 {
  return add(joint, scale(sub(joint, closestOnSegment(joint, above, below)), cornerCut));
}
