/** Chooses the clothes of a two-legged body: what the prompt names, plus basics for modesty. */

import { hex } from '../colour.js';
import { grow, intersect } from '../geometry/field/field.js';
import { roundBox } from '../geometry/field/shapes.js';
import type { Vec3 } from '../geometry/vec.js';
import type { DescribedLook } from '../input/text/description.js';
import type { Finish } from '../input/text/vocabulary/looks.js';
import type { SideName } from '../kinds.js';
import type { BipedBody } from './biped.js';
import { sculptArmour, sculptShoulderPads } from './garments/armour.js';
import { sculptBelt, sculptTie } from './garments/belt.js';
import { type Cloth, type CutCloth, metal, shaded } from './garments/cloth.js';
import { sculptFishtail } from './garments/fishtail.js';
import { sculptFootwear } from './garments/footwear.js';
import { coversTop, sculptGown } from './garments/gown.js';
import { sculptLegwear } from './garments/legwear.js';
import { sculptTop } from './garments/top.js';
import type { Sculpture } from './sculpt.js';
import { sidedName, sidesOf } from './sides.js';
import type { Traits } from './traits.js';

const cloths = ['3f6fb5', '3c8f74', 'b5503c', '7a56a8', 'd0932f', '48617a'] as const;
const legwear = ['3a4661', '5b4a3a', '43474f', '4d5a43'] as const;
const leather = hex('54392a');
/** Default clothes for people. */
const everyday = ['shirt', 't shirt', 'sweater', 'hoodie', 'jacket'] as const;

export function dress(sculpture: Sculpture, body: BipedBody, t: Traits): void {
  const wears = (item: string) => t.items.get(item);
  const pick = (from: readonly string[]) => hex(from[Math.floor(t.random() * from.length)]!);
  const [topColour, legColour] = [pick(cloths), pick(legwear)];
  const cloth: ClothOf = (item, fallback, finish) => {
    const look = wears(item);
    return {
      name: nameOf(item, look),
      colour: look?.colour ?? fallback,
      finish: look?.finish ?? finish,
      look,
      marks: t.marks,
    };
  };
  const main = t.colours.clothes ?? topColour;
  const gown = wears('robe') ? 'robe' : wears('dress') ? 'dress' : null;
  const gowned = gown !== null && (gown === 'robe' || coversTop(wears('dress')?.word));
  const armoured = wears('armour') !== undefined;
  const topless = !wears('shirt') && ((wears('bare chest') && !t.womanly) || !t.dressed);
  let outer = grow(body.trunk, 0.011 * body.unit);
  if (gown) outer = sculptGown(sculpture, body, cloth(gown, main, { roughness: 0.85 }), gown);
  if (wears('shirt') || (!gowned && !topless)) {
    const wild = wears('bare chest') !== undefined;
    const fallback = armoured ? hex('4a4e58') : wild ? hex('6b4528') : main;
    const named = cloth('shirt', fallback, { roughness: 0.88 });
    const plain = { size: 1, word: wild ? 'corset' : everyday[Math.floor(t.random() * everyday.length)] };
    const top = sculptTop(sculpture, body, { ...named, look: named.look ?? plain }, armoured || gowned);
    if (!gown) outer = top;
  }
  const tailed = wears('fishtail') !== undefined;
  if (wears('trousers') || (t.dressed && !gown && !tailed)) {
    const jeans = wears('trousers')?.word === 'jeans' ? hex('3d5a8c') : legColour;
    sculptLegwear(sculpture, body, cloth('trousers', jeans, { roughness: 0.9 }));
  }
  if (wears('boots') || (t.dressed && t.feet === 'shoe' && !tailed))
    sculptFootwear(
      sculpture,
      body,
      cloth('boots', /sneakers|trainers/.test(wears('boots')?.word ?? '') ? hex('d9dde3') : leather, {
        roughness: 0.55,
      }),
      wears('boots') !== undefined,
    );
  wearArmour(sculpture, body, t, cloth);
  if (wears('fishtail')) sculptFishtail(sculpture, body, t);
  const girdle = wears('belt') ?? (gown ? { size: 1, word: 'sash' } : undefined);
  if (girdle) {
    const soft = gown !== null && !wears('belt');
    const colour = soft && gown ? shaded(wears(gown)?.colour ?? main) : hex('4a3122');
    const worn = { ...cloth('belt', colour, { roughness: 0.6 }), look: girdle };
    sculptBelt(sculpture, body, armoured ? grow(body.trunk, 0.02 * body.unit) : outer, worn);
  }
  if (wears('tie')) sculptTie(sculpture, body, cloth('tie', hex('b8302c'), { roughness: 0.6 }));
  if (wears('socks')) sculptSocks(sculpture, body, cloth('socks', hex('efece4'), { roughness: 0.95 }));
}

type ClothOf = (item: string, fallback: Vec3, finish: Partial<Finish>) => CutCloth;

/** Gloves, armour and shoulder pads. */
function wearArmour(sculpture: Sculpture, body: BipedBody, t: Traits, cloth: ClothOf): void {
  const armoured = t.items.has('armour');
  const gloves = cloth('gloves', armoured ? hex('4d4038') : hex('6a4a32'), { roughness: 0.7 });
  sculptGloves(sculpture, body, gloves, armoured);
  if (armoured) {
    const steel = t.colours.clothes ?? hex('b9c0c9');
    sculptArmour(sculpture, body, cloth('armour', steel, metal));
  }
  if (t.items.has('shoulder pads'))
    sculptShoulderPads(sculpture, body, cloth('shoulder pads', hex('5a3d26'), { roughness: 0.6 }));
}

/** The wardrobe item for a word from the prompt; a hoodie stays a hoodie. */
const inFull: Record<string, string> = { coat: 'long coat', bodysuit: 'suit' };
const nameOf = (item: string, look: DescribedLook | undefined): string =>
  inFull[look?.word ?? ''] ?? look?.word ?? (look || item !== 'boots' ? item : 'shoes');

function sculptGloves(sculpture: Sculpture, body: BipedBody, cloth: Cloth, armoured: boolean): void {
  if (!cloth.look && !armoured) return;
  for (const side of sidesOf(cloth.look)) {
    const material = sidedMaterial(sculpture, cloth, 'gloves', side.name);
    sculpture.follow(`${side.name} glove`, grow(body.arms[side.name].hand, 0.005 * body.unit), material, 38);
  }
}

/** The material of a glove or a sock, which may differ from its fellow. */
function sidedMaterial(sculpture: Sculpture, cloth: Cloth, name: string, side: SideName): string {
  const own = cloth.look?.[side];
  return sculpture.material(
    sidedName(name, side, own !== undefined),
    own?.colour ?? cloth.colour,
    own?.finish ?? cloth.finish,
  );
}

function sculptSocks(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const { frame: f } = body;
  const middle = f.ankle + (f.hip - f.ankle) * 0.14;
  for (const side of sidesOf(cloth.look))
    sculpture.follow(
      `${side.name} sock`,
      intersect(
        grow(body.legs[side.name].lower, 0.015 * f.H),
        roundBox([0, middle, 0], [f.H, (f.hip - f.ankle) * 0.16, f.H], 0.004 * f.H),
        0.008 * f.H,
      ),
      sidedMaterial(sculpture, cloth, 'socks', side.name),
      30,
    );
}
