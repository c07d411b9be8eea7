/** Which style of hair a character has. */
import type { Vec3 } from '../../geometry/vec.js';
import type { Traits } from '../traits.js';

export type HairStyle =
  | 'short'
  | 'long'
  | 'ponytail'
  | 'pigtails'
  | 'braid'
  | 'bun'
  | 'bob'
  | 'curly'
  | 'afro'
  | 'spiky'
  | 'mohawk'
  | 'dreadlocks';

const byWord: Record<string, HairStyle> = {
  ponytail: 'ponytail',
  pigtails: 'pigtails',
  'twin tails': 'pigtails',
  'top knot': 'bun',
  bangs: 'bob',
  braid: 'braid',
  braids: 'pigtails',
  plait: 'braid',
  bun: 'bun',
  afro: 'afro',
  bob: 'bob',
  curls: 'curly',
  dreadlocks: 'dreadlocks',
  dreads: 'dreadlocks',
  mohawk: 'mohawk',
};
const byManner: Record<string, HairStyle> = {
  spiked: 'spiky',
  unkempt: 'spiky',
  tousled: 'spiky',
  disheveled: 'spiky',
  curly: 'curly',
  wavy: 'long',
  spiky: 'spiky',
  messy: 'spiky',
  shaggy: 'spiky',
  braided: 'braid',
};
const ofWomen = ['long', 'ponytail', 'bob', 'long', 'bun', 'braid'] as const;
const ofOthers = ['short', 'short', 'short', 'spiky', 'curly'] as const;

export function hairStyle(t: Traits): HairStyle {
  const look = t.items.get('hair');
  const size = look?.size ?? 1;
  const named = byWord[look?.word ?? ''] ?? byManner[look?.manner ?? ''];
  if (named) return named;
  if (size > 1.2) return 'long';
  if (size < 0.8) return 'short';
  if (t.items.has('long hair')) return 'long';
  const styles = t.womanly ? ofWomen : ofOthers;
  return styles[Math.floor(t.random() * styles.length)]!;
}

/** Positions and sizes in head radii. */
export type Room = { r: number; at(x: number, y: number, z: number): Vec3 };
