/** What a seed decides within the request: six seeds of one description look like six siblings. */
import { darker, lighter } from '../colour.js';
import type { Vec3 } from '../geometry/vec.js';
import type { Description } from '../input/text/description.js';

export type Variation = {
  /** A factor around 1; requested sizes vary a third as much. */
  vary(amount: number, isAsked?: boolean): number;
  pick<T>(from: readonly T[]): T;
  /** A slightly lighter or darker, warmer or cooler colour. */
  tint(colour: Vec3): Vec3;
};

const asked = 1 / 3;
const shade = 0.13;
const warmth = 0.03;

export function variationOf(random: () => number): Variation {
  const spread = () => (random() - 0.5) * 2;
  return {
    vary: (amount, isAsked = false) => 1 + spread() * amount * (isAsked ? asked : 1),
    pick: (from) => from[Math.floor(random() * from.length)]!,
    tint(colour) {
      const light = spread() * shade;
      const warm = spread() * warmth;
      const [r, g, b] = light < 0 ? darker(colour, -light) : lighter(colour, light * 0.7);
      const within = (x: number) => Math.min(1, Math.max(0, x));
      return [within(r + warm), g, within(b - warm)];
    },
  };
}

/** What a role usually wears has a shade of its own for each seed. */
export const dyed = (items: Description['items'], dye: Variation['tint']): Description['items'] =>
  new Map(
    [...items].map(([name, look]) =>
      look.usual && look.colour ? [name, { ...look, colour: dye(look.colour) }] : [name, look],
    ),
  );

/** Where patterns lie, how clothes are cut, and details on one side only. */
export type Marks = {
  /** Added to places in patterns, in their own lengths. */
  shift: Vec3;
  /** The side of details that only one side has. */
  side: 1 | -1;
  /** Whether an animal without a pattern has a patch around one eye. */
  hasEyePatch: boolean;
  /** Of animals. */
  hasNotchedEar: boolean;
  /** Of people who fight. */
  hasScar: boolean;
  /** -1 to 1, from short to long. */
  hem: number;
  sleeve: number;
  /** 0 to 1, for a choice of collars. */
  collar: number;
};

const patched = 1 / 3;
const notched = 1 / 4;
const fought = 1 / 3;

export function marksOf(random: () => number): Marks {
  const spread = () => (random() - 0.5) * 2;
  return {
    shift: [spread() * 3, spread() * 3, spread() * 3],
    side: random() < 0.5 ? -1 : 1,
    hasEyePatch: random() < patched,
    hem: spread(),
    sleeve: spread(),
    hasNotchedEar: random() < notched,
    hasScar: random() < fought,
    collar: random(),
  };
}

const weapons = ['sword', 'axe', 'club', 'hammer', 'spear'];

/** People who hold a weapon may have a scar on their face. */
export function scarred({ items, species, without }: Description): Description['items'] {
  const fights = species.face === 'human' && weapons.some((item) => items.has(item));
  return fights && !items.has('bones') && !without.has('scar')
    ? new Map([['scar', { size: 1 }], ...items])
    : items;
}
