import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { chain, flip, type Joint, type Side, sides } from '../../skeleton/skeleton.js';
import { tailJoints, tailPoints } from '../tail.js';
import type { Traits } from '../traits.js';
import { wingJoints } from '../wings.js';
import type { BipedFrame } from './frame.js';
import { fingerJoints } from './hand.js';
import { armOf, legOf } from './limbs.js';

export function bipedJoints(f: BipedFrame, t: Traits): Joint[] {
  const at = (y: number, z = 0): Vec3 => [0, f.hip + y * f.T, z];
  const chin: Vec3 = [0, f.chin, 0.005 * f.H];
  const spine = chain(['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'], null, [
    at(0.08),
    at(0.3),
    at(0.56),
    at(0.78),
    [0, f.S - 0.02 * f.T, 0],
    chin,
    [0, f.H, 0.01 * f.H],
  ]);
  const arm = (side: Side) => {
    const { shoulder, elbow, wrist } = armOf(f, t, side);
    const tip = add(wrist, scale(flip(f.armDirection, side), f.hand * 1.9));
    return chain(
      ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part),
      'upperChest',
      [flip([f.shoulder * 0.25, f.S - 0.06 * f.T, 0], side), shoulder, elbow, wrist, tip],
    );
  };
  const leg = (side: Side) => {
    const { ankle } = legOf(f, t, side);
    const ball: Vec3 = [ankle[0], 0.02 * f.H, ankle[2] + f.footLength * 0.55];
    return chain(
      ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part),
      'hips',
      [
        flip([f.stand, f.hip + 0.02 * f.T, 0], side),
        flip([f.stand * 1.03, f.ankle + (f.hip - f.ankle) * 0.5, 0.012 * f.H], side),
        ankle,
        ball,
        add(ball, [0, 0, f.footLength * 0.35]),
      ],
    );
  };
  const root: Vec3 = [0, f.hip + 0.08 * f.T, -f.depth * 0.8];
  return [
    ...spine,
    ...sides.flatMap(arm),
    ...sides.flatMap(leg),
    ...tailJoints(t, tailPoints(t, root, f.H * 0.3, false)),
    ...wingJoints(t, [0, f.S - 0.22 * f.T, -f.depth * 0.8], f.H * 0.36, [0, 0, -1]),
    ...sides.flatMap((side) => fingerJoints(f, t, side, armOf(f, t, side).wrist)),
  ];
}
