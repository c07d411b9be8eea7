/** Hats of cloth, felt and straw. */
import { brimmed } from './hats/brimmed.js';
import { festive } from './hats/festive.js';
import { soft } from './hats/soft.js';
import type { Item } from './item.js';

export const hats: Record<string, Item> = { ...brimmed, ...soft, ...festive };
