/** Colours that may be the same one in shadow, as at the outline of a rendered or painted figure. */
import type { Colour } from './areas.js';
import { unseenThresholds } from './calibration.js';

const { darkest, cost, lit } = unseenThresholds.shadow;

/** A colour that a row shows, and how much that counts. */
export type Vote = { colour: Colour; weight: number };

export const squared = (a: Colour, b: Colour): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const productOf = (a: Colour, b: Colour): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Squared distance in RGB, where a shadow counts little: the darker colour is compared with the lighter one in shadow. */
export function squaredShaded(a: Colour, b: Colour): number {
  const [p, q] = [productOf(a, a), productOf(b, b)];
  const [light, dark, size] = p > q ? [a, b, p] : [b, a, q];
  if (size === 0) return 0;
  const share = Math.min(1, Math.max(darkest, productOf(light, dark) / size));
  const shade = (c: 0 | 1 | 2) => (dark[c] - light[c] * share) ** 2;
  return shade(0) + shade(1) + shade(2) + (cost * (1 - share)) ** 2 * size;
}

const lightness = ([r, g, b]: Colour): number => r * 2 + g * 5 + b;

/** The mean of the lighter ones among shades of one colour, without the lightest, which are trims and highlights. */
export function litOf(votes: readonly Vote[]): Colour {
  const sorted = [...votes].sort((a, b) => lightness(b.colour) - lightness(a.colour));
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const [from, to] = [lit.from * all, lit.to * all];
  const mean: [number, number, number] = [0, 0, 0];
  let [passed, counted] = [0, 0];
  for (const { colour, weight } of sorted) {
    const share = Math.min(passed + weight, to) - Math.max(passed, from);
    passed += weight;
    if (share <= 0) continue;
    for (let c = 0; c < 3; c++) mean[c]! += colour[c]! * share;
    counted += share;
  }
  return [mean[0] / counted, mean[1] / counted, mean[2] / counted];
}
