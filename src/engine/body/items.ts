/** Things worn, grown or held, by the word that names them. */
import type { Body } from './coat.js';
import { garb } from './items/garb.js';
import { growths } from './items/growths.js';
import { headwear } from './items/headwear.js';
import { held } from './items/held.js';
import type { Item } from './items/item.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

const items: Record<string, Item> = { ...headwear, ...garb, ...growths, ...held };

export function sculptItems(sculpture: Sculpture, body: Body, traits: Traits): void {
  for (const [name, look] of traits.items) items[name]?.(sculpture, body, look, traits);
}
