/** Party hats, Christmas hats and chef's hats. */

import { hex } from '../../../colour.js';
import { blend, intersect } from '../../../geometry/field/field.js';
import { ball, halfSpace, ring, roundCone, tube } from '../../../geometry/field/shapes.js';
import { headRoom, type Item } from '../item.js';
import { puff } from './felt.js';

export const festive: Record<string, Item> = {
  'santa hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const cloth = sculpture.material('santa hat', look.colour ?? t.colours.clothes ?? hex('cf2e2a'), {
      roughness: 0.9,
    });
    const fur = sculpture.material('fur trim', hex('f3f1ec'), { roughness: 1 });
    const cone = tube(
      [at(0, 0.62, -0.1), at(0, 1.25, -0.25), at(0.35, 1.45, -0.62), at(0.8, 0.95, -0.85)],
      [w * 0.92, w * 0.6, w * 0.3, w * 0.1],
      4,
    );
    sculpture.rigid('santa hat', 'head', intersect(cone, halfSpace(at(0, 0.5, 0), [0, -1, 0.1])), cloth, 54);
    sculpture.rigid(
      'fur trim',
      'head',
      ring(at(0, 0.56, -0.06), w * 1, w * 1.02, r * 0.17, 1.1, [-0.12, 0, 0]),
      fur,
      50,
    );
    sculpture.rigid('pompom', 'head', puff(at(0.86, 0.82, -0.88), r * 0.24), fur, 24);
  },
  'party hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? hex('e0479a');
    const band = sculpture.material('party hat stripes', look.second ?? hex('f3cc2b'), { roughness: 0.5 });
    const cone = intersect(
      roundCone(at(0, 0.5, -0.08), at(0, 1.95, -0.16), w * 0.66, w * 0.05),
      halfSpace(at(0, 0.72, 0), [0, -1, 0.06]),
    );
    const foot = at(0, 0, 0)[1];
    sculpture.rigid(
      'party hat',
      'head',
      cone,
      sculpture.material('party hat', colour, { roughness: 0.5 }),
      46,
      [{ material: band, at: (x, y) => Math.cos(((y - foot) / r) * 9 + (x / r) * 2.6) * -r * 0.1 }],
    );
    sculpture.rigid('pompom', 'head', puff(at(0, 1.98, -0.16), r * 0.16), band, 20);
  },
  'chef hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const linen = sculpture.material('chef hat', look.colour ?? hex('f6f4ef'));
    const puffs = Array.from({ length: 7 }, (_, i) =>
      ball(at(0.5 * Math.cos(i * 0.9), 1.6, 0.5 * Math.sin(i * 0.9) - 0.1), r * 0.48),
    );
    sculpture.rigid(
      'chef hat',
      'head',
      blend(r * 0.08, [roundCone(at(0, 0.75, -0.1), at(0, 1.35, -0.1), w * 0.72, w * 0.68), ...puffs]),
      linen,
      44,
    );
  },
};
