/** A centaur's upper body: a human trunk with arms in place of the horse's neck. */
import { blend } from '../../geometry/field/field.js';
import { ellipsoid, roundCone } from '../../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { chain, flip, type Joint, type Side, sides } from '../../skeleton/skeleton.js';
import type { Part } from '../anatomy.js';

type Measures = { barrel: number; r: number; neckFrom: Vec3; headAt: Vec3 };
type Arm = { shoulder: Vec3; elbow: Vec3; wrist: Vec3; tip: Vec3 };

function armOf({ barrel: b, neckFrom, headAt }: Measures, side: Side): Arm {
  const at = (x: number, s: number, z: number): Vec3 =>
    flip(add(lerp(neckFrom, headAt, s), [x * b, 0, z * b]), side);
  return {
    shoulder: at(0.86, 0.6, 0),
    elbow: at(1.25, 0.27, 0.02),
    wrist: at(1.42, 0.02, 0.3),
    tip: at(1.46, -0.14, 0.42),
  };
}

export function riderParts(f: Measures): Part[] {
  const b = f.barrel;
  const on = (s: number, z = 0): Vec3 => add(lerp(f.neckFrom, f.headAt, s), [0, 0, z * b]);
  const trunk = blend(b * 0.3, [
    ellipsoid(on(0.48), [b * 0.88, b * 0.72, b * 0.58]),
    roundCone(on(-0.12, -0.1), on(0.3), b * 0.72, b * 0.6),
    roundCone(on(0.6), on(0.9), f.r * 0.42, f.r * 0.36),
  ]);
  const arms = sides.flatMap((side): Part[] => {
    const { shoulder, elbow, wrist, tip } = armOf(f, side);
    const w = b * 0.24;
    const fingers = [-0.5, -0.17, 0.17, 0.5].map((over) =>
      roundCone(lerp(wrist, tip, 0.5), add(tip, [0, 0, over * w * 1.3]), w * 0.34, w * 0.28),
    );
    return [
      { joint: `${side.name}UpperArm`, field: roundCone(shoulder, elbow, w * 1.25, w * 0.9) },
      { joint: `${side.name}LowerArm`, field: roundCone(elbow, wrist, w * 0.92, w * 0.68) },
      {
        joint: `${side.name}Hand`,
        field: blend(w * 0.15, [
          ellipsoid(lerp(wrist, tip, 0.4), scale([0.6, 0.95, 0.95], w)),
          ...fingers,
          roundCone(wrist, add(lerp(wrist, tip, 0.6), [-side.x * w * 0.3, 0, w * 1.1]), w * 0.4, w * 0.28),
        ]),
      },
    ];
  });
  return [{ joint: 'neck', field: trunk }, ...arms];
}

export const riderJoints = (f: Measures): Joint[] =>
  sides.flatMap((side) => {
    const { shoulder, elbow, wrist, tip } = armOf(f, side);
    return chain(
      ['UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part),
      'neck',
      [shoulder, elbow, wrist, tip],
    );
  });

/** Position of the right or left hand, for held items. */
export const riderGrip = (f: Measures, side: Side) => ({
  at: lerp(armOf(f, side).wrist, armOf(f, side).tip, 0.6),
  up: [0, 0.35, 1] as Vec3,
  joint: `${side.name}Hand`,
});
