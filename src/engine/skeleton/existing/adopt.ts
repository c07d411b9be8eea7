/** Moves the joints of a fitted person to where the file's own skeleton has them. */
import type { Vec3 } from '../../geometry/vec.js';
import { depthAt, type Volume } from '../../geometry/volume/volume.js';
import { fuseSkeleton } from '../pose/fuse.js';
import type { Skeleton } from '../skeleton.js';
import { adoptThresholds } from './calibration.js';
import { completed } from './person.js';

const { outside, most } = adoptThresholds;

/**
 * @param places in the space of the solid, by our names
 * @returns null where too many of them are outside the solid, as those of a skeleton for another body
 */
export function adoptJoints(
  fitted: Skeleton,
  places: ReadonlyMap<string, Vec3>,
  volume: Volume,
): Skeleton | null {
  const given = [...places.values()];
  const inside = given.filter((at) => depthAt(volume, ...at) > -outside * volume.cell);
  if (inside.length < most * given.length) return null;
  const heights = fitted.joints.flatMap(({ position, tail }) => [position[1], tail[1]]);
  return fuseSkeleton(fitted, completed(places), Math.max(...heights) - Math.min(...heights), true);
}
