/** What differs between the two sides of a body. */
import type { Vec3 } from '../geometry/vec.js';
import type { DescribedLook, SideLook } from '../input/text/description.js';
import type { SideName } from '../kinds.js';
import { type Side, sides } from '../skeleton/skeleton.js';
import type { Traits } from './traits.js';

type Sided = Pick<Traits, 'parts' | 'items'>;

/** How one of a pair of parts or items differs. */
export const sideOf = (t: Sided, name: string, side: SideName): SideLook =>
  t.parts.get(name)?.[side] ?? t.items.get(name)?.[side] ?? {};

/** The sides on which something is that may be on one only. */
export const sidesOf = (look: DescribedLook | undefined): readonly Side[] =>
  look?.side ? sides.filter(({ name }) => name === look.side) : sides;

/** The look of one of a pair. */
export const lookAt = (look: DescribedLook | undefined, side: SideName): DescribedLook | undefined =>
  look?.[side] ? { ...look, ...look[side] } : look;

/** Where something is that is on one side of a face; `usual` where no side was named. */
export const signOf = (look: DescribedLook, usual: 1 | -1): 1 | -1 =>
  look.side ? (look.side === 'left' ? 1 : -1) : usual;

/** The colour of an eye; of two colours that were named, the second is that of the right one. */
export function eyeColour(t: Sided & Pick<Traits, 'colours'>, side: SideName): Vec3 {
  const own = sideOf(t, 'eyes', side).colour;
  const second = side === 'right' ? t.parts.get('eyes')?.second : undefined;
  return own ?? second ?? t.colours.eyes;
}

/** Materials that differ between two sides need names of their own. */
export const sidedName = (name: string, side: SideName, isOwn: boolean): string =>
  isOwn ? `${side} ${name}` : name;
