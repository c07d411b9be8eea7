/** What a seed decides within what was asked: six seeds of one description look like six siblings. */
import { darker, lighter } from '../colour.js';
import type { Vec3 } from '../geometry/vec.js';

export type Variation = {
  /** A factor around 1; what was asked for varies a third as much. */
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
