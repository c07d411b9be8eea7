/** The class of body that the joints of a file's own skeleton name beyond doubt. */
import type { SkeletonKind } from '../../kinds.js';
import { type NamedJoint, partOfName } from './named.js';

const limb = /(arm|leg|foot|feet|paw|hoof|hand|thigh|wing)/;
const fin = /fin(?!ger)|flipper|fluke/;
const many: Readonly<Record<number, SkeletonKind>> = { 3: 'hexapod', 4: 'octopod' };

/**
 * Fins without limbs are a fish's, and three or four differently named legs on either side an insect's or a spider's.
 * Front and back legs may be those of a dinosaur on two legs, so that they decide nothing.
 */
export function ownKindIn(joints: readonly NamedJoint[]): SkeletonKind | null {
  const parts = joints.map(({ name }) => partOfName(name));
  const legsOn = (side: 'left' | 'right') =>
    new Set(
      parts
        .filter((one) => one.side === side && one.part.includes('leg'))
        .map(({ part }) => part.replace(/upper|lower|up|low|end/g, '')),
    ).size;
  const legs = legsOn('left');
  if (legs === legsOn('right') && many[legs]) return many[legs];
  const isFish = parts.some(({ part }) => fin.test(part)) && !parts.some(({ part }) => limb.test(part));
  return isFish ? 'aquatic' : null;
}
