/** Items on one side of a face: worn in front of an eye, or a scar across it. */

import { hex } from '../../colour.js';
import { hit, union } from '../../geometry/field/field.js';
import { ellipsoid, ring, tube } from '../../geometry/field/shapes.js';
import { add, lerp, type Vec3 } from '../../geometry/vec.js';
import type { Body } from '../body.js';
import { lineOnFace, placesOn } from '../face/ground.js';
import { signOf } from '../sides.js';
import type { Traits } from '../traits.js';
import { gold, headRoom, type Item } from './item.js';

const eyePlace = ({ face }: Traits) => (face === 'human' ? ([0.34, 0.04] as const) : ([0.46, 0.16] as const));

/** Above and below the eye, in head radii. */
const scarred = [
  [0.6, 0.25],
  [-0.22, -0.5],
] as const;

/** A point slightly outside the face in front of an eye. */
function beforeEye(
  body: Body,
  at: (x: number, y: number, z: number) => Vec3,
  r: number,
  t: Traits,
  sign: 1 | -1,
): Vec3 {
  const [out, y] = eyePlace(t);
  const x = out * sign;
  const eye = hit(body.head.field, at(x, y, 3), [0, 0, -1], 4 * r) ?? at(x, y, 1);
  return add(eye, [0, 0, 0.1 * r]);
}

export const eyewear: Record<string, Item> = {
  eyepatch(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const leather = sculpture.material('eyepatch', look.colour ?? hex('1f1f24'), { roughness: 0.6 });
    const sign = signOf(look, 1);
    const eye = beforeEye(body, at, r, t, sign);
    sculpture.rigid(
      'eyepatch',
      'head',
      ellipsoid(eye, [0.24 * r, 0.25 * r, 0.07 * r], [0, sign * 0.15, 0]),
      leather,
      26,
    );
    sculpture.rigid(
      'eyepatch strap',
      'head',
      ring(at(0, 0.2, -0.02), w * 0.98, w * 1.02, 0.03 * r, 1.4, [-0.1, 0, sign * 0.28]),
      leather,
      50,
    );
  },
  scar(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const [x, y] = eyePlace(t);
    const place = placesOn(body.head, r);
    const skin = sculpture.material('scar', look.colour ?? lerp(t.colours.coat, hex('d98a84'), 0.6));
    const line = ([from, to]: readonly [number, number]) =>
      lineOnFace(
        place,
        [from, (from + to) / 2, to].map(
          (up) => [signOf(look, t.marks.side) * (x - 0.03 + 0.12 * (0.5 - up)), y + up] as const,
        ),
        [0.012, 0.03, 0.012].map((thick) => thick * r),
      );
    sculpture.rigid('scar', 'head', union(...scarred.map(line)), skin, 24);
  },
  monocle(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const rim = sculpture.material('monocle', look.colour ?? hex('e0b84a'), gold);
    const sign = signOf(look, 1);
    const eye = beforeEye(body, at, r, t, sign);
    const cord = tube(
      [
        add(eye, [sign * 0.24 * r, -0.1 * r, 0]),
        add(eye, [sign * 0.4 * r, -0.7 * r, -0.3 * r]),
        add(eye, [sign * 0.3 * r, -1.2 * r, -0.5 * r]),
      ],
      [0.02 * r],
    );
    sculpture.rigid(
      'monocle',
      'head',
      union(ring(eye, 0.27 * r, 0.27 * r, 0.04 * r, 1, [Math.PI / 2, 0, 0]), cord),
      rim,
      46,
    );
  },
};
