/** Things worn, grown or held, by the word that names them. */
import { sides } from '../skeleton/skeleton.js';
import { handheld } from '../text/lexicon.js';
import type { Body } from './coat.js';
import { finery } from './items/finery.js';
import { garb } from './items/garb.js';
import { growths } from './items/growths.js';
import { hats } from './items/hats.js';
import { headwear } from './items/headwear.js';
import { held } from './items/held.js';
import { instruments } from './items/instruments.js';
import type { Item } from './items/item.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

const items: Record<string, Item> = {
  ...hats,
  ...headwear,
  ...garb,
  ...finery,
  ...growths,
  ...held,
  ...instruments,
};

/** The second thing held goes to the other hand, when no shield is there. */
export function sculptItems(sculpture: Sculpture, body: Body, traits: Traits): void {
  const inHands = [...traits.items.keys()].filter((name) => handheld.has(name));
  const left = { ...body, grip: () => body.grip(sides[0]!) };
  for (const [name, look] of traits.items) {
    const other = inHands.indexOf(name) === 1 && !traits.items.has('shield') && body.kind === 'biped';
    items[name]?.(sculpture, other ? left : body, look, traits);
  }
}
