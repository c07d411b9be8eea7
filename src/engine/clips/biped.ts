/** The clips of a person and of anything else on two legs with two arms. */
import type { ArmStance } from '../kinds.js';
import { chairJoint, type Skeleton } from '../skeleton/skeleton.js';
import { bodyOf } from './biped/body.js';
import { clipOfMotion, type Motion } from './biped/motion.js';
import { actions } from './biped/motions/action.js';
import { withArms } from './biped/motions/arms.js';
import { dances } from './biped/motions/dance.js';
import { gestures } from './biped/motions/gesture.js';
import { moving } from './biped/motions/move.js';
import { standing } from './biped/motions/stand.js';
import { inChair } from './biped/motions/wheelchair.js';
import type { Clip } from './clip.js';
import type { Flesh } from './flesh.js';

/** The first is shown in pictures. */
const motions: readonly Motion[] = [...standing, ...moving, ...gestures, ...dances, ...actions];

/** A clip that is computed when it is needed. */
export type ClipRecipe = { name: string; make: () => Clip };

export function bipedClips(skeleton: Skeleton, flesh: Flesh | null, arms: ArmStance | null): ClipRecipe[] {
  const body = bodyOf(skeleton, flesh);
  const sits = skeleton.joints.some(({ name }) => name === chairJoint);
  return motions.map((motion) => ({
    name: motion.name,
    make: () => clipOfMotion(body, withArms(sits ? inChair(motion) : motion, arms)),
  }));
}
