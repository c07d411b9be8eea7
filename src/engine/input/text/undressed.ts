/** Bare feet and chests, and clothes that stay although a prompt rules them out. */
import type { Asked, Unshown } from './asked.js';
import type { DescribedLook } from './description.js';
import type { Species } from './vocabulary/shapes.js';

type Undressed = { species: Species; kept: Unshown[] };

/** Adds what is bare to the items. */
export function undress(
  { refused, womanly, young, items: asked }: Asked,
  named: Species,
  items: Map<string, DescribedLook>,
): Undressed {
  const isBarefoot = refused.has('boots') && named.feet === 'shoe';
  const species = isBarefoot ? { ...named, feet: 'bare' as const } : named;
  const isGowned = ['robe', 'dress'].some((item) => items.has(item));
  if (!named.dressed || isGowned) return { species, kept: [] };
  const stays = (item: string) => ({ about: item, note: staysDressed(item) });
  const kept = refused.has('trousers') ? [stays('trousers')] : [];
  if (!refused.has('shirt') || asked.has('armour')) return { species, kept };
  if (womanly || young) return { species, kept: [...kept, stays('shirt')] };
  items.delete('armour');
  items.set('bare chest', { size: 1 });
  return { species, kept };
}

const staysDressed = (item: string): string =>
  `I only make people with clothes on, so ${item === 'shirt' ? 'the shirt stays' : 'the trousers stay'}.`;
