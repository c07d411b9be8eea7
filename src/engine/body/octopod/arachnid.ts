/** Spiders, scorpions and crabs: a carapace on eight jointed legs, with an abdomen, a tail or claws. */
import { blend, type Field } from '../../geometry/field/field.js';
import { ellipsoid, roundCone } from '../../geometry/field/shapes.js';
import { add, lerp } from '../../geometry/vec.js';
import { flip, type Skeleton, sides } from '../../skeleton/skeleton.js';
import type { Part } from '../anatomy.js';
import type { CreatureBody } from '../creature.js';
import { legParts } from '../hexapod.js';
import type { Traits } from '../traits.js';
import { frameArachnid } from './arachnid/frame.js';
import { arachnidJoints } from './arachnid/joints.js';
import { arachnidTailParts, clawParts, shieldOf } from './arachnid/parts.js';
import { arachnidPaints } from './coat.js';
import { sculptArachnidFace } from './face.js';
import { octopodLegRows } from './frame.js';

export function buildArachnid(t: Traits): CreatureBody {
  const f = frameArachnid(t);
  const shield = shieldOf(f);
  const trunk: Part[] = [
    { joint: 'thorax', field: shield },
    ...(f.form.plan === 'spider'
      ? [
          { joint: 'abdomen', field: ellipsoid(f.abdomen, f.rear, [0.2, 0, 0]) },
          {
            joint: 'thorax',
            field: roundCone(f.centre, lerp(f.centre, f.abdomen, 0.6), f.shield[1] * 0.5, f.shield[1] * 0.42),
          },
        ]
      : []),
  ];
  const legs = sides.flatMap((side) =>
    octopodLegRows.flatMap((row) =>
      legParts(f.legs[row], f.thick, `${side.name}${row}`, (p) => flip(p, side)),
    ),
  );
  const limbs = [...legs, ...clawParts(f, t), ...arachnidTailParts(f)];
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const body = blend(f.thick * 0.7, [blend(f.shield[1] * 0.3, fields(trunk)), ...fields(limbs)]);
  const skeleton: Skeleton = { kind: 'octopod', joints: arachnidJoints(f) };
  const [w, h, l] = f.shield;
  return {
    kind: 'octopod',
    fineness: 1.5,
    skeleton,
    unit: t.height * 1.1,
    body,
    parts: [...trunk, ...limbs],
    head: {
      centre: add(f.centre, [0, 0, l * (f.form.plan === 'crab' ? 0 : 0.22)]),
      half: f.form.plan === 'crab' ? [w * 0.55, h, l * 0.7] : [w * 0.85, h, l * 0.8],
      field: shield,
      front: l,
    },
    neck: { centre: add(f.centre, [0, 0, -l * 0.3]), radius: (w + h) * 0.52, angles: [1.35, 0, 0] },
    back: { at: add(f.centre, [0, h * 0.98, -l * 0.3]), out: [0, 1, 0], width: w * 0.75, joint: 'thorax' },
    ridge: {
      from: add(f.centre, [0, 0, l * 0.3]),
      to:
        f.form.plan === 'spider' ? add(f.abdomen, [0, 0, -f.rear[2] * 0.6]) : add(f.centre, [0, 0, -l * 0.9]),
      radius: f.form.plan === 'spider' ? f.rear[1] : h,
      out: [0, 1, 0],
    },
    waist: { centre: f.centre, half: [w, h, l], angles: [Math.PI / 2, 0, 0], joint: 'thorax' },
    grip: (side) =>
      f.claw
        ? { at: flip(lerp(f.claw[2], f.claw[3], 0.85), side), up: [0, 1, 0.2], joint: `${side.name}Claw` }
        : { at: flip(f.legs.Front.ankle, side), up: [0, 1, 0.1], joint: `${side.name}FrontFoot` },
    paints: (sculpture, pattern) => arachnidPaints(sculpture, f, t, pattern),
    adorn: (sculpture) => sculptArachnidFace(sculpture, f, t, shield),
  };
}
