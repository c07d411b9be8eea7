/** Hair, manes and beards: placement and colour. */

import type { Paint } from '../geometry/mesh/paint.js';
import { lerp, type Vec3 } from '../geometry/vec.js';
import type { Body } from './body.js';
import { weave } from './garments/cloth.js';
import { beardOf, goateeOf, moustacheOf } from './hair/beard.js';
import { crestOf, ruffOf, woolOf } from './hair/mane.js';
import { scalpHair } from './hair/scalp.js';
import { type HairStyle, hairStyle } from './hair/style.js';
import { hang, type Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

export function sculptHair(sculpture: Sculpture, body: Body, t: Traits): void {
  const hair = sculpture.material('hair', t.colours.hair, { roughness: 0.8 });
  if (t.face === 'human' && !t.bald && hairy(t)) {
    const style = hairStyle(t);
    const dye = dyeOf(sculpture, t, t.items.has('hair') ? 'hair' : 'long hair', body.unit);
    const locks = scalpHair(body.head, t, style);
    sculpture.rigid('hair', 'head', locks, hair, style === 'long' ? 60 : 50, dye);
    if (body.kind === 'biped' && hanging.has(style)) {
      const { centre, half } = body.head;
      const top: Vec3 = [0, centre[1] - half[1] * 0.35, centre[2] - half[2] * 0.8];
      const end: Vec3 = [0, locks.box.min[1], Math.min(top[2], locks.box.min[2] * 0.7)];
      hang(sculpture, 'hair', 'head', [top, lerp(top, end, 0.5), end]);
    }
  }
  for (const [item, look] of t.items) {
    if (!grown.has(item)) continue;
    const material =
      look.colour && item !== 'big mane' ? sculpture.material(item, look.colour, { roughness: 0.8 }) : hair;
    if (item === 'beard')
      sculpture.follow(
        'beard',
        beardOf(body.head, look.size === 1 ? 1 + 0.2 * t.marks.hem : look.size, look.manner === 'braided'),
        material,
        44,
      );
    if (item === 'goatee') sculpture.rigid('goatee', 'head', goateeOf(body.head), material, 20);
    if (item === 'moustache' || item === 'beard')
      sculpture.rigid('moustache', 'head', moustacheOf(body.head), material, 26);
    if (item === 'mane')
      sculpture.follow('mane', crestOf(body), material, 44, dyeOf(sculpture, t, item, body.unit));
    if (item === 'big mane')
      sculpture.follow(
        'mane',
        ruffOf(body),
        sculpture.material('mane', look.colour ?? [0.5, 0.27, 0.11]),
        56,
      );
    if (item === 'wool')
      sculpture.follow(
        'wool',
        woolOf(body),
        sculpture.material('wool', t.colours.coat, { roughness: 1 }),
        60,
      );
  }
}

/** Styles that reach below the head. */
const hanging: ReadonlySet<HairStyle> = new Set(['long', 'ponytail', 'braid']);

/** Streaks and bands in the hair. */
const dyeOf = (sculpture: Sculpture, t: Traits, item: string, unit: number): Paint[] =>
  weave(sculpture, { name: item, colour: t.colours.hair, finish: {}, look: t.items.get(item) }, unit);

const grown: ReadonlySet<string> = new Set(['beard', 'goatee', 'moustache', 'mane', 'big mane', 'wool']);

/** Coloured skin has no hair unless requested; nor do earless bodies such as pumpkins. */
const hairy = (t: Traits): boolean =>
  (t.items.has('hair') && !t.items.has('snake hair')) ||
  t.items.has('long hair') ||
  (t.dressed && t.ears !== 'none' && isSkin(t.colours.coat));

const isSkin = ([r, g, b]: Vec3): boolean => r > g && g > b && g > r * 0.5;
