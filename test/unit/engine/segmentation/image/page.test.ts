import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../../src/engine/input/image/decode.js';
import { pageIn } from '../../../../../src/engine/segmentation/image/page.js';

const [width, height] = [240, 200];
type Colour = readonly [number, number, number];

const painted = (colour: (x: number, y: number) => Colour): Picture => ({
  width,
  height,
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const n = i >> 2;
    return i % 4 === 3 ? 255 : colour(n % width, Math.floor(n / width))[i % 4]!;
  }),
});

/** A page turned by some degrees on a brown table, with a black square in its middle. */
const photo = (degrees: number, table: Colour = [90, 60, 40]) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return painted((x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
    if (Math.abs(u) > 80 || Math.abs(v) > 60) return table;
    return Math.abs(u) < 20 && Math.abs(v) < 20 ? [20, 20, 20] : [235, 232, 225];
  });
};

const darkIn = ({ rgba, width: w }: Picture) => {
  const dark = Array.from({ length: rgba.length / 4 }, (_, n) => n).filter((n) => rgba[n * 4]! < 128);
  const [xs, ys] = [dark.map((n) => n % w), dark.map((n) => Math.floor(n / w))];
  return {
    count: dark.length,
    across: Math.max(...xs) - Math.min(...xs) + 1,
    down: Math.max(...ys) - Math.min(...ys) + 1,
  };
};

describe('a photo of a page', () => {
  it.each([-14, 6, 20])('is straightened when the page is turned by %i degrees', (degrees) => {
    const page = pageIn(photo(degrees))!;
    expect(page.width / page.height).toBeCloseTo(160 / 120, 1);
    const { count, across, down } = darkIn(page);
    // Only the drawing is dark, and its sides are upright again.
    expect(across).toBeLessThan(46);
    expect(down).toBeLessThan(46);
    expect(count / (across * down)).toBeGreaterThan(0.9);
  });

  it('is left alone when the page fills it', () => {
    const filling = painted((x, y) => (Math.hypot(x - 120, y - 100) < 40 ? [30, 30, 30] : [240, 240, 240]));
    expect(pageIn(filling)).toBeNull();
  });

  it('is not seen in a light figure on a dark ground', () => {
    const ball = painted((x, y) => {
      if (Math.hypot(x - 90, y - 80) < 6 || Math.hypot(x - 150, y - 80) < 6) return [20, 20, 20];
      return Math.hypot(x - 120, y - 100) < 80 ? [240, 235, 230] : [40, 50, 60];
    });
    expect(pageIn(ball)).toBeNull();
  });

  it('is not seen on a table as light as the page', () => {
    expect(pageIn(photo(10, [215, 212, 208]))).toBeNull();
  });
});
