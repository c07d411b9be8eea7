/** The body of a swimmer: a spindle with fins, from goldfish to whale. */
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone } from '../geometry/field/shapes.js';
import { stretch } from '../geometry/field/stretch.js';
import { add, type Vec3 } from '../geometry/vec.js';
import { type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import { fishPaints } from './aquatic/coat.js';
import { sculptFishFace } from './aquatic/face.js';
import { sculptFins } from './aquatic/fins.js';
import { type FishFrame, fishJoints, frameFish, stationsOf } from './aquatic/frame.js';
import type { CreatureBody } from './creature.js';
import type { Traits } from './traits.js';
import { wingJoints } from './wings.js';

/** The joint that carries the body at fraction `s` from the nose. */
const owners = [
  ['head', 0.26],
  ['chest', 0.38],
  ['spine', 0.54],
  ['tail1', 0.65],
  ['tail2', 0.76],
  ['tail3', 1],
] as const;

export function buildAquatic(t: Traits): CreatureBody {
  const f = frameFish(t);
  const parts = trunkOf(f, t);
  const { trunk, others } = parts;
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const body = blend(f.h * 0.2, [blend(f.h * 0.03, fields(trunk)), ...fields(others)]);
  const headAt = f.at(0.17);
  const half: Vec3 = [f.w * 0.86, f.deep(0.17), f.deep(0.17)];
  const head: Field = body;
  const back = add(f.at(0.44), [0, f.deep(0.44), 0]);
  const skeleton: Skeleton = {
    kind: 'aquatic',
    joints: [
      ...fishJoints(f),
      ...wingJoints(t, add(f.at(0.4), [0, f.h * 0.8, 0]), f.L * 0.36, [0, 0.4, -0.5]),
    ],
  };
  return {
    kind: 'aquatic',
    fineness: 1.1,
    skeleton,
    unit: f.L * 0.75,
    body,
    parts: [...trunk, ...others],
    head: { centre: headAt, half, field: head, front: f.L * 0.15 },
    neck: { centre: f.at(0.3), radius: (f.deep(0.3) + f.w) * 0.54, angles: [Math.PI / 2 - 0.12, 0, 0] },
    back: { at: back, out: [0, 1, 0], width: f.w, joint: 'spine' },
    ridge: { from: f.at(0.3), to: f.at(0.8), radius: f.deep(0.44), out: [0, 1, 0] },
    waist: { centre: f.at(0.46), half: [f.w, f.h, f.w], angles: [Math.PI / 2, 0, 0], joint: 'spine' },
    grip: (side) => ({ at: f.at(0.33), up: [0, 1, 0], joint: `${side.name}PectoralFin` }),
    paints: (sculpture, pattern) => fishPaints(sculpture, f, t, pattern),
    adorn(sculpture) {
      sculptFishFace(sculpture, f, t, body);
      sculptFins(sculpture, f, t);
    },
  };
}

function trunkOf(f: FishFrame, t: Traits): { trunk: Part[]; others: Part[] } {
  const flat = f.w / f.h;
  const stations = stationsOf(f.form);
  const squeeze = (field: Field): Field => stretch(field, f.at(0.5), [flat, 1, 1]);
  const trunk = stations.slice(1).map(([s1, d1], i): Part => {
    const [s0, d0] = stations[i]!;
    return {
      joint: owners.find(([, end]) => (s0 + s1) / 2 < end)![0],
      field: squeeze(roundCone(f.at(s0, droop(f, s0)), f.at(s1, droop(f, s1)), d0 * f.h, d1 * f.h)),
    };
  });
  const [, rootDeep] = stations.at(-1)!;
  const root: Part = {
    joint: 'tailFin',
    field: squeeze(roundCone(f.at(0.85), f.at(0.93), rootDeep * f.h * 0.95, rootDeep * f.h * 0.6)),
  };
  const belly = Math.max(0, t.girth * t.belly - 1) * 0.2;
  const paunch: Part[] =
    belly > 0
      ? [
          {
            joint: 'spine',
            field: ellipsoid(f.at(0.4, -0.12 - belly), [f.w * (1 + belly), f.h * 0.95, f.L * 0.2]),
          },
        ]
      : [];
  return { trunk: [...trunk, root], others: [...paunch, ...snoutOf(f)] };
}

/** The nose sits slightly below the centre line. */
const droop = (f: FishFrame, s: number): number =>
  s < 0.3 ? (f.form.snout === 'point' ? 0.12 : -0.06) * (1 - s / 0.3) : 0;

function snoutOf(f: FishFrame): Part[] {
  if (f.form.snout === 'beak')
    return [
      { joint: 'head', field: roundCone(f.at(0.12, -0.25), f.at(0.025, -0.3), f.h * 0.3, f.h * 0.17) },
      { joint: 'jaw', field: roundCone(f.at(0.13, -0.42), f.at(0.04, -0.45), f.h * 0.2, f.h * 0.12) },
    ];
  if (f.form.snout === 'blunt')
    return [{ joint: 'jaw', field: ellipsoid(f.at(0.13, -0.45), [f.w * 0.8, f.h * 0.42, f.L * 0.115]) }];
  return sides.map(
    (side): Part => ({
      joint: 'head',
      field: ellipsoid(add(f.at(0.16, -0.1), [side.x * f.w * 0.42, 0, 0]), [
        f.w * 0.45,
        f.deep(0.16) * 0.6,
        f.L * 0.07,
      ]),
    }),
  );
}
