/** Limbs of which there are fewer than usual: three legs of a dog, one arm of a person. */
import type { SkeletonKind } from '../../kinds.js';
import type { Asked } from './asked.js';
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
