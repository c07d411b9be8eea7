import type { Asked } from './asked.js';
import type { Items } from './belongings.js';
import { colourOf } from './colours.js';
import type { DescribedLook } from './description.js';
import { suits } from './vocabulary.js';

/** A suit's jacket and trousers share a colour, a dark one by default. */
export function matchSuit(asked: Asked, items: Items, worn: DescribedLook | null): void {
  const top = asked.items.get('shirt');
  const tone = suits[top?.word ?? ''];
  if (!top || !tone) return;
  const colour = top.colour ?? worn?.colour ?? colourOf(tone);
  const { finish, pattern, second } = top;
  items.set('shirt', { ...items.get('shirt')!, colour });
  if (!asked.items.has('trousers') && !asked.items.has('dress'))
    items.set('trousers', { size: 1, colour, finish, pattern, second });
  if (/^(suit|tuxedo)$/.test(top.word ?? '') && !items.has('boots'))
    items.set('boots', { size: 1, word: 'shoes', colour: colourOf('black') });
}
