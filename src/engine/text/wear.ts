/** Which items fit each class of body. */
import type { SkeletonKind } from '../types.js';

const onHead = [
  'pipe',
  'hat',
  'crown',
  'helmet',
  'cap',
  'beanie',
  'beret',
  'turban',
  'top hat',
  'pirate hat',
  'santa hat',
  'party hat',
  'headband',
  'headphones',
  'flower crown',
  'eyepatch',
  'monocle',
  'wizard hat',
  'chef hat',
  'glasses',
  'mask',
  'halo',
  'horns',
  'antlers',
  'antennae',
  'unicorn horn',
];
const onNeck = ['scarf', 'collar', 'bow', 'necklace'];
const onBack = ['cape', 'backpack', 'jetpack', 'spikes', 'shell', 'wings'];
const inHand = ['sword', 'axe', 'hammer', 'spear', 'staff', 'shield', 'longbow', 'club', 'trident'];
const grown = [
  'comb',
  'tusks',
  'fangs',
  'mane',
  'big mane',
  'wool',
  'moustache',
  'goatee',
  'trunk',
  'whiskers',
];

const places: Record<Exclude<SkeletonKind, 'biped' | 'other'>, ReadonlySet<string>> = {
  quadruped: new Set([
    ...onHead,
    ...onNeck,
    ...onBack,
    ...inHand,
    ...grown,
    'hood',
    'saddle',
    'beard',
    'shirt',
    'boots',
  ]),
  avian: new Set([...onHead, ...onNeck, ...onBack, 'hood', 'comb', 'shirt']),
  serpentine: new Set(['shell', ...onHead, ...onNeck, ...onBack, 'mane', 'moustache', 'goatee', 'beard']),
  aquatic: new Set([...onHead, ...onNeck, ...onBack, 'moustache']),
  hexapod: new Set([...onHead, ...onNeck, ...onBack]),
  octopod: new Set([...onHead, 'bow', 'scarf', 'backpack', 'spikes', ...inHand, 'moustache']),
};

/** A biped can wear everything. */
export const canWear = (kind: SkeletonKind, item: string): boolean =>
  kind === 'biped' || kind === 'other' || places[kind].has(item);

/** Classes that can stand up play a role upright and in its clothes; the others keep their bodies. */
export const standsUp = (kind: SkeletonKind): boolean =>
  kind === 'biped' || kind === 'quadruped' || kind === 'avian';
