/** Limbs of which there are fewer than usual: three legs of a dog, one arm of a person. */
import type { SkeletonKind } from '../../kinds.js';
import { sideNames } from '../../kinds.js';
import type { Asked, Unshown } from './asked.js';
import type { DescribedLook } from './description.js';

const isMissing = (look: DescribedLook | undefined): number =>
  Number(look?.left?.state === 'missing') + Number(look?.right?.state === 'missing');

/** How many of a part are said to be missing. */
export const missingOf = (parts: ReadonlyMap<string, DescribedLook>, name: string): number =>
  isMissing(parts.get(name));

/** A number of limbs that is one less than usual is one that is missing. */
export function missLimbs({ parts, counts }: Asked, kind: SkeletonKind): void {
  const usual = { arms: kind === 'biped' ? 2 : 0, legs: { biped: 2, quadruped: 4 }[kind as string] ?? 0 };
  for (const name of ['arms', 'legs'] as const) {
    const look = parts.get(name);
    if (!look || look.left || look.right || counts.get(name)?.many !== usual[name] - 1) continue;
    const row = kind === 'quadruped' ? { row: 'back' as const } : {};
    parts.set(name, { ...look, left: { state: 'missing', ...row } });
  }
}

/** The classes of body that show what one of a pair is. */
const shownBy: Readonly<Record<string, readonly SkeletonKind[]>> = {
  arms: ['biped'],
  hands: ['biped'],
  legs: ['biped', 'quadruped'],
  feet: ['biped', 'quadruped'],
  ears: ['biped', 'quadruped'],
};

/** What is said of one side that this class of body has no place for. */
export const unshownSides = ({ parts }: Asked, kind: SkeletonKind): Unshown[] =>
  [...parts].flatMap(([name, look]) =>
    sideNames.flatMap((side) => {
      const state = look[side]?.state;
      if (!state || (shownBy[name]?.includes(kind) ?? true)) return [];
      return [{ about: state, note: `On this body, both ${name} look alike, so I left out what differs.` }];
    }),
  );
