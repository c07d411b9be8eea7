/** Items worn, grown or held, by the name of the item. */

import type { DescribedLook } from '../input/text/description.js';
import { handheld } from '../input/text/vocabulary.js';
import { sides } from '../skeleton/skeleton.js';
import type { Body } from './body.js';
import { weave } from './garments/cloth.js';
import { eyewear } from './items/eyewear.js';
import { facial } from './items/facial.js';
import { fins } from './items/fins.js';
import { gadgets } from './items/gadgets.js';
import { garb } from './items/garb.js';
import { growths } from './items/growths.js';
import { handy } from './items/handy.js';
import { harness } from './items/harness.js';
import { hats } from './items/hats.js';
import { headwear } from './items/headwear.js';
import { held } from './items/held.js';
import { hide } from './items/hide.js';
import { horns } from './items/horns.js';
import type { Item } from './items/item.js';
import { jewels } from './items/jewels.js';
import { lights } from './items/lights.js';
import { oddities } from './items/oddities.js';
import { pastimes } from './items/pastimes.js';
import { printed } from './items/printed.js';
import { shag } from './items/shag.js';
import { straps } from './items/straps.js';
import { tools } from './items/tools.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

const items: Record<string, Item> = {
  ...hats,
  ...headwear,
  ...garb,
  ...harness,
  ...jewels,
  ...eyewear,
  ...facial,
  ...growths,
  ...horns,
  ...hide,
  ...shag,
  ...fins,
  ...oddities,
  ...gadgets,
  ...held,
  ...tools,
  ...lights,
  ...pastimes,
  ...handy,
  ...straps,
  ...printed,
};

/** A second held item goes to the other hand if there is no shield. */
export function sculptItems(sculpture: Sculpture, body: Body, traits: Traits): void {
  const inHands = [...traits.items.keys()].filter((name) => handheld.has(name));
  const left = { ...body, grip: () => body.grip(sides[0]!) };
  for (const [name, look] of traits.items) {
    const other = inHands.indexOf(name) === 1 && !traits.items.has('shield') && body.kind === 'biped';
    const before = sculpture.solids.length;
    items[name]?.(sculpture, other ? left : body, look, traits);
    if (name === traits.inBothHands) items[name]?.(sculpture, left, look, traits);
    if (handheld.has(name) || name === 'shield')
      for (let i = before; i < sculpture.solids.length; i++)
        sculpture.solids[i] = { ...sculpture.solids[i]!, isHeld: true };
    if (look.pattern) printPattern(sculpture, before, look, body.unit);
  }
}

/** Adds stripes, dots or checks in the second colour to the parts just made, unless the item has its own weave. */
function printPattern(sculpture: Sculpture, from: number, look: DescribedLook, unit: number): void {
  const [main] = sculpture.solids.slice(from);
  const made = sculpture.materials.find(({ name }) => name === main?.material);
  const woven = sculpture.materials.some(({ name }) => name === `${made?.name} pattern`);
  if (!made || woven) return;
  const cloth = { name: made.name, colour: made.color, finish: made, look };
  for (let i = from; i < sculpture.solids.length; i++) {
    const solid = sculpture.solids[i]!;
    if (solid.material === made.name)
      sculpture.solids[i] = { ...solid, even: true, paints: weave(sculpture, cloth, unit) };
  }
}
