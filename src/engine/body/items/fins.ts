/** The fin on the back of a fish that stands. */
import { darker } from '../../colour.js';
import { blend } from '../../geometry/field/field.js';
import { plate } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import type { Item } from './item.js';

export const fins: Record<string, Item> = {
  'back fin'(sculpture, { back, unit }, look, t) {
    const u = unit * look.size;
    const at = (up: number, out: number): Vec3 => add(back.at, [0, up * u, out * u * back.out[2]]);
    const [low, high, tip] = [at(-0.1, -0.02), at(0.09, -0.02), at(0.02, 0.16)];
    const thick = 0.014 * u;
    const field = blend(thick, [plate(low, high, tip, thick)]);
    const colour = look.colour ?? darker(t.colours.coat, 0.12);
    sculpture.rigid('back fin', back.joint, field, sculpture.material('fins', colour), 34);
  },
};
