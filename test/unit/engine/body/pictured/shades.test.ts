import { describe, expect, it } from 'vitest';
import { litOf, squaredShaded } from '../../../../../src/engine/body/pictured/shades.js';

/** Distance in RGB below which two colours of a figure are one. */
const alike = 36;
const awayOf = (...pair: Parameters<typeof squaredShaded>) => Math.sqrt(squaredShaded(...pair));

describe('shades of one colour', () => {
  it.each([
    ['a white suit in shadow', [225, 220, 210], [155, 150, 145]],
    ['a red shirt in shadow', [200, 40, 40], [130, 25, 27]],
    ['black cloth with a highlight', [25, 25, 28], [45, 44, 48]],
  ] as const)('are alike: %s', (_, lit, shaded) => {
    expect(awayOf(lit, shaded)).toBeLessThan(alike);
    expect(awayOf(shaded, lit)).toBe(awayOf(lit, shaded));
  });

  it.each([
    ['white and black', [240, 240, 240], [30, 30, 30]],
    ['a white shirt and grey trousers', [240, 240, 240], [110, 110, 110]],
    ['skin and brown hair', [240, 200, 170], [90, 50, 20]],
    ['red and blue of one lightness', [200, 40, 40], [40, 60, 200]],
  ] as const)('are told from other colours: %s', (_, one, other) => {
    expect(awayOf(one, other)).toBeGreaterThan(alike);
  });

  it('have the colour of the lighter ones, without the lightest', () => {
    const shades = [250, 200, 195, 190, 185, 120, 115, 110, 105, 100];
    const [red] = litOf(shades.map((value) => ({ colour: [value, 0, 0], weight: 1 })));
    expect(red).toBeGreaterThan(155);
    expect(red).toBeLessThan(200);
  });
});
