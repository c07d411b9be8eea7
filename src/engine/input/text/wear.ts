/** Which items fit each class of body. */
import type { SkeletonKind } from '../../types.js';
import { wearable } from './vocabulary.js';

/** A biped can wear everything. */
export const canWear = (kind: SkeletonKind, item: string): boolean => wearable[kind]?.has(item) ?? true;

/** Classes that can stand up play a role upright and in its clothes; the others keep their bodies. */
export const standsUp = (kind: SkeletonKind): boolean =>
  kind === 'biped' || kind === 'quadruped' || kind === 'avian' || kind === 'aquatic' || kind === 'hexapod';
