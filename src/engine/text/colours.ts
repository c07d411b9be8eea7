import type { Vec3 } from '../math/vec.js';

/** Colour words, toned a little for a lit model; `metal` ones also change the material. */
const hexOf: Record<string, string> = {
  red: 'cf2e2a',
  crimson: 'a81c33',
  scarlet: 'd6301f',
  maroon: '6e1a24',
  ruby: 'b01035',
  burgundy: '6b1430',
  orange: 'ee7f1d',
  amber: 'f0a020',
  peach: 'f7b58c',
  coral: 'f4735e',
  salmon: 'f28b76',
  rust: 'a8482a',
  copper: 'c2703d',
  bronze: 'b0793c',
  yellow: 'f3cc2b',
  gold: 'e9b33c',
  golden: 'e9b33c',
  lemon: 'f5e04e',
  blond: 'e6c873',
  blonde: 'e6c873',
  sand: 'd8bd8a',
  green: '3c9a48',
  lime: '8fce2f',
  olive: '77803a',
  emerald: '18905c',
  mint: '8fdcb4',
  forest: '275e37',
  jade: '2fa37d',
  teal: '1d8a8c',
  turquoise: '30bdb9',
  cyan: '33c3e0',
  aqua: '3cc8cf',
  blue: '2f6bd8',
  navy: '22356f',
  azure: '3d92ea',
  sapphire: '2450b0',
  indigo: '433299',
  cobalt: '2450b8',
  purple: '7c3fb2',
  violet: '8450cf',
  lavender: 'b59ce4',
  lilac: 'c3a3dc',
  plum: '71346b',
  magenta: 'c92f96',
  pink: 'f28cb4',
  rose: 'e2607f',
  brown: '80502c',
  chocolate: '56331f',
  tan: 'c99b68',
  beige: 'dcc6a0',
  cream: 'f4e6c8',
  chestnut: '77391f',
  ginger: 'd06f2b',
  caramel: 'bf7f3f',
  black: '26262b',
  white: 'f3f1ec',
  ivory: 'f0e8d4',
  grey: '86898f',
  gray: '86898f',
  silver: 'c3c9d1',
  charcoal: '3b3d42',
  pale: 'f0d9c8',
  khaki: 'b3a369',
  mustard: 'd6a72a',
  fuchsia: 'd93a9e',
  mauve: 'b784a7',
  apricot: 'f5b57f',
  tangerine: 'f28a2a',
  ochre: 'c98a2b',
  straw: 'e4c76a',
  denim: '3d5a8c',
  wine: '6e1f33',
  cherry: 'b8172f',
  auburn: '7b3420',
  brunette: '4a2e1e',
  platinum: 'e9e2d0',
  pearl: 'eeeae2',
  snow: 'f7f8fa',
  slate: '5b6675',
  ash: '9aa0a4',
  ebony: '2c2420',
  raven: '1f1f27',
  skyblue: '6db8ec',
  babyblue: 'a6d2f0',
  royalblue: '2a4fc4',
  navyblue: '22356f',
  midnightblue: '1c2452',
  iceblue: 'bfe3f2',
  oceanblue: '1f6fa8',
  lightblue: '8ec3ee',
  limegreen: '8fce2f',
  forestgreen: '275e37',
  olivegreen: '77803a',
  emeraldgreen: '18905c',
  mintgreen: '8fdcb4',
  grassgreen: '4fa83a',
  neongreen: '6cf23c',
  seagreen: '2f9a80',
  hotpink: 'ee3f9b',
  neonpink: 'ff4fb4',
  rosegold: 'd99a86',
  bloodred: '8e1218',
  cherryred: 'b8172f',
  rubyred: 'b01035',
  brickred: '9c3b2c',
  jetblack: '19191d',
  snowwhite: 'f7f8fa',
  creamwhite: 'f6edd8',
};

/** Colours of two words. */
export const colourPairs: readonly string[] = [
  ...['sky', 'baby', 'royal', 'navy', 'midnight', 'ice', 'ocean'].map((shade) => `${shade} blue`),
  ...['lime', 'forest', 'olive', 'emerald', 'mint', 'grass', 'neon', 'sea'].map((shade) => `${shade} green`),
  ...['hot pink', 'neon pink', 'rose gold', 'jet black', 'snow white', 'cream white'],
  ...['blood', 'cherry', 'ruby', 'brick'].map((shade) => `${shade} red`),
];

export const colourWords: ReadonlySet<string> = new Set(Object.keys(hexOf));
export const isMetalColour = (word: string): boolean =>
  ['gold', 'golden', 'silver', 'copper', 'bronze', 'rosegold'].includes(word);

/** sRGB 0-1 of a six-digit hex string. */
export const hex = (digits: string): Vec3 =>
  [0, 2, 4].map((i) => Number.parseInt(digits.slice(i, i + 2), 16) / 255) as unknown as Vec3;

/** @throws RangeError for a word that is not in `colourWords` */
export function colourOf(word: string): Vec3 {
  const digits = hexOf[word];
  if (!digits) throw new RangeError(`${word} is not a colour word`);
  return hex(digits);
}

export const darker = (c: Vec3, by: number): Vec3 => c.map((x) => x * (1 - by)) as unknown as Vec3;
export const lighter = (c: Vec3, by: number): Vec3 => c.map((x) => x + (1 - x) * by) as unknown as Vec3;
