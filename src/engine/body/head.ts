/** The shape of a head without eyes and mouth. */
import { blend, type Field } from '../geometry/field/field.js';
import { ball, ellipsoid, roundBox, roundCone, tube } from '../geometry/field/shapes.js';
import { add, lerp, type Vec3 } from '../geometry/vec.js';
import type { EarShape } from '../input/text/vocabulary/shapes.js';
import { sides } from '../skeleton/skeleton.js';
import { cheekTufts } from './head/fur.js';
import { notch } from './head/notch.js';
import { sideOf } from './sides.js';
import { isBare, type Traits } from './traits.js';

export type HeadShape = {
  centre: Vec3;
  half: Vec3;
  field: Field;
  ears: { left: Field; right: Field } | null;
  front: number;
};

/** @param r half the head's height in metres */
export function shapeHead(centre: Vec3, r: number, traits: Traits): HeadShape {
  const at = (x: number, y: number, z: number): Vec3 => add(centre, [x * r, y * r, z * r]);
  const size = (x: number, y: number, z: number): Vec3 => [x * r, y * r, z * r];
  const skull = skulls[traits.face](at, size, r, traits);
  const half: Vec3 =
    traits.face === 'robot' || traits.face === 'screen'
      ? size(0.95, 0.82, 0.85)
      : size(skull.half[0], skull.half[1], skull.half[2]);
  const ears = earsOf(centre, r, half, traits);
  return { centre, half, field: blend(r * 0.16, skull.parts), ears, front: skull.front * r };
}

type At = (x: number, y: number, z: number) => Vec3;
type Skull = { parts: Field[]; half: Vec3; front: number };

const skulls: Record<Traits['face'], (at: At, size: At, r: number, traits: Traits) => Skull> = {
  human: (at, size, r, { nose, bare }) => ({
    half: [0.84, 1, 0.9],
    front: 0.95,
    parts: [
      ellipsoid(at(0, 0.12, -0.04), size(0.84, 0.86, 0.88)),
      ellipsoid(at(0, -0.38, 0.12), size(0.66, 0.56, 0.64)),
      ...sides.map((side) => ellipsoid(at(0.4 * side.x, -0.3, 0.42), size(0.3, 0.27, 0.28))),
      ...(isBare({ bare }, 'nose')
        ? []
        : [
            roundCone(at(0, -0.02, 0.82), at(0, -0.2, 0.88 + 0.09 * nose), r * 0.06, r * 0.115 * nose),
            ...sides.map((side) => ellipsoid(at(0.1 * side.x, -0.22, 0.84), size(0.08 * nose, 0.07, 0.1))),
          ]),
    ],
  }),
  muzzle: (at, size, r, { snout, snoutWidth: w, fluff }) => ({
    half: [0.95, 0.86, 0.88],
    front: 0.75 + 0.72 * snout,
    parts: [
      ellipsoid(at(0, 0.1, -0.05), size(0.95, 0.84, 0.88)),
      ...sides.map((side) => ellipsoid(at(0.5 * side.x, -0.3, 0.22), size(0.42, 0.38, 0.45))),
      roundCone(
        at(0, -0.22, 0.5),
        at(0, -0.32 - 0.06 * snout, 0.72 + 0.62 * snout),
        r * 0.44 * w,
        r * (0.22 + 0.05 * snout) * w,
      ),
      ellipsoid(at(0, -0.52, 0.5 + 0.36 * snout), size(0.3 * w, 0.16, 0.3 + 0.26 * snout)),
      ...(fluff > 0 ? cheekTufts(at, r, fluff) : []),
    ],
  }),
  beak: (at, size) => ({
    half: [0.88, 0.9, 0.85],
    front: 0.9,
    parts: [ellipsoid(at(0, 0.05, 0), size(0.88, 0.88, 0.85))],
  }),
  frog: (at, size) => ({
    half: [1.1, 0.72, 0.95],
    front: 1,
    parts: [
      ellipsoid(at(0, -0.15, 0.05), size(1.12, 0.62, 0.98)),
      ...sides.map((side) => ellipsoid(at(0.55 * side.x, 0.4, 0.2), size(0.36, 0.36, 0.36))),
    ],
  }),
  screen: (at, size, r) => ({
    half: [0.95, 0.82, 0.85],
    front: 0.85,
    parts: [roundBox(at(0, 0, 0), size(0.95, 0.82, 0.85), r * 0.16)],
  }),
  robot: (at, size, r) => ({
    half: [0.95, 0.82, 0.85],
    front: 0.85,
    parts: [
      roundBox(at(0, 0, 0), size(0.95, 0.82, 0.85), r * 0.25),
      ...sides.map((side) => roundBox(at(1 * side.x, -0.05, 0), size(0.14, 0.28, 0.28), r * 0.1)),
    ],
  }),
};

/** Ears in front of, above or beside the head, mirrored left and right. */
function earsOf(centre: Vec3, r: number, half: Vec3, traits: Traits): HeadShape['ears'] {
  const { ears: shape, earSize, face, marks } = traits;
  if (shape === 'none' || earSize <= 0) return null;
  const left = earShapes[shape](r, earSize, half);
  const [first, second] = sides.map((side) => left(side.x).map((v) => v)) as [Field[], Field[]];
  const move = (fields: Field[]): Field =>
    blend(
      r * 0.08,
      fields.map((field) => shift(field, centre)),
    );
  const ears = sidedEars({ left: move(first), right: move(second) }, centre, r, traits);
  if (!marks.hasNotchedEar || face !== 'muzzle') return ears;
  const { name, x } = sides.find((side) => side.x === marks.side)!;
  return { ...ears, [name]: notch(ears[name], x, r) };
}

/** An ear that is missing leaves its root, and a torn one lacks a piece. */
function sidedEars(
  ears: { left: Field; right: Field },
  centre: Vec3,
  r: number,
  traits: Traits,
): { left: Field; right: Field } {
  const [left, right] = sides.map(({ name, x }) => {
    const [ear, { state }] = [ears[name], sideOf(traits, 'ears', name)];
    if (state === 'torn') return notch(ear, x, r, 3);
    if (state !== 'missing') return ear;
    return ball(lerp(lerp(ear.box.min, ear.box.max, 0.5), centre, 0.42), 0.12 * r);
  }) as [Field, Field];
  return { left, right };
}

function shift(field: Field, by: Vec3): Field {
  const box = { min: add(field.box.min, by), max: add(field.box.max, by) };
  const at: Field['at'] = (x, y, z) => field.at(x - by[0], y - by[1], z - by[2]);
  const self: Field = { box, at, near: (other) => (overlap(box, other) ? self : null) };
  return self;
}
const overlap = (a: Field['box'], b: Field['box']): boolean =>
  [0, 1, 2].every((i) => a.min[i]! <= b.max[i]! && b.min[i]! <= a.max[i]!);

type EarBuilder = (r: number, size: number, half: Vec3) => (side: 1 | -1) => Field[];
const earShapes: Record<Exclude<EarShape, 'none'>, EarBuilder> = {
  human: (r, s, half) => (x) => [
    ellipsoid([x * half[0] * 0.99, -0.02 * r, -0.02 * r], [0.1 * r * s, 0.2 * r * s, 0.14 * r * s]),
  ],
  elf: (r, s, half) => (x) => [
    flat(
      [x * half[0] * 0.95, 0, -0.02 * r],
      [x * (half[0] + 0.42 * r * s), 0.3 * r * s, -0.18 * r],
      0.17 * r,
      0.03 * r,
    ),
  ],
  point: (r, s, half) => (x) => [
    flat(
      [x * half[0] * 0.56, half[1] * 0.66, 0],
      [x * (half[0] * 0.56 + 0.22 * r * s), half[1] * 0.72 + 0.74 * r * s, -0.04 * r],
      0.36 * r * Math.sqrt(s),
      0.05 * r,
    ),
  ],
  round: (r, s, half) => (x) => [
    ellipsoid(
      [x * half[0] * 0.72, half[1] * 0.78 + 0.1 * r * s, 0],
      [0.3 * r * s, 0.3 * r * s, 0.12 * r],
      [0, 0, -x * 0.4],
    ),
  ],
  long: (r, s, half) => (x) => [
    tube(
      [
        [x * half[0] * 0.36, half[1] * 0.75, -0.05 * r],
        [x * (half[0] * 0.44), half[1] + 0.6 * r * s, -0.1 * r],
        [x * (half[0] * 0.62), half[1] + 1.25 * r * s, -0.02 * r],
      ],
      [0.14 * r, 0.21 * r, 0.08 * r],
    ),
  ],
  floppy: (r, s, half) => (x) => [
    tube(
      [
        [x * half[0] * 0.75, half[1] * 0.62, 0],
        [x * (half[0] + 0.12 * r), half[1] * 0.45, 0.02 * r],
        [x * (half[0] + 0.2 * r), half[1] * 0.45 - 0.68 * r * s, 0.1 * r],
      ],
      [0.13 * r, 0.2 * r, 0.16 * r],
    ),
  ],
  horse: (r, s, half) => (x) => [
    roundCone(
      [x * half[0] * 0.5, half[1] * 0.75, -0.1 * r],
      [x * half[0] * 0.62, half[1] + 0.42 * r * s, -0.05 * r],
      0.16 * r,
      0.05 * r,
    ),
  ],
  side: (r, s, half) => (x) => [
    ellipsoid(
      [x * (half[0] + 0.14 * r * s), 0.02 * r, -0.05 * r],
      [0.3 * r * s, 0.34 * r * s, 0.12 * r],
      [0, x * 0.5, 0],
    ),
  ],
  fan: (r, s, half) => (x) => [
    ellipsoid(
      [x * (half[0] + 0.45 * r * s), 0.02 * r, -0.1 * r],
      [0.58 * r * s, 0.72 * r * s, 0.15 * r],
      [0, x * 0.45, x * -0.15],
    ),
  ],
};

/** A cone flattened front to back: a leaf-shaped ear. */
function flat(a: Vec3, b: Vec3, ra: number, rb: number): Field {
  const cone = roundCone([a[0], a[1], a[2] * 2.2], [b[0], b[1], b[2] * 2.2], ra, rb);
  const box = {
    min: [cone.box.min[0], cone.box.min[1], cone.box.min[2] / 2.2] as const,
    max: [cone.box.max[0], cone.box.max[1], cone.box.max[2] / 2.2] as const,
  };
  const self: Field = {
    box,
    at: (x, y, z) => cone.at(x, y, z * 2.2) / 1.5,
    near: (other) => (overlap(box, other) ? self : null),
  };
  return self;
}
