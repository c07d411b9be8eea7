/** Hats with a brim. */

import { darker, hex } from '../../../colour.js';
import { blend, cut, intersect, union } from '../../../geometry/field/field.js';
import { ellipsoid, halfSpace, ring, roundCone, tube } from '../../../geometry/field/shapes.js';
import { add } from '../../../geometry/vec.js';
import { gold, headRoom, type Item } from '../item.js';
import { colourFor, curled } from './felt.js';

/** Radii and height as multiples of the head's; `curl` raises the sides of the brim. */
type HatCut = { crown: number; top: number; tall: number; brim: number; curl: number; colour: string };
const felt: HatCut = { crown: 0.9, top: 0.74, tall: 0.36, brim: 1.55, curl: 0, colour: '7a4d2b' };
const hatCuts: Record<string, HatCut> = {
  hat: felt,
  fedora: felt,
  'straw hat': { crown: 0.86, top: 0.72, tall: 0.42, brim: 1.85, curl: 0, colour: 'e4c76a' },
  'cowboy hat': { crown: 0.84, top: 0.62, tall: 0.72, brim: 1.72, curl: 0.42, colour: '8a5a33' },
  sombrero: { crown: 0.84, top: 0.5, tall: 0.8, brim: 2.2, curl: 0.3, colour: 'd8b25a' },
};

export const brimmed: Record<string, Item> = {
  hat(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const shape = hatCuts[look.word ?? 'hat'] ?? felt;
    const colour =
      look.colour ?? (shape === felt ? colourFor(look, t, hex(shape.colour)) : hex(shape.colour));
    const material = sculpture.material(look.word ?? 'hat', colour, look.finish ?? { roughness: 0.9 });
    const s = Math.sqrt(look.size);
    const tip = 0.72 + shape.tall * look.size + 0.35;
    const crown = roundCone(at(0, 0.72, -0.1), at(0, tip, -0.12), w * shape.crown * s, w * shape.top * s);
    const domed = intersect(crown, halfSpace(at(0, 0.6, -0.1), [0, -1, 0.08]));
    const dent = ellipsoid(at(0, tip + shape.top * 1.02, -0.1), [w * 0.24, r * 0.22, w * 0.5]);
    const brim = curled(at(0, 0.62, -0.06), w * shape.brim * s, r * 0.12, shape.curl / (w * shape.brim));
    sculpture.rigid(
      look.word ?? 'hat',
      'head',
      blend(r * 0.1, [cut(domed, dent, r * 0.15), brim]),
      material,
      60,
    );
    sculpture.rigid(
      'hat band',
      'head',
      ring(at(0, 0.8, -0.1), w * 0.87 * s, w * 0.87 * s, r * 0.08, 1.8),
      sculpture.material('hat band', look.second ?? darker(colour, 0.5)),
      48,
    );
  },
  'top hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? hex('26262b');
    const silk = sculpture.material('top hat', colour, look.finish ?? { roughness: 0.45 });
    const tall = 0.72 + 1.05 * look.size;
    const crown = intersect(
      intersect(
        roundCone(at(0, 0.3, -0.1), at(0, tall + 1, -0.12), w * 0.8, w * 0.98),
        halfSpace(at(0, tall, 0), [0, 1, 0]),
        r * 0.06,
      ),
      halfSpace(at(0, 0.55, 0), [0, -1, 0]),
    );
    const brim = curled(at(0, 0.64, -0.08), w * 1.42, r * 0.11, 0.22 / w);
    sculpture.rigid('top hat', 'head', blend(r * 0.08, [crown, brim]), silk, 56);
    const band = sculpture.material('hat band', look.second ?? hex('a8272f'));
    sculpture.rigid('hat band', 'head', ring(at(0, 0.84, -0.1), w * 0.83, w * 0.83, r * 0.06, 2.2), band, 48);
  },
  'pirate hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? hex('26262b');
    const black = sculpture.material(look.word ?? 'pirate hat', colour, look.finish ?? { roughness: 0.85 });
    const crown = ellipsoid(at(0, 0.74, -0.14), [w * 0.86, r * 0.62, w * 0.86]);
    const front = ellipsoid(at(0, 0.98, 0.5), [w * 1.5, r * 0.52, r * 0.1], [-0.22, 0, 0]);
    const back = ellipsoid(at(0, 0.9, -0.86), [w * 1.25, r * 0.42, r * 0.1], [0.3, 0, 0]);
    const whole = intersect(
      blend(r * 0.16, [crown, front, back]),
      halfSpace(at(0, 0.5, 0), [0, -1, 0.05]),
      r * 0.08,
    );
    sculpture.rigid('pirate hat', 'head', whole, black, 64);
    const bone = sculpture.material('hat badge', look.second ?? hex('efeae0'));
    const badge = at(0, 0.98, 0.66);
    const crossed = [-1, 1].map((x) =>
      roundCone(
        add(badge, [-0.22 * r * x, -0.2 * r, 0.02 * r]),
        add(badge, [0.22 * r * x, 0.06 * r, -0.02 * r]),
        0.035 * r,
        0.035 * r,
      ),
    );
    sculpture.rigid(
      'hat badge',
      'head',
      union(ellipsoid(badge, [0.15 * r, 0.16 * r, 0.07 * r]), ...crossed),
      bone,
      30,
    );
  },
  'wizard hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? t.items.get('robe')?.colour ?? t.colours.clothes ?? hex('4b3a9c');
    const felt = sculpture.material('wizard hat', colour, look.finish ?? { roughness: 0.88 });
    const cone = tube(
      [
        at(0, 0.66, -0.1),
        at(0, 1.3, -0.2),
        at(0.05, 1.9 * look.size ** 0.6, -0.36),
        at(0.25, 2.3 * look.size ** 0.6, -0.78),
      ],
      [w * 0.96, w * 0.62, w * 0.34, w * 0.07],
      4,
    );
    const brim = ellipsoid(at(0, 0.6, -0.06), [w * 1.85, r * 0.15, w * 1.78], [-0.12, 0, 0.04]);
    sculpture.rigid(
      'wizard hat',
      'head',
      blend(r * 0.14, [intersect(cone, halfSpace(at(0, 0.55, 0), [0, -1, 0.1])), brim]),
      felt,
      58,
    );
    sculpture.rigid(
      'hat band',
      'head',
      ring(at(0, 0.88, -0.12), w * 0.88, w * 0.88, r * 0.08, 1.9, [-0.1, 0, 0]),
      sculpture.material('hat band', hex('e0b84a'), gold),
      44,
    );
  },
};
