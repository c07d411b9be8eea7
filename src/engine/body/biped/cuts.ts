/** Limbs that end early: missing ones, and those that are replaced. */
import type { SideLook } from '../../input/text/description.js';
import type { SideState } from '../../kinds.js';
import type { Side } from '../../skeleton/skeleton.js';
import { sideOf } from '../sides.js';
import type { Traits } from '../traits.js';

/** Where flesh ends along a limb: 1 is the elbow or the knee, 2 the wrist or the ankle. */
export type Cut = { at: number; state: SideState; look: SideLook };

type Ends = Readonly<Partial<Record<SideState, number>>>;
const ends: Readonly<Record<'arms' | 'hands' | 'legs' | 'feet', Ends>> = {
  arms: { missing: 0.62, prosthetic: 0.5, hook: 1.75 },
  hands: { missing: 1.86, prosthetic: 1.8, hook: 1.8 },
  legs: { missing: 0.58, prosthetic: 1.3, peg: 1.25, blade: 1.25 },
  feet: { missing: 1.75, prosthetic: 1.65, peg: 1.5, blade: 1.5 },
};

/** The one nearest to the trunk counts. */
function cutOf(t: Traits, parts: readonly (keyof typeof ends)[], { name }: Side): Cut | null {
  for (const part of parts) {
    const look = sideOf(t, part, name);
    const at = look.state && ends[part][look.state];
    if (look.state && at !== undefined) return { at, state: look.state, look };
  }
  return null;
}

export const armCut = (t: Traits, side: Side): Cut | null => cutOf(t, ['arms', 'hands'], side);
export const legCut = (t: Traits, side: Side): Cut | null => cutOf(t, ['legs', 'feet'], side);
