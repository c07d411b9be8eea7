/** Shared by hats: default colours, brims and pompoms. */
import { blend, type Field } from '../../../geometry/field/field.js';
import { ball, ellipsoid } from '../../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../../geometry/vec.js';
import type { DescribedLook } from '../../../input/text/description.js';
import type { Traits } from '../../traits.js';

export const colourFor = (look: DescribedLook, t: Traits, fallback: Vec3): Vec3 =>
  look.colour ?? t.colours.clothes ?? fallback;

/** A brim whose sides rise with the square of the distance. @param curl 1 rises one metre at one metre out */
export function curled(centre: Vec3, radius: number, thick: number, curl: number): Field {
  const flat = ellipsoid(centre, [radius, thick, radius], [-0.1, 0, 0]);
  if (curl === 0) return flat;
  const lift = (x: number) => (curl * (x - centre[0]) ** 2) / 1;
  const box = { min: flat.box.min, max: add(flat.box.max, [0, lift(centre[0] + radius), 0]) };
  const self: Field = {
    box,
    at: (x, y, z) => flat.at(x, y - lift(x), z) / (1 + curl * radius),
    near: () => self,
  };
  return self;
}

/** A pompom. */
export function puff(centre: Vec3, r: number): Field {
  const tufts = Array.from({ length: 14 }, (_, i) => {
    const up = 1 - (i / 13) * 2;
    const around = i * 2.399963;
    const wide = Math.sqrt(1 - up * up);
    return ball(
      add(centre, [Math.cos(around) * wide * r * 0.55, up * r * 0.55, Math.sin(around) * wide * r * 0.55]),
      r * 0.55,
    );
  });
  return blend(r * 0.1, tufts);
}
