/** Tails: joints, shapes and tips. */

import { darker, lighter } from '../colour.js';
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone, tube } from '../geometry/field/shapes.js';
import type { Paint } from '../geometry/mesh/paint.js';
import { add, lerp, normalize, scale, sub, type Vec3 } from '../geometry/vec.js';
import type { TailShape } from '../input/text/vocabulary/shapes.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

type Curve = readonly (readonly [y: number, z: number])[];
/** Four control points of a tail in multiples of its length, from the root backwards and up. */
const curves: Record<Exclude<TailShape, 'none'>, Curve> = {
  brush: [
    [0, 0],
    [-0.06, -0.36],
    [0.14, -0.74],
    [0.46, -1],
  ],
  plume: [
    [0, 0],
    [0.26, -0.34],
    [0.66, -0.4],
    [0.98, -0.12],
  ],
  thin: [
    [0, 0],
    [0.05, -0.32],
    [0.3, -0.58],
    [0.68, -0.66],
  ],
  stub: [
    [0, 0],
    [0.05, -0.18],
    [0.12, -0.3],
    [0.2, -0.4],
  ],
  curl: [
    [0, 0],
    [0.12, -0.3],
    [0.42, -0.42],
    [0.6, -0.2],
  ],
  tuft: [
    [0, 0],
    [-0.1, -0.25],
    [-0.42, -0.36],
    [-0.75, -0.42],
  ],
  spade: [
    [0, 0],
    [-0.16, -0.4],
    [-0.08, -0.78],
    [0.2, -1],
  ],
  hair: [
    [0, 0],
    [0.0, -0.26],
    [-0.42, -0.42],
    [-0.95, -0.44],
  ],
  lizard: [
    [0, 0],
    [-0.18, -0.36],
    [-0.3, -0.72],
    [-0.26, -1.05],
  ],
};

/** @param reach length in metres of a tail of size 1 */
export function tailPoints(t: Traits, root: Vec3, reach: number, low: boolean): Vec3[] {
  if (t.tail === 'none' || t.tailLength <= 0) return [];
  const long = reach * t.tailLength;
  return curves[t.tail].map(([y, z]) => {
    const p = add(root, [0, y * long, z * long]);
    return low || p[1] > 0.05 * root[1] ? p : [p[0], 0.05 * root[1], p[2]];
  });
}

export const tailJoints = (_t: Traits, points: readonly Vec3[]): Joint[] =>
  points.length === 0 ? [] : chain(['tail1', 'tail2', 'tail3'], 'hips', points);

/** @param thick the tail's root radius in metres */
export function tailParts(t: Traits, skeleton: Skeleton, thick: number): Part[] {
  const joints = skeleton.joints.filter(({ name }) => name.startsWith('tail'));
  if (joints.length === 0 || t.tail === 'hair') return [];
  const points = [...joints.map(({ position }) => position), joints.at(-1)!.tail];
  const w = thick * t.tailWidth;
  const radii: Record<TailShape, number[]> = {
    none: [w],
    brush: [w * 0.55, w * 1.35, w * 1.5, w * 0.3],
    plume: [w * 0.55, w * 1.3, w * 1.65, w * 0.5],
    thin: [w * 0.5, w * 0.42, w * 0.38, w * 0.3],
    stub: [w * 0.8, w * 1.2, w * 1.2, w * 0.9],
    curl: [w * 0.42, w * 0.36, w * 0.32, w * 0.26],
    tuft: [w * 0.42, w * 0.36, w * 0.32, w * 0.3],
    spade: [w * 1, w * 0.7, w * 0.4, w * 0.2],
    hair: [w],
    lizard: [w * 1.35, w * 0.9, w * 0.5, w * 0.16],
  };
  const whole = tube(points, radii[t.tail], 4);
  return joints.map(({ name, position, tail }, i) => {
    const reach = Math.hypot(...sub(tail, position)) / 2 + w * 2.8;
    const middle = lerp(position, tail, 0.5);
    const at: Field['at'] = (x, y, z) =>
      Math.max(whole.at(x, y, z), Math.hypot(x - middle[0], y - middle[1], z - middle[2]) - reach);
    return {
      joint: i === 0 ? 'tail1' : name,
      field: { box: whole.box, at, near: (box) => (whole.near(box) ? { ...whole, at } : null) },
    };
  });
}

/** Tip colours, tufts, spades and hair at the end of the tail. */
export function tailTrim(sculpture: Sculpture, t: Traits, skeleton: Skeleton, thick: number): Paint[] {
  const last = skeleton.joints.filter(({ name }) => name.startsWith('tail')).at(-1);
  if (!last) return [];
  const tip = last.tail;
  const along = normalize(sub(last.tail, last.position));
  const w = thick * t.tailWidth;
  if (t.tail === 'tuft')
    sculpture.rigid(
      'tail tuft',
      last.name,
      blend(w * 0.3, [
        ellipsoid(tip, [w * 0.75, w * 1.3, w * 0.75]),
        roundCone(tip, add(tip, [0, -w * 1.9, 0]), w * 0.6, w * 0.12),
      ]),
      sculpture.material('tail tuft', t.colours.tail ?? darker(t.colours.coat, 0.55)),
    );
  if (t.tail === 'spade')
    sculpture.rigid(
      'tail spade',
      last.name,
      blend(
        w * 0.15,
        sides.map((side) =>
          roundCone(add(tip, [side.x * w * 0.75, 0, 0]), add(tip, scale(along, w * 1.5)), w * 0.42, w * 0.08),
        ),
      ),
      sculpture.material('tail spade', t.colours.tail ?? darker(t.colours.coat, 0.35)),
    );
  if (t.tail === 'hair') {
    const points = skeleton.joints
      .filter(({ name }) => name.startsWith('tail'))
      .map(({ position }) => position);
    sculpture.boned(
      'tail hair',
      ['tail1', 'tail2', 'tail3'],
      tube([...points, tip], [w * 0.5, w * 0.95, w * 1.05, w * 0.12], 4),
      sculpture.material('mane', t.colours.tail ?? t.colours.hair),
      40,
    );
  }
  if (t.tail !== 'brush') return [];
  const material = sculpture.material(
    'tail tip',
    t.colours.tail ? lighter(t.colours.tail, 0.2) : t.colours.belly,
  );
  const cut = lerp(last.position, last.tail, 0.3);
  const jag = (x: number, y: number) => Math.sin(x * 90) * Math.cos(y * 70) * w * 0.12;
  return [
    {
      material,
      at: (x, y, z) =>
        z > skeleton.joints[0]!.position[2]
          ? 1
          : -((x - cut[0]) * along[0] + (y - cut[1]) * along[1] + (z - cut[2]) * along[2]) + jag(x, y),
    },
  ];
}
