/** Whether the class of body in a picture is certain, or only the likeliest of several. */
import type { Mask } from '../../segmentation/image/mask.js';
import { type Silhouette, silhouetteOf } from '../../segmentation/image/silhouette.js';
import type { SkeletonKind } from '../../types.js';
import { certaintyThresholds } from './calibration.js';
import { classOf } from './class-of.js';
import { extremitiesOf } from './extremities.js';

const { coarser, finer, shortest, aside, lowest, highest, narrow, broad } = certaintyThresholds;

/** Without a pose network's word. @param s the outline in which `classOf` found this class */
export function isClassCertain(
  mask: Mask,
  s: Silhouette,
  { kind, height, resolution }: { kind: SkeletonKind; height: number; resolution: number },
): boolean {
  const again = [coarser, finer].map((factor) =>
    classOf(silhouetteOf(mask, height, Math.round(resolution * factor))),
  );
  if (again.some((other) => other !== kind)) return false;
  return kind !== 'biped' || looksLikePerson(s);
}

/**
 * A person is what remains when an outline is nothing else, as with an animal seen from the front. People are narrow
 * from the side, and from the front they have arms and are not broader than tall, unlike birds with open wings.
 */
function looksLikePerson(s: Silhouette): boolean {
  if (s.width < narrow * s.height) return true;
  if (s.width > broad * s.height) return false;
  const { limbs, middle } = extremitiesOf(s, Math.max(s.width, s.height) * shortest);
  const out = limbs.flatMap(({ tip }) => {
    const row = Math.floor(tip / s.columns) / s.rows;
    return row > lowest && row < highest ? [((tip % s.columns) - (middle % s.columns)) / s.columns] : [];
  });
  return out.some((x) => x < -aside) && out.some((x) => x > aside);
}
