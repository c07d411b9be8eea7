/** Manes of animals. */
import { blend, type Field } from '../../geometry/field/field.js';
import { ball, ellipsoid, roundCone } from '../../geometry/field/shapes.js';
import { add, lerp } from '../../geometry/vec.js';
import type { Body } from '../body.js';

/** A horse's mane: tufts down the back of the neck and one between the ears. */
export function crestOf(body: Body): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const top = add(centre, [0, half[1] * 0.92, -half[2] * 0.1]);
  const foot =
    body.kind === 'quadruped'
      ? add(body.frame.neckFrom, [0, body.frame.barrel * 0.45, -body.frame.barrel * 0.55])
      : add(centre, [0, -1.9 * r, -half[2] * 1.3]);
  const tufts = Array.from({ length: 8 }, (_, i) => {
    const p = add(lerp(top, foot, i / 7), [0, 0, -Math.sin((i / 7) * Math.PI) * r * 0.45]);
    return roundCone(p, add(p, [0.12 * r, -0.45 * r, -0.28 * r]), r * 0.3, r * 0.1);
  });
  return blend(r * 0.16, [
    ...tufts,
    roundCone(top, add(centre, [0.08 * r, half[1] * 0.62, half[2] * 0.82]), r * 0.24, r * 0.07),
  ]);
}

/** A lion's mane: a ring of locks around the face. */
export function ruffOf(body: Body): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const wreath = (count: number, wide: number, z: number, long: number, back: number) =>
    Array.from({ length: count }, (_, i) => {
      const a = ((i + (z < -0.3 ? 0.5 : 0)) / count) * 2 * Math.PI;
      const [x, y] = [Math.cos(a), Math.sin(a)];
      const p = add(centre, [x * half[0] * wide, y * half[1] * wide - 0.08 * r, z * r]);
      const tip = add(p, [x * r * long, y * r * long - r * 0.12, back * r]);
      return roundCone(p, tip, r * 0.38, r * 0.14);
    });
  const hind = ellipsoid(add(centre, [0, -0.16 * r, -0.42 * r]), [1.12 * r, 1.16 * r, 0.86 * r]);
  return blend(r * 0.12, [
    hind,
    ...wreath(15, 0.95, -0.12, 0.42, -0.32),
    ...wreath(11, 0.8, -0.62, 0.3, -0.5),
    ...wreath(6, 0.4, -0.95, 0.12, -0.5),
  ]);
}

export function woolOf(body: Body): Field {
  const curls: Field[] = [];
  const { at, out, width } = body.back;
  const [from, to] =
    body.kind === 'quadruped'
      ? [body.frame.chest, body.frame.hips]
      : [add(at, [0, width, -out[2] * width]), add(at, [0, -width, -out[2] * width])];
  const rings = 6;
  for (let i = 0; i <= rings; i++) {
    const c = lerp(from, to, i / rings);
    for (let j = 0; j < 9; j++) {
      const a = ((j + (i % 2) / 2) / 9) * 2 * Math.PI;
      curls.push(ball(add(c, [Math.cos(a) * width * 0.95, Math.sin(a) * width * 0.98, 0]), width * 0.4));
    }
  }
  const { centre, half } = body.head;
  for (let j = 0; j < 5; j++)
    curls.push(
      ball(
        add(centre, [(j - 2) * half[0] * 0.27, half[1] * (0.95 - Math.abs(j - 2) * 0.08), -half[2] * 0.1]),
        half[1] * 0.34,
      ),
    );
  return blend(width * 0.1, curls);
}
