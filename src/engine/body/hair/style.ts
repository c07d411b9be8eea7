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
  'man bun': 'bun',
  'messy bun': 'bun',
  'top bun': 'bun',
  'hair bun': 'bun',
  updo: 'bun',
  chignon: 'bun',
  topknot: 'bun',
  buns: 'pigtails',
  'space buns': 'pigtails',
  'pig tails': 'pigtails',
  twintails: 'pigtails',
  plaits: 'pigtails',
  'high ponytail': 'ponytail',
  'low ponytail': 'ponytail',
  'side ponytail': 'ponytail',
  ponytails: 'pigtails',
  'pony tail': 'ponytail',
  'rat tail': 'ponytail',
  'french braid': 'braid',
  'side braid': 'braid',
  cornrows: 'braid',
  'box braids': 'dreadlocks',
  dreadlock: 'dreadlocks',
  locs: 'dreadlocks',
  afros: 'afro',
  'afro puffs': 'pigtails',
  perm: 'curly',
  ringlets: 'curly',
  'jheri curls': 'curly',
  'faux hawk': 'mohawk',
  'liberty spikes': 'mohawk',
  mohawks: 'mohawk',
  pompadour: 'spiky',
  quiff: 'spiky',
  'bed head': 'spiky',
  'mop top': 'bob',
  'bob cut': 'bob',
  'bowl cut': 'bob',
  'hime cut': 'long',
  'curtain bangs': 'bob',
  fringe: 'bob',
  'emo fringe': 'bob',
  shag: 'bob',
  tresses: 'long',
  mullet: 'bob',
  'crew cut': 'short',
  'buzz cut': 'short',
  flattop: 'short',
  'comb over': 'short',
  'pixie cut': 'short',
  undercut: 'short',
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
  permed: 'curly',
  crimped: 'curly',
  frizzy: 'afro',
  coily: 'afro',
  ringleted: 'curly',
  choppy: 'bob',
  sleek: 'short',
  scruffy: 'spiky',
  windswept: 'spiky',
  bedheaded: 'spiky',
  spikey: 'spiky',
  unbrushed: 'spiky',
  uncombed: 'spiky',
  untidy: 'spiky',
  mussed: 'spiky',
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
