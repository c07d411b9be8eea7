import { describe, expect, it } from 'vitest';
import { packRectangles, padding } from '../../../../../src/engine/output/atlas/pack.js';
import { createRandom } from '../../../../../src/engine/random.js';

describe('packing charts', () => {
  it('places every rectangle with its padding inside the texture, and none on another', () => {
    const random = createRandom(5);
    const rectangles = Array.from({ length: 300 }, () => ({ width: random() ** 3, height: random() ** 4 }));
    const { scale, places } = packRectangles(rectangles, 512);
    const taken = new Uint8Array(512 * 512);
    for (const [i, { x, y, width, height }] of places.entries()) {
      expect(width).toBeGreaterThanOrEqual(rectangles[i]!.width * scale + 2 * padding);
      expect(height).toBeGreaterThanOrEqual(rectangles[i]!.height * scale + 2 * padding);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(512);
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) taken[row * 512 + column]!++;
    }
    expect(taken.reduce((most, count) => Math.max(most, count), 0)).toBe(1);
    expect(taken.filter(Boolean).length / taken.length).toBeGreaterThan(0.7);
  });

  it('refuses more rectangles than their padding leaves space for', () => {
    const rectangles = Array.from({ length: 200 }, () => ({ width: 1, height: 1 }));
    expect(() => packRectangles(rectangles, 64)).toThrow('200 charts do not fit');
  });
});
