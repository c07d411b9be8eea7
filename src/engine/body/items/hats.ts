/** Hats of cloth, felt, straw and feathers. */
import { brimmed } from './hats/brimmed.js';
import { festive } from './hats/festive.js';
import { soft } from './hats/soft.js';
import { tall } from './hats/tall.js';
import type { Item } from './item.js';

export const hats: Record<string, Item> = { ...brimmed, ...soft, ...festive, ...tall };
