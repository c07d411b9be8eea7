/** How likely a picture shows an animal's side, of which a body with the picture on both flanks is made. */
import { type Face, noFace } from '../../input/image/face.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { type KindChances, type PictureKind, pictureKinds } from '../../segmentation/subject/kinds.js';
import type { SkeletonKind } from '../../types.js';
import { viewThresholds } from './calibration.js';
import { evenness } from './class-of.js';
import { legRuns } from './feet.js';

const { offset, animal, facing, aside, even, stretched, least, tall, upright } = viewThresholds;

/** Classes whose body is made from a picture of its side. */
export const sideKinds: ReadonlySet<SkeletonKind> = new Set([
  'quadruped',
  'avian',
  'aquatic',
  'other',
] as const);
const people: ReadonlySet<PictureKind> = new Set(['biped', 'bust'] as const);

/** A figure taller than broad that shows two legs stands on them: four legs from the side are broad, or three of them show. */
export const standsOnTwo = (s: Silhouette): boolean => s.height > s.width && legRuns(s).runs.length === 2;

/**
 * Log odds: high for an animal rather than a person that is long and unlike its mirror image. A face speaks for the
 * front only where it is above the middle: at one end, an animal turns its head to the viewer, and spots and stripes
 * look like eyes anywhere.
 * @param outlined the class that the outline shows by its limbs
 * @param chances those of the class that the outline shows may count more
 */
export function sideOdds(
  s: Silhouette,
  outlined: SkeletonKind,
  chances: KindChances,
  face: Face = noFace,
): number {
  const alike = evenness(s);
  const isNarrow = s.height > tall * s.width || (outlined === 'biped' && s.height > s.width);
  if (isNarrow && alike > upright) return Number.NEGATIVE_INFINITY;
  const chanceOf = (counts: (kind: PictureKind) => boolean) =>
    pictureKinds.reduce((sum, kind) => (counts(kind) ? sum + chances[kind] : sum), 0) + least;
  const isSideKind = (kind: PictureKind) => kind !== 'bust' && sideKinds.has(kind);
  return (
    offset +
    animal * Math.log(chanceOf(isSideKind) / chanceOf((kind) => people.has(kind))) +
    (face.isSeen ? facing + aside * face.aside : 0) +
    even * alike +
    stretched * Math.log(s.width / s.height)
  );
}
