/** The body of crawlers on their belly, and of flying eastern dragons. */
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone } from '../geometry/field/shapes.js';
import { stretch } from '../geometry/field/stretch.js';
import { add, lerp, type Vec3 } from '../geometry/vec.js';
import { originalOf } from '../skeleton/copies.js';
import { spineNames } from '../skeleton/serpentine.js';
import { type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import type { CreatureBody } from './creature.js';
import { snakePaints } from './serpentine/coat.js';
import { sculptSnakeFace } from './serpentine/face.js';
import { frameSnake, placeAt, type SnakeFrame, snakeJoints } from './serpentine/frame.js';
import type { Traits } from './traits.js';
import { wingJoints } from './wings.js';

export function buildSerpentine(t: Traits): CreatureBody {
  const f = frameSnake(t);
  const head = headOf(f, t);
  const trunk = trunkOf(f);
  const hood: Part[] = f.form.hood ? [{ joint: 'neck', field: hoodOf(f) }] : [];
  const legs = f.legs.flatMap(({ name, root, knee, foot, toe }): Part[] => [
    { joint: `${name}UpperLeg`, field: roundCone(root, knee, f.R * 0.5, f.R * 0.34) },
    { joint: `${name}LowerLeg`, field: roundCone(knee, foot, f.R * 0.34, f.R * 0.24) },
    {
      joint: `${name}Foot`,
      field: blend(f.R * 0.06, [
        ...[-0.42, 0, 0.42].map((x) => roundCone(foot, add(toe, [x * f.R, 0, 0]), f.R * 0.22, f.R * 0.1)),
        roundCone(foot, add(foot, [0, -f.R * 0.1, -f.R * 0.5]), f.R * 0.2, f.R * 0.1),
      ]),
    },
  ]);
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const join = (line: readonly Part[], others: readonly Part[]): Field =>
    blend(f.R * 0.35, [blend(f.R * 0.04, fields(line)), ...fields(others)]);
  const others = [{ joint: 'head', field: head }, ...hood, ...legs];
  const neckAt = placeAt(f, 0.07);
  const low = placeAt(f, 0.2);
  const tilt = Math.atan2(f.headAt[2] - low[2], f.headAt[1] - low[1]);
  const skeleton: Skeleton = {
    kind: 'serpentine',
    joints: [
      ...snakeJoints(f),
      ...wingJoints(t, add(placeAt(f, 0.24), [0, f.R * 0.8, 0]), f.L * 0.3, [0, 0.5, -0.5], 'spine2'),
    ],
  };
  const middle = placeAt(f, 0.42);
  return {
    kind: 'serpentine',
    fineness: 1.5,
    skeleton,
    unit: f.L * 0.5,
    body: join(trunk, others),
    parts: [...trunk, ...hood, { joint: 'head', field: head }, ...legs],
    join: (all) =>
      join(
        all.filter(isOfLine),
        all.filter((part) => !isOfLine(part)),
      ),
    head: { centre: f.headAt, half: [f.r, f.r * 0.82, f.r * 1.1], field: head, front: f.r * 1.5 },
    neck: { centre: neckAt, radius: f.R * (f.form.hood ? 0.95 : 0.82), angles: [tilt * 0.6, 0, 0] },
    back: { at: add(middle, [0, f.R, 0]), out: [0, 1, 0], width: f.R, joint: 'spine1' },
    ridge: { from: placeAt(f, 0.3), to: placeAt(f, 0.8), radius: f.R, out: [0, 1, 0] },
    waist: { centre: middle, half: [f.R, f.R, f.R], angles: [Math.PI / 2, 0, 0], joint: 'spine1' },
    grip: () => ({ at: f.headAt, up: [1, 0, 0], joint: 'head' }),
    paints: (sculpture, pattern) => snakePaints(sculpture, f, t, pattern),
    adorn: (sculpture) => sculptSnakeFace(sculpture, f, t, head),
  };
}

const isOfLine = ({ joint }: Part): boolean => spineNames.includes(originalOf(joint));

function trunkOf(f: SnakeFrame): Part[] {
  return f.line.slice(1).map(({ p, r, s }, i): Part => {
    const before = f.line[i]!;
    const owner = Math.min(
      spineNames.length - 1,
      Math.max(0, Math.floor(((before.s + s) / 2) * (spineNames.length + 0.1) - 0.35)),
    );
    return { joint: spineNames[owner]!, field: roundCone(before.p, p, before.r, r) };
  });
}

function headOf(f: SnakeFrame, t: Traits): Field {
  const { headAt, r } = f;
  const at = (x: number, y: number, z: number): Vec3 => add(headAt, [x * r, y * r, z * r]);
  if (f.form.head === 'worm') return ellipsoid(at(0, 0, -0.1), [r * 0.84, r * 0.84, r * 0.95]);
  if (f.form.head === 'dragon') {
    const l = t.snout;
    return blend(r * 0.2, [
      ellipsoid(at(0, 0.12, -0.1), [r * 0.95, r * 0.86, r]),
      ...sides.map((side) => ellipsoid(at(0.52 * side.x, -0.3, 0.1), [r * 0.45, r * 0.42, r * 0.55])),
      roundCone(at(0, -0.15, 0.5), at(0, -0.22, 0.9 + 0.7 * l), r * 0.5, r * 0.34),
      ellipsoid(at(0, -0.1, 1.1 + 0.7 * l), [r * 0.44, r * 0.26, r * 0.28]),
      roundCone(at(0, -0.55, 0.3), at(0, -0.6, 0.75 + 0.6 * l), r * 0.36, r * 0.24),
    ]);
  }
  const long = (f.form.head === 'eel' ? 0.95 : 0.8) * t.snout;
  const skull = blend(r * 0.3, [
    ellipsoid(at(0, 0, -0.15), [r * 0.95, r * 0.95, r * 1.0]),
    roundCone(at(0, -0.08, 0.2), at(0, -0.14, 0.35 + long), r * 0.86, r * 0.52),
  ]);
  return stretch(skull, headAt, [f.form.head === 'eel' ? 0.82 : 1.06, 0.8, 1]);
}

/** The spread hood of a cobra. */
function hoodOf(f: SnakeFrame): Field {
  const [top, low] = [placeAt(f, 0.05), placeAt(f, 0.22)];
  const middle = lerp(top, low, 0.42);
  const tilt = Math.atan2(top[2] - low[2], top[1] - low[1]);
  return ellipsoid(
    add(middle, [0, 0, -f.R * 0.1]),
    [f.R * 2.6, Math.hypot(top[1] - low[1], top[2] - low[2]) * 0.72, f.R * 0.5],
    [tilt, 0, 0],
  );
}
