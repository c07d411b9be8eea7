/** Which body carries small animals and things, and what else is in its hands. */
import { isInHand, type Place } from '../../kinds.js';
import type { SkeletonKind } from '../../types.js';
import type { Asked, Unshown } from './asked.js';
import type { Items } from './belongings.js';
import type { CharacterSpec } from './spec.js';
import { leftOut } from './spec-of.js';
import { handheld, species } from './vocabulary.js';

type Carried = NonNullable<CharacterSpec['companions']>[number];

const isThing = ({ species: name }: Carried): boolean => species[name]!.shape !== undefined;

/** A character that holds a thing stands; a cat on a cat needs no hands. */
export const holdsThing = ({ companions = [] }: CharacterSpec): boolean =>
  companions.some((one) => isThing(one) && isInHand(one.place));

const onTop: Partial<Record<SkeletonKind, readonly Place[]>> = {
  quadruped: ['head', 'back'],
  avian: ['head'],
};
const canCarry = (kind: SkeletonKind, { place }: Carried): boolean =>
  kind === 'biped' || (onTop[kind]?.includes(place) ?? false);

export const carriedBy = ({ companions = [] }: CharacterSpec, kind: SkeletonKind): readonly Carried[] =>
  companions.filter((one) => canCarry(kind, one));

export const uncarried = ({ companions = [] }: CharacterSpec, kind: SkeletonKind): Unshown[] =>
  companions
    .filter((one) => !canCarry(kind, one))
    .map(({ species: about }) => ({ about, note: leftOut(about) }));

/** A thing in a hand takes the place of what role and species hold, and the hand from what was asked for. */
export function freeHands({ companions = [] }: CharacterSpec, asked: Asked, items: Items): void {
  const taken = companions.filter((one) => isThing(one) && isInHand(one.place));
  if (taken.length === 0) return;
  for (const item of handheld) {
    const look = items.get(item);
    if (!look) continue;
    if (!asked.items.has(item)) items.delete(item);
    else if (!look.place && taken[0]!.place === 'right hand')
      items.set(item, { ...look, place: 'left hand' });
  }
  if (!asked.items.has('shield') && taken.some(({ place }) => place !== 'right hand')) items.delete('shield');
}
