/** Which hand holds what. */
import type { Place, SkeletonKind } from '../../kinds.js';
import { handheld } from './vocabulary.js';

export type Hand = 'left' | 'right';
type Held = ReadonlyMap<string, { place?: Place }>;

const inHands: ReadonlySet<Place> = new Set<Place>(['left hand', 'right hand', 'both hands', 'overhead']);

/** The hand of each thing that is held: the one that was asked for, or the next that is free. */
/** @param missing hands that can hold nothing */
export function handsOf(
  kind: SkeletonKind,
  items: Held,
  missing: ReadonlySet<Hand> = new Set(),
): ReadonlyMap<string, Hand> {
  const hands = new Map<string, Hand>();
  if (kind !== 'biped') return hands;
  const held = [...items].filter(([name, { place }]) => handheld.has(name) && (!place || inHands.has(place)));
  const shield = items.get('shield');
  if (shield && (!shield.place || inHands.has(shield.place)))
    hands.set(
      'shield',
      shield.place === 'right hand' || held.some(([, { place }]) => place === 'left hand') ? 'right' : 'left',
    );
  for (const [name, { place }] of held)
    if (place === 'left hand' || place === 'right hand')
      hands.set(name, place === 'left hand' ? 'left' : 'right');
  for (const [name] of held) {
    if (hands.has(name)) continue;
    const taken = new Set(hands.values());
    hands.set(name, taken.has('right') && !taken.has('left') ? 'left' : 'right');
  }
  for (const [name, hand] of hands)
    if (missing.has(hand)) hands.set(name, hand === 'left' ? 'right' : 'left');
  return hands;
}
