/** Clothes that can have pictures and holes. */
import { tornWords } from './vocabulary.js';

export const printable: ReadonlySet<string> = new Set([
  'shirt',
  'trousers',
  'dress',
  'robe',
  'cape',
  'apron',
  'armour',
]);
const tearable: ReadonlySet<string> = new Set([...printable, 'socks', 'scarf']);

/** Whether a garment of this kind is made with holes. */
export const canTear = (item: string): boolean => tearable.has(item);
export const isTorn = (word: string): boolean => tornWords.has(word);
