/** Skeletons for any solid: joints along its curve skeleton, from the middle of the body to every tip. */
import { add } from '../../geometry/vec.js';
import type { Joint, Skeleton } from '../skeleton.js';
import type { CurveSkeleton } from './curve.js';
import { limbOf, pointAlong } from './limb.js';

const mostLimbs = 12;

export function fitOther(curve: CurveSkeleton): Skeleton {
  const limbs = [...curve.branches]
    .sort((a, b) => b.reach - a.reach)
    .slice(0, mostLimbs)
    .map(({ points }) => limbOf(curve.trace(points[0]!)));
  const joints: Joint[] = [
    { name: 'root', parent: null, position: curve.root, tail: add(curve.root, [0, 0.02, 0]) },
  ];
  limbs.forEach((limb, l) => {
    const count = limb.length > 0.6 ? 4 : 3;
    for (let i = 0; i < count; i++) {
      const at = (step: number) => pointAlong(limb, limb.length * (1 - (step + 0.6) / (count + 0.6)));
      joints.push({
        name: `limb${l + 1}_${i + 1}`,
        parent: i === 0 ? 'root' : `limb${l + 1}_${i}`,
        position: at(i),
        tail: at(i + 1),
      });
    }
  });
  return { kind: 'other', joints };
}
