/** Hats of cloth, felt and straw. */
import { blend, cut, type Field, intersect, union } from '../../field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundCone, tube } from '../../field/shapes.js';
import { add, type Vec3 } from '../../math/vec.js';
import { darker, hex, lighter } from '../../text/colours.js';
import type { Look } from '../../text/grammar.js';
import type { Traits } from '../traits.js';
import { gold, headRoom, type Item } from './item.js';

/** Radii and height in head widths and radii; `curl` lifts the sides of the brim. */
type HatCut = { crown: number; top: number; tall: number; brim: number; curl: number; colour: string };
const felt: HatCut = { crown: 0.86, top: 0.7, tall: 0.28, brim: 1.42, curl: 0, colour: '7a4d2b' };
const hatCuts: Record<string, HatCut> = {
  hat: felt,
  fedora: felt,
  'straw hat': { crown: 0.86, top: 0.72, tall: 0.42, brim: 1.85, curl: 0, colour: 'e4c76a' },
  'cowboy hat': { crown: 0.84, top: 0.62, tall: 0.72, brim: 1.72, curl: 0.42, colour: '8a5a33' },
  sombrero: { crown: 0.84, top: 0.5, tall: 0.8, brim: 2.2, curl: 0.3, colour: 'd8b25a' },
};

const colourFor = (look: Look, t: Traits, fallback: Vec3): Vec3 =>
  look.colour ?? t.colours.clothes ?? fallback;

export const hats: Record<string, Item> = {
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
    const brim = curled(at(0, 0.62, -0.06), w * shape.brim * s, r * 0.09, shape.curl / (w * shape.brim));
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
      ring(at(0, 0.8, -0.1), w * 0.87 * s, w * 0.87 * s, r * 0.055, 1.8),
      sculpture.material('hat band', look.second ?? darker(colour, 0.5)),
      48,
    );
  },
  cap(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = colourFor(look, t, hex('c23b35'));
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
    const brim = curled(at(0, 0.64, -0.08), w * 1.36, r * 0.08, 0.22 / w);
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
      [w * 0.88, w * 0.55, w * 0.3, w * 0.06],
      4,
    );
    const brim = ellipsoid(at(0, 0.6, -0.06), [w * 1.72, r * 0.11, w * 1.66], [-0.12, 0, 0.04]);
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
      ring(at(0, 0.86, -0.12), w * 0.82, w * 0.82, r * 0.06, 1.7, [-0.1, 0, 0]),
      sculpture.material('hat band', hex('e0b84a'), gold),
      44,
    );
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

/** A brim whose sides rise with the square of the distance. @param curl of 1 rises a metre in a metre */
function curled(centre: Vec3, radius: number, thick: number, curl: number): Field {
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

/** A ball of wool. */
function puff(centre: Vec3, r: number): Field {
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
