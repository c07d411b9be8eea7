/** Which body is made of the figure in a picture, when its outline may lack the limbs of the class that it shows. */
import { AppError } from '../../../base/errors.js';
import type { Mask } from '../../segmentation/image/grid.js';
import { classOf } from '../../skeleton/outline/class-of.js';
import type { SkeletonKind } from '../../types.js';
import { type Creature, fitPictured } from './creature.js';
import type { Looked } from './looking.js';

/**
 * The class whose joints the outline has room for, and the creature of that class; null for bipeds and quadrupeds. Many
 * legs that cannot be told apart are those of the next likely reading, and a figure that looks at the viewer is one
 * seen from the front; other outlines get joints of their own shape.
 * @throws AppError `unriggable` when the outline lacks the limbs of a class that was asked for
 */
export function readingOf(
  {
    picture,
    mask,
    outline,
    judged: { kind, alternative, isCertain },
    isFacing,
  }: Pick<Looked, 'picture' | 'outline' | 'judged' | 'isFacing'> & { mask: Mask },
  wanted: SkeletonKind | 'auto',
): { kind: SkeletonKind; creature: Creature | null } {
  if (kind === 'biped' || kind === 'quadruped') return { kind, creature: null };
  const isFromAbove = kind === 'hexapod' || kind === 'octopod' || kind === 'serpentine';
  // Lying down, what looks at the viewer would look at the sky.
  if (wanted === 'auto' && isFromAbove && isFacing && !isCertain) return { kind: 'biped', creature: null };
  const own = fitPictured(picture, mask, kind);
  if (own) return { kind, creature: own };
  if (wanted !== 'auto') throw unlike(kind);
  if (isFacing) return { kind: 'biped', creature: null };
  if (kind === 'hexapod' || kind === 'octopod') {
    const onLegs = [alternative, classOf(outline)].find((one) => one === 'biped' || one === 'quadruped');
    return { kind: onLegs ?? 'biped', creature: null };
  }
  const creature = fitPictured(picture, mask, 'other');
  if (!creature) throw unlike(kind);
  return { kind, creature };
}

const articles: Partial<Record<SkeletonKind, string>> = { hexapod: 'six legs', octopod: 'eight limbs' };

const unlike = (kind: SkeletonKind) =>
  new AppError(
    'unriggable',
    `The outline does not show ${articles[kind] ?? `the limbs of the skeleton “${kind}”`}. Leave the skeleton on auto, or send a picture from ${kind === 'aquatic' || kind === 'avian' ? 'the side' : 'above'}.`,
  );
