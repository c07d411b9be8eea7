/** Small things on a face: teeth, a tongue, a ring in the nose, a plaster across it. */

import { hex } from '../../colour.js';
import { blend, union } from '../../geometry/field/field.js';
import { ellipsoid, ring, roundCone } from '../../geometry/field/shapes.js';
import { add } from '../../geometry/vec.js';
import { lineOnFace, placesOn } from '../face/ground.js';
import { gold, headRoom, type Item } from './item.js';

/** Below the middle of the head, in head radii. */
const mouth = { human: -0.56, other: -0.5 };
const metals = /^(grillz|grills)$/;

export const facial: Record<string, Item> = {
  teeth(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const place = placesOn(body.head, r);
    const y = t.face === 'human' ? mouth.human : mouth.other;
    const size = Math.sqrt(look.size);
    const row = [-0.21, -0.125, -0.042, 0.042, 0.125, 0.21].map((x) =>
      ellipsoid(add(place(x * t.mouth, y + 0.35 * x * x), [0, 0, 0.012 * r]), [
        0.045 * r * t.mouth,
        0.085 * r * size,
        0.04 * r,
      ]),
    );
    const isMetal = metals.test(look.word ?? '');
    sculpture.rigid(
      'teeth',
      'head',
      blend(0.004 * r, row),
      sculpture.material(
        'teeth',
        look.colour ?? hex(isMetal ? 'e9b33c' : 'f6f1e2'),
        look.finish ?? (isMetal ? gold : { roughness: 0.3 }),
      ),
      44,
    );
  },
  tongue(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const y = t.face === 'human' ? mouth.human : mouth.other;
    const root = placesOn(body.head, r)(0.03, y - 0.02);
    const tip = add(root, [0.04 * r, -0.3 * r * look.size, 0.1 * r]);
    sculpture.rigid(
      'tongue',
      'head',
      blend(0.05 * r, [
        roundCone(add(root, [0, 0, -0.04 * r]), add(root, [0.01 * r, -0.06 * r, 0.05 * r]), 0.1 * r, 0.1 * r),
        roundCone(add(root, [0.01 * r, -0.06 * r, 0.05 * r]), tip, 0.1 * r, 0.085 * r),
      ]),
      sculpture.material('tongue', look.colour ?? hex('e0707c'), look.finish ?? { roughness: 0.35 }),
      26,
    );
  },
  'nose ring'(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const tip = placesOn(body.head, r)(0, t.face === 'human' ? -0.22 : -0.16);
    const wide = 0.1 * r * look.size;
    sculpture.rigid(
      'nose ring',
      'head',
      ring(add(tip, [0, -wide * 0.9, 0.03 * r]), wide, wide, 0.026 * r, 1, [Math.PI / 2, 0, 0]),
      sculpture.material('nose ring', look.colour ?? hex('e0b84a'), look.finish ?? gold),
      26,
    );
  },
  plaster(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const place = placesOn(body.head, r);
    const y = t.face === 'human' ? -0.1 : 0.02;
    const strip = lineOnFace(
      place,
      [-0.2, -0.1, 0, 0.1, 0.2].map((x) => [x, y + 0.3 * x] as const),
      [0.055 * r],
    );
    sculpture.rigid(
      'plaster',
      'head',
      strip,
      sculpture.material('plaster', look.colour ?? hex('d9a679'), { roughness: 0.8 }),
      34,
    );
    const pad = union(
      ...[-0.05, 0, 0.05].map((x) =>
        ellipsoid(add(place(x, y + 0.3 * x), [0, 0, 0.045 * r]), [0.045 * r, 0.045 * r, 0.02 * r]),
      ),
    );
    sculpture.rigid('plaster pad', 'head', pad, sculpture.material('plaster pad', hex('efe0cc')), 16);
  },
};
