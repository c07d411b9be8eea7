import { multiply, type Quaternion, rotateBy, turnBy, turnTo } from '../../../clips/clip.js';
import { normalize, sub, type Vec3 } from '../../../geometry/vec.js';
import { jointOf, type Skeleton } from '../../../skeleton/skeleton.js';

/** Turn and scale from a file's space to VRM's: metres, up is +Y, facing +Z. */
export type Upright = { turn: Quaternion; scale: number };

const usualHeight = 1.6;
/** Heights in metres that are taken as they are; others are of a file in another unit. */
const plausible = { low: 0.3, high: 4 };

/** @param height of the model in the file's unit */
export function uprightOf(skeleton: Skeleton, height: number): Upright {
  const at = (name: string) => jointOf(skeleton, name).position;
  const up = mainAxis(sub(at('head'), at('hips')));
  const left = mainAxis(sub(at('leftUpperArm'), at('rightUpperArm')));
  const isPlausible = height >= plausible.low && height <= plausible.high;
  return { turn: turnOf(left, up), scale: isPlausible ? 1 : usualHeight / height };
}

/** The axis closest to a direction: models are modelled along the axes, and their spine may lean. */
function mainAxis(direction: Vec3): Vec3 {
  const unit = normalize(direction);
  const largest = Math.max(...unit.map(Math.abs));
  const axis = unit.findIndex((part) => Math.abs(part) === largest);
  return [0, 1, 2].map((i) => (i === axis ? Math.sign(unit[i]!) : 0)) as unknown as Vec3;
}

/** Brings `up` to +Y, then `left` to +X. */
function turnOf(left: Vec3, up: Vec3): Quaternion {
  const standing = turnTo(up, [0, 1, 0]);
  const [x, , z] = rotateBy(standing, left);
  return multiply(turnBy(0, Math.atan2(z, x)), standing);
}
