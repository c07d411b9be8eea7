import type { Translate } from '../../../../copy/translate.js';
import { handheld, headgear } from '../../../../engine/input/text/vocabulary.js';
import { isInHand } from '../../../../engine/kinds.js';
import { names, partsOf } from '../changes/character.js';
import type { Place } from '../wish.js';
import { bodyOf } from '../words/lexis.js';
import { said } from './has-answers.js';
import { countOf, unshownIn } from './plan-things.js';

/** What the character has at a place of its body, or wears, or holds. */

const place =
  /\b(?:on|in|over|around|round|at|under|below|upon) (?:(?:top of|his|her|its|their|the|each|both|one|left|right) )*(head|forehead|face|ears?|neck|throat|hands?|paws?|wrists?|feet|foot|back)\b/i;
const placeOf: Readonly<Record<string, Place>> = {
  face: 'head',
  forehead: 'head',
  ear: 'head',
  ears: 'head',
  throat: 'neck',
  hand: 'hands',
  wrist: 'hands',
  wrists: 'hands',
  paw: 'hands',
  paws: 'hands',
  foot: 'feet',
};

/** "What's on his head". */
export function bodyPlaceIn(line: string): { at: Place; said: string } | null {
  const found = place.exec(line)?.[1]?.toLowerCase();
  return found ? { at: placeOf[found] ?? (found as Place), said: found } : null;
}

export const itemsAt: Readonly<Record<Exclude<Place, 'worn'>, (item: string) => boolean>> = {
  hands: (item) => handheld.has(item) || item === 'shield',
  head: (item) => headgear.has(item) || onHead.has(item),
  neck: (item) => /^(?:necklace|scarf|tie|collar|bow|stethoscope)$/.test(item),
  back: (item) => /^(?:quiver|jetpack|backpack|cape|wings|shell)$/.test(item),
  feet: (item) => /^(?:boots|socks)$/.test(item),
};
const onHead: ReadonlySet<string> = new Set(
  'headband,headphones,eyepatch,monocle,earrings,glasses,mask,hair,horns,antlers,antennae,halo,beard,moustache,mane,cat ears,bunny ears,bear ears,glowing eyes,eyes,comb,veil'.split(
    ',',
  ),
);
/** Where the engine puts a thing; null for a part of the body, or anything else. */
export function placeIn(text: string): Exclude<Place, 'worn'> | 'eye' | null {
  const items = [...bodyOf(text).items.keys()];
  if (items.includes('eyepatch')) return 'eye';
  const places = Object.keys(itemsAt) as (keyof typeof itemsAt)[];
  return places.find((at) => items.some(itemsAt[at])) ?? null;
}

const inHands = /\b(?:in|with) (?:\w+ )?(?:hands?|paws?)\b/i;
/** Clothes that people wear without a word. */
const usual: Readonly<Partial<Record<Place, readonly string[]>>> = {
  worn: ['shirt', 'trousers', 'shoes'],
  head: ['hair'],
  feet: ['shoes'],
};

function isAt(text: string, at: Place): boolean {
  const { items, parts, spec } = bodyOf(text);
  const isHeld = (spec.props ?? []).length > 0 || inHands.test(text);
  if (at === 'hands') return isHeld;
  if (at === 'worn') return !isHeld && (spec.garments ?? []).length > 0;
  return bodyPlaceIn(text)?.at === at || [...items.keys(), ...parts.keys()].some(itemsAt[at]);
}

/** Animals and things that it has in its hands, on its head or on its back. */
const carriedAt = (draft: string, at: Place): string[] =>
  (bodyOf(draft).spec.companions ?? [])
    .filter(({ place }) => (at === 'hands' ? isInHand(place) : place === at))
    .map(({ species }) => species);

/** In the words of the description, and then what its species or role brings. */
export function listAt(draft: string, at: Place, t: Translate): string[] {
  const unshown = unshownIn(draft);
  const named = partsOf(draft).has.filter((text) => isAt(text, at) && !unshown.includes(text));
  const { items, kind } = bodyOf(draft);
  const own = bodyOf(named.join(', ')).items;
  const isBrought = (item: string): boolean =>
    at === 'worn'
      ? item === 'bare chest' ||
        (!itemsAt.hands(item) && (bodyOf(['a man', item].join(' with ')).spec.garments ?? []).length > 0)
      : itemsAt[at](item);
  const brought = [...items].filter(([item, { word }]) => {
    const isNamed = own.has(item) || partsOf(draft).has.some((text) => names(text, word ?? item));
    return isBrought(item) && !isNamed && (countOf(draft, item) !== 0 || kind === 'biped');
  });
  const dressed = (usual[at] ?? []).filter(
    (one) => countOf(draft, one) && !items.has(one) && !(one === 'shoes' && items.has('boots')),
  );
  const carried = carriedAt(draft, at).filter((one) => !named.some((text) => names(text, one)));
  return [...named, ...carried, ...brought.map(([item, { word }]) => word ?? item), ...dressed].map((one) =>
    said(one, t),
  );
}
