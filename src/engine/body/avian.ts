/** The body of a bird: an egg on two thin legs, a head on a neck of any length, and spread wings at rest. */
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone, tube } from '../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../geometry/vec.js';
import { originalOf } from '../skeleton/copies.js';
import { flip, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import { birdPaints } from './avian/coat.js';
import { type BirdFrame, birdJoints, frameBird } from './avian/frame.js';
import { sculptBirdHead } from './avian/head.js';
import { sculptPlumage } from './avian/plumage.js';
import type { CreatureBody } from './creature.js';
import { membrane } from './membrane.js';
import type { Traits } from './traits.js';

export function buildAvian(t: Traits): CreatureBody {
  const f = frameBird(t);
  const head = ellipsoid(f.headAt, [f.r * 0.94, f.r * 0.95, f.r * 0.98]);
  const parts = bodyParts(f, t);
  const all: Part[] = [...parts.trunk, { joint: 'head', field: head }, ...parts.thighs, ...parts.shanks];
  const join = (list: readonly Part[]) => joinBird(list, f.b);
  const skeleton: Skeleton = { kind: 'avian', joints: birdJoints(f) };
  const neckAt = lerp(f.neckFrom, f.headAt, 0.42);
  const neckRadius = Math.max(f.r * 0.66, f.b * 0.75 - Math.max(0, t.neck - 0.5) * f.b * 0.45);
  return {
    kind: 'avian',
    fineness: 1,
    skeleton,
    unit: f.H * 0.9,
    body: join(all),
    parts: all,
    join,
    head: { centre: f.headAt, half: [f.r * 0.94, f.r * 0.95, f.r * 0.98], field: head, front: f.r },
    neck: { centre: neckAt, radius: neckRadius, angles: [0.22 * (1 - f.form.upright * 0.6), 0, 0] },
    back: {
      at: add(f.chest, scale(f.back, f.b * 0.95)),
      out: f.back,
      width: f.b * 0.92,
      joint: 'chest',
    },
    ridge: { from: add(f.chest, scale(f.along, f.b * 0.3)), to: f.rump, radius: f.b, out: f.back },
    waist: {
      centre: f.centre,
      half: [f.b, f.b, f.b],
      angles: [Math.PI / 2 - Math.asin(f.along[1]), 0, 0],
      joint: 'spine',
    },
    grip: (side) => ({ at: flip(f.wing.wrist, side), up: [0, 1, 0.2], joint: `${side.name}LowerWing` }),
    paints: (sculpture, pattern) => birdPaints(sculpture, f, t, pattern),
    adorn(sculpture) {
      sculptBirdHead(sculpture, f, t, head);
      sculptPlumage(sculpture, f, t);
    },
  };
}

function joinBird(parts: readonly Part[], b: number): Field {
  const fields = (pattern: RegExp): Field[] =>
    parts.filter(({ joint }) => pattern.test(originalOf(joint))).map(({ field }) => field);
  const trunk = blend(b * 0.4, fields(/^(chest|spine|hips|tail1|neck)$/));
  const upper = blend(b * 0.28, [trunk, ...fields(/^head$/), ...fields(/UpperLeg$/)]);
  return blend(b * 0.12, [upper, ...fields(/(LowerLeg|Foot)$/)]);
}

function bodyParts(f: BirdFrame, t: Traits) {
  const on = (a: number, n = 0): Vec3 =>
    add(f.centre, add(scale(f.along, a * f.long), scale(f.back, n * f.b)));
  const slim = Math.min(t.neck, 3);
  const sag = Math.max(0, t.girth * t.belly - 1) * 0.14;
  const lean = Math.asin(f.along[1]);
  const trunk: Part[] = [
    {
      joint: 'chest',
      field: ellipsoid(on(0.16, -0.08), [f.b * 0.98, f.b * 1.02, f.long * 0.36], [-lean, 0, 0]),
    },
    {
      joint: 'spine',
      field: ellipsoid(
        on(-0.06, -0.1 - sag),
        [f.b * (0.98 + sag), f.b * (0.98 + sag), f.long * 0.4],
        [-lean, 0, 0],
      ),
    },
    { joint: 'hips', field: roundCone(on(-0.16), f.rump, f.b * 0.78, f.b * 0.34) },
    { joint: 'tail1', field: roundCone(f.rump, lerp(f.tail[0], f.tail[1], 0.5), f.b * 0.34, f.b * 0.2) },
    {
      joint: 'neck',
      field: tube(
        [on(0.3), f.neckFrom, ...f.neckWay, f.headAt],
        [
          f.b * 0.8,
          Math.min(f.b * 0.62, f.r * (1.15 - 0.12 * slim)),
          f.r * (0.8 - 0.09 * slim),
          f.r * (0.72 - 0.07 * slim),
          f.r * 0.66,
        ],
        // Short segments need blending; long ones would look like beads.
        t.neck > 2 ? 8 : 3,
      ),
    },
  ];
  const thighs = sides.map(
    (side): Part => ({
      joint: `${side.name}UpperLeg`,
      field: roundCone(flip(f.hip, side), flip(lerp(f.hip, f.hock, 0.86), side), f.b * 0.46, f.shank * 1.5),
    }),
  );
  const shanks = sides.flatMap((side): Part[] => [
    {
      joint: `${side.name}LowerLeg`,
      field: roundCone(flip(f.hock, side), flip(f.ankle, side), f.shank * 1.1, f.shank * 0.95),
    },
    { joint: `${side.name}Foot`, field: footOf(f, t, side) },
  ]);
  return { trunk, thighs, shanks };
}

/** Three toes in front and one behind, with webbing for swimmers. */
function footOf(f: BirdFrame, t: Traits, side: Side): Field {
  const ankle = flip(f.ankle, side);
  const toe = flip(f.toe, side);
  const w = f.shank * (0.85 + 0.15 * t.foot);
  const reach = toe[2] - ankle[2];
  const ends = [-0.6, 0, 0.6].map(
    (x): Vec3 => [toe[0] + x * reach * 0.95, w * 0.7, toe[2] - Math.abs(x) * reach * 0.3],
  );
  const heel: Vec3 = [ankle[0], w * 0.8, ankle[2]];
  const toes = ends.map((end) => roundCone(heel, end, w * 0.85, w * (f.form.webbed ? 0.55 : 0.62)));
  const spur = roundCone(heel, [ankle[0], w * 0.65, ankle[2] - reach * 0.5], w * 0.75, w * 0.45);
  const web = f.form.webbed
    ? [
        membrane(
          ends.map((end) => [heel, end] as const),
          w * 0.45,
          0,
        ),
      ]
    : [];
  return blend(w * 0.4, [roundCone(ankle, heel, w * 0.95, w), ...toes, spur, ...web]);
}
