/** The body of an insect: head, thorax on six legs, and abdomen. */
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone } from '../geometry/field/shapes.js';
import { add, lerp, type Vec3 } from '../geometry/vec.js';
import { flip, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import type { CreatureBody } from './creature.js';
import { insectPaints } from './hexapod/coat.js';
import { sculptInsectFace } from './hexapod/face.js';
import {
  frameInsect,
  hexapodLegRows,
  type InsectFrame,
  insectJoints,
  type LegFrame,
} from './hexapod/frame.js';
import { sculptInsectWings } from './hexapod/wings.js';
import type { Traits } from './traits.js';

export function buildHexapod(t: Traits): CreatureBody {
  const f = frameInsect(t);
  const half: Vec3 = [f.r * 1.04, f.r * 0.95, f.r * 0.95];
  const head = blend(f.r * 0.25, [
    ellipsoid(f.headAt, half),
    ellipsoid(add(f.headAt, [0, -f.r * 0.35, f.r * 0.3]), [f.r * 0.72, f.r * 0.52, f.r * 0.62]),
  ]);
  const trunk = trunkOf(f);
  const legs = sides.flatMap((side) =>
    hexapodLegRows.flatMap((row) =>
      legParts(f.legs[row], f.thick, `${side.name}${row}`, (p) => flip(p, side)),
    ),
  );
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const body = blend(f.b * 0.1, [blend(f.b * 0.22, fields(trunk)), head, ...fields(legs)]);
  const skeleton: Skeleton = { kind: 'hexapod', joints: insectJoints(f) };
  const neck = lerp(f.thorax, f.headAt, 0.55);
  return {
    kind: 'hexapod',
    fineness: 1.35,
    skeleton,
    unit: f.H * 1.1,
    body,
    parts: [...trunk, { joint: 'head', field: head }, ...legs],
    head: { centre: f.headAt, half, field: head, front: f.r },
    neck: { centre: neck, radius: Math.max(f.b, f.r) * 0.78, angles: [1.05, 0, 0] },
    back: { at: add(f.thorax, [0, f.b, -f.b * 0.2]), out: [0, 1, 0], width: f.b * 0.95, joint: 'thorax' },
    ridge: {
      from: add(f.thorax, [0, 0, f.b * 0.6]),
      to: add(f.abdomen, [0, 0, -f.rear[2] * 0.7]),
      radius: Math.max(f.b, f.rear[1]) * 0.98,
      out: [0, 1, 0],
    },
    waist: { centre: f.thorax, half: [f.b, f.b, f.b], angles: [Math.PI / 2, 0, 0], joint: 'thorax' },
    grip: (side) => ({ at: flip(f.legs.Front.ankle, side), up: [0, 1, 0], joint: `${side.name}FrontFoot` }),
    paints: (sculpture, pattern) => insectPaints(sculpture, f, t, pattern),
    adorn(sculpture) {
      sculptInsectFace(sculpture, f, t, head);
      sculptInsectWings(sculpture, f, t);
    },
  };
}

/** Thorax and abdomen. */
const trunkOf = (f: InsectFrame): Part[] => [
  { joint: 'thorax', field: ellipsoid(f.thorax, [f.b * 0.98, f.b * 0.98, f.b * 1.2]) },
  { joint: 'thorax', field: roundCone(f.thorax, lerp(f.thorax, f.headAt, 0.75), f.b * 0.6, f.r * 0.42) },
  {
    joint: 'abdomen1',
    field: roundCone(
      lerp(f.thorax, f.waist, 0.6),
      lerp(f.waist, f.abdomen, 0.5),
      f.b * 0.45,
      f.rear[0] * 0.45,
    ),
  },
  {
    joint: 'abdomen2',
    field: blend(f.rear[0] * 0.3, [
      ellipsoid(f.abdomen, f.rear, [-0.16, 0, 0]),
      roundCone(
        add(f.abdomen, [0, -f.rear[1] * 0.1, -f.rear[2] * 0.5]),
        add(f.abdomen, [0, -f.rear[1] * 0.36, -f.rear[2] * 0.96]),
        f.rear[0] * 0.55,
        f.rear[0] * 0.2,
      ),
    ]),
  },
];

/** A leg of two segments with a clawed foot. */
export function legParts(leg: LegFrame, thick: number, name: string, place: (p: Vec3) => Vec3): Part[] {
  const [coxa, knee, ankle, toe] = [leg.coxa, leg.knee, leg.ankle, leg.toe].map(place) as [
    Vec3,
    Vec3,
    Vec3,
    Vec3,
  ];
  return [
    { joint: `${name}UpperLeg`, field: roundCone(coxa, knee, thick * 1.25, thick * 0.95) },
    { joint: `${name}LowerLeg`, field: roundCone(knee, ankle, thick, thick * 0.62) },
    { joint: `${name}Foot`, field: roundCone(ankle, toe, thick * 0.66, thick * 0.5) },
  ];
}
