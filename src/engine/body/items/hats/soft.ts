/** Caps of wool and cloth. */

import { darker, hex, lighter } from '../../../colour.js';
import { blend, intersect } from '../../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundCone } from '../../../geometry/field/shapes.js';
import { headRoom, type Item } from '../item.js';
import { colourFor, puff } from './felt.js';

/** Colours of professional caps; the default is red. */
const capColours: Record<string, string> = {
  'captain hat': 'f3f1ec',
  'sailor hat': 'f3f1ec',
  'nurse hat': 'f3f1ec',
  'police hat': '22356f',
  'graduation cap': '26262b',
};

export const soft: Record<string, Item> = {
  cap(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = colourFor(look, t, hex(capColours[look.word ?? ''] ?? 'c23b35'));
    const cloth = sculpture.material('cap', colour, look.finish ?? { roughness: 0.85 });
    const dome = intersect(
      ellipsoid(at(0, 0.32, -0.08), [w * 1.04, r * 0.86, w * 1.08]),
      halfSpace(at(0, 0.42, 0), [0, -1, 0.12]),
      r * 0.05,
    );
    sculpture.rigid('cap', 'head', dome, cloth, 50);
    sculpture.rigid(
      'cap peak',
      'head',
      intersect(
        ellipsoid(at(0, 0.46, 0.72), [w * 0.78, r * 0.1, w * 0.78], [0.2, 0, 0]),
        halfSpace(at(0, 0.4, 0.62), [0, 0, -1]),
        r * 0.05,
      ),
      sculpture.material('cap peak', look.second ?? darker(colour, 0.25), { roughness: 0.8 }),
      40,
    );
    sculpture.rigid('cap button', 'head', ball(at(0, 1.18, -0.08), r * 0.07), cloth, 10);
  },
  beanie(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = colourFor(look, t, hex('3c8f74'));
    const dome = intersect(
      ellipsoid(at(0, 0.36, -0.1), [w * 1.06, r * 0.92, w * 1.1]),
      halfSpace(at(0, 0.46, 0), [0, -1, 0.2]),
    );
    sculpture.rigid('beanie', 'head', dome, sculpture.material('beanie', colour, { roughness: 0.95 }), 46);
    const cuff = sculpture.material('beanie cuff', look.second ?? lighter(colour, 0.25), { roughness: 0.95 });
    sculpture.rigid(
      'beanie cuff',
      'head',
      ring(at(0, 0.52, -0.06), w * 1.03, w * 1.06, r * 0.1, 1.6, [-0.18, 0, 0]),
      cuff,
      50,
    );
    sculpture.rigid('pompom', 'head', puff(at(0, 1.34, -0.14), r * 0.24), cuff, 26);
  },
  beret(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    sculpture.rigid(
      'beret',
      'head',
      blend(r * 0.06, [
        ellipsoid(at(0.14, 0.84, -0.14), [w * 1.12, r * 0.3, w * 1.1], [0.1, 0, -0.22]),
        ring(at(0, 0.66, -0.08), w * 0.9, w * 0.92, r * 0.07),
        roundCone(at(0.16, 1.1, -0.14), at(0.18, 1.28, -0.16), r * 0.05, r * 0.04),
      ]),
      sculpture.material('beret', colourFor(look, t, hex('a8272f')), { roughness: 0.9 }),
      46,
    );
  },
  turban(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const cloth = sculpture.material('turban', colourFor(look, t, hex('e8e2d4')), { roughness: 0.9 });
    const wraps = [0, 1, 2, 3].map((i) =>
      ring(at(0, 0.56 + i * 0.19, -0.1), w * (0.96 - i * 0.13), w * (0.98 - i * 0.13), r * 0.2, 1, [
        i % 2 ? 0.14 : -0.14,
        0,
        i % 2 ? 0.1 : -0.1,
      ]),
    );
    sculpture.rigid(
      'turban',
      'head',
      blend(r * 0.05, [...wraps, ellipsoid(at(0, 0.9, -0.1), [w * 0.7, r * 0.5, w * 0.7])]),
      cloth,
      50,
    );
    sculpture.rigid(
      'jewel',
      'head',
      ball(at(0, 0.78, 0.92), r * 0.1),
      sculpture.material('jewels', hex('c9273a'), { roughness: 0.12 }),
      14,
    );
  },
};
