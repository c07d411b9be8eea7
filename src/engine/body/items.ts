/** Items worn, grown or held, by the name of the item. */

import type { DescribedLook } from '../input/text/description.js';
import { handsOf } from '../input/text/hands.js';
import { handheld } from '../input/text/vocabulary.js';
import { isInHand, type Place } from '../kinds.js';
import { type Side, sides } from '../skeleton/skeleton.js';
import { armCut } from './biped/cuts.js';
import type { Body } from './body.js';
import { weave } from './garments/cloth.js';
import { aids } from './items/aids.js';
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
import { putAt } from './items/placing.js';
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
  ...aids,
};

/** Items that follow eyes and mouth; others on a head are on top of it. */
const onFace: ReadonlySet<string> = new Set([
  ...Object.keys(eyewear),
  ...Object.keys(facial),
  'glasses',
  'mask',
  'pipe',
]);

export function sculptItems(sculpture: Sculpture, body: Body, traits: Traits): void {
  const crowned = { ...body, head: body.crown ?? body.head };
  const missing = handless(body, traits);
  const hands = handsOf(body.kind, traits.items, missing);
  for (const [name, look] of traits.items) {
    const before = sculpture.solids.length;
    const wearer = onFace.has(name) ? body : crowned;
    const make = (side: Side) =>
      items[name]?.(sculpture, { ...wearer, grip: () => body.grip(side) }, look, traits);
    if (missing.size === 2 && (handheld.has(name) || name === 'shield')) continue;
    const named = hands.get(name) ?? (name === 'shield' ? 'left' : 'right');
    const hand = sides[named === 'left' ? 0 : 1]!;
    for (const [at, side] of [
      hand,
      ...(name === traits.inBothHands && missing.size === 0 ? [sides[0]!] : []),
    ].entries()) {
      const from = sculpture.solids.length;
      make(side);
      if (handheld.has(name) || name === 'shield') carry(sculpture, from, body, look.place, at > 0);
    }
    if (look.pattern) printPattern(sculpture, before, look, body.unit);
  }
}

/** The hands that can hold nothing. */
const handless = (body: Body, t: Traits): ReadonlySet<Side['name']> =>
  new Set(
    sides.flatMap((side) => {
      const cut = body.kind === 'biped' ? armCut(t, side) : null;
      return cut && cut.state !== 'prosthetic' ? [side.name] : [];
    }),
  );

/** Puts the item that was just made into a hand or elsewhere. @param isSecond of a pair, which crosses the first one */
function carry(
  { solids }: Sculpture,
  from: number,
  body: Body,
  place: Place | undefined,
  isSecond: boolean,
): void {
  const made = solids.splice(from);
  const placed =
    place && !isInHand(place) && body.kind === 'biped' ? putAt(body, made, place, isSecond) : null;
  solids.push(...(placed ?? made.map((solid) => ({ ...solid, isHeld: true as const }))));
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
