/** Two colours of a person are those of the clothes: the main garment has the first, the others have the second. */
import type { Asked } from './asked.js';
import type { DescribedLook } from './description.js';

const main = ['armour', 'robe', 'dress', 'shirt'];
const others = ['trousers', 'cape', 'gloves', 'boots'];

export function shareColours(asked: Asked, items: Map<string, DescribedLook>): void {
  const { colour, second } = asked.look;
  if (!colour || !second) return;
  const isFree = (item: string) => asked.items.get(item)?.colour === undefined;
  if (asked.pattern) {
    const { pattern } = asked;
    const worn = main.filter((item) => items.has(item));
    for (const item of [...(worn.length > 0 ? worn : ['shirt']), 'trousers'].filter(isFree))
      items.set(item, { size: 1, ...items.get(item), colour, second, pattern });
    return;
  }
  const isGown = items.has('robe') || items.has('dress');
  for (const item of others.filter(isFree))
    if (items.has(item) || (item === 'trousers' && !isGown))
      items.set(item, { size: 1, ...items.get(item), colour: second });
  const gown = main.find((item) => items.has(item) && isFree(item));
  if (gown) items.set(gown, { ...items.get(gown)!, second });
}
