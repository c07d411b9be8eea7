/** What creature and role bring along, and what takes its place. */
import { hex } from '../../colour.js';
import type { Asked } from './asked.js';
import { colourOf } from './colours.js';
import type { DescribedLook } from './description.js';
import type { RoleWord, Species } from './vocabulary/shapes.js';
import { archers, handheld, headgear } from './vocabulary.js';

export type Items = Map<string, DescribedLook>;

/** Items that creature and role bring along. */
export function given(named: Species, costume: RoleWord | null): Items {
  const items: Items = new Map();
  for (const item of [...named.parts, ...(costume?.items ?? [])]) {
    const own = costume?.wears?.[item];
    items.set(item, {
      size: 1,
      word: own?.word,
      colour: own?.colour ? toneOf(own.colour) : undefined,
      usual: own?.colour !== undefined,
      pattern: own?.pattern,
    });
  }
  return items;
}

/** Replaces default items by requested ones. */
export function adopt(asked: Asked, items: Items, costume: RoleWord | null, free: boolean): void {
  nameOwn(
    asked,
    items,
    [...headgear].find((item) => items.has(item) && item.includes('hat')),
    'hat',
  );
  const horn = ['unicorn horn', 'nose horn'].find((item) => items.has(item));
  if (horn) nameOwn(asked, items, horn, 'horns', 'horn');
  nameOwn(asked, items, items.has('big mane') ? 'big mane' : undefined, 'mane');
  nameOwn(asked, items, items.has('snail shell') ? 'snail shell' : undefined, 'shell');
  nameOwn(asked, items, items.has('mushroom cap') ? 'mushroom cap' : undefined, 'cap');
  for (const place of [headgear, handheld])
    if ([...asked.items.keys()].some((item) => place.has(item))) for (const item of place) items.delete(item);
  const named = (list: readonly string[]) => list.some((item) => asked.items.has(item));
  if (named(['robe', 'dress']))
    for (const item of free ? ['shirt', 'robe', 'dress', 'trousers', 'bare chest'] : ['robe', 'dress'])
      items.delete(item);
  if (named(['shirt', 'armour']))
    for (const item of free ? ['robe', 'bare chest'] : ['bare chest']) items.delete(item);
  for (const [item, look] of asked.items) {
    const own = items.get(item)?.word;
    const costumed = look.word === 'suit' && own !== undefined && !free;
    const same = costumed || (look.word === item && headgear.has(item));
    items.set(item, same ? { ...look, word: own ?? look.word } : look);
  }
  if (
    items.get('bow')?.word === 'bow' &&
    (items.has('quiver') ||
      costume?.items.includes('longbow') ||
      archers.has(`${asked.roleName ?? asked.creature}`))
  ) {
    items.set('longbow', items.get('bow')!);
    items.delete('bow');
  }
}

/** "the hat" of a pirate is a pirate hat. */
function nameOwn(asked: Asked, items: Items, own: string | undefined, name: string, word = name): void {
  const requested = asked.items.get(name);
  if (!own || requested?.word !== word) return;
  asked.items.set(own, { ...requested, word: items.get(own)?.word });
  if (own !== name) asked.items.delete(name);
}

/** A colour word, or `#` and hex sRGB. */
export const toneOf = (tone: string) => (tone.startsWith('#') ? hex(tone.slice(1)) : colourOf(tone));
