import { describe, expect, it } from 'vitest';
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { bustOf } from '../../../../../src/engine/skeleton/outline/bust.js';
import { cutDoll } from '../../input/image/doll.js';

const size = 200;
/** @param isInside x to the right and y up, both 0 to 1 */
const cut = (isInside: (x: number, y: number) => boolean): Mask => ({
  width: size,
  height: size,
  inside: Uint8Array.from({ length: size * size }, (_, n) =>
    isInside(((n % size) + 0.5) / size, 1 - (Math.floor(n / size) + 0.5) / size) ? 1 : 0,
  ),
});
const bust = (mask: Mask) => bustOf(mask, silhouetteOf(mask, 1.6, 150));
const disc = (x: number, y: number, cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) < r;
const oval = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

type Shape = (x: number, y: number) => boolean;

/** Outlines that are as round, or as broad at the ground, as portraits are. */
const others: Record<string, Shape> = {
  'a bird from its side': (x, y) =>
    oval(x, y, 0.45, 0.4, 0.33, 0.28) ||
    disc(x, y, 0.68, 0.66, 0.17) ||
    (x > 0.8 && x < 0.95 && Math.abs(y - 0.66) < (0.95 - x) * 0.4) ||
    (x < 0.2 && x > 0.03 && Math.abs(y - 0.45) < 0.06) ||
    (Math.abs(x - 0.47) < 0.02 && y > 0.04 && y < 0.3),
  'a snail': (x, y) =>
    disc(x, y, 0.42, 0.5, 0.32) ||
    (y > 0.1 && y < 0.24 && x > 0.05 && x < 0.95) ||
    (x > 0.82 && x < 0.95 && y > 0.1 && y < 0.6),
  'a small penguin': (x, y) =>
    oval(x, y, 0.5, 0.42, 0.3, 0.34) ||
    disc(x, y, 0.5, 0.72, 0.2) ||
    oval(x, y, 0.36, 0.07, 0.13, 0.04) ||
    oval(x, y, 0.64, 0.07, 0.13, 0.04),
  'a round penguin without a neck': (x, y) =>
    disc(x, y, 0.5, 0.5, 0.4) || oval(x, y, 0.3, 0.09, 0.14, 0.045) || oval(x, y, 0.7, 0.09, 0.14, 0.045),
  'a ladybug from above': (x, y) =>
    disc(x, y, 0.5, 0.45, 0.33) ||
    disc(x, y, 0.5, 0.8, 0.14) ||
    [0.25, 0.45, 0.65].some((leg) => Math.abs(y - leg) < 0.02 && Math.abs(x - 0.5) < 0.46),
  'a lady with a large head in a wide gown': (x, y) =>
    disc(x, y, 0.5, 0.76, 0.22) || (y > 0.02 && y < 0.58 && Math.abs(x - 0.5) < 0.08 + (0.58 - y) * 0.7),
  'a lady in a bell of a gown': (x, y) =>
    disc(x, y, 0.5, 0.88, 0.1) ||
    (y >= 0.5 && y < 0.8 && Math.abs(x - 0.5) < 0.09) ||
    (y < 0.5 && Math.abs(x - 0.5) < 0.46 * Math.sqrt(1 - (y / 0.52) ** 2)),
};

describe('a picture that ends above the legs', () => {
  it('is a bust when a large head stands on shoulders cut off straight', () => {
    const found = bust(
      cut(
        (x, y) => disc(x, y, 0.5, 0.66, 0.26) || (y > 0.05 && y < 0.42 && Math.abs(x - 0.5) < 0.4 - y * 0.35),
      ),
    );
    expect(found?.skeleton.joints.map(({ name }) => name)).toEqual([
      'hips',
      'spine',
      'chest',
      'neck',
      'head',
    ]);
  });

  it('is a bust when hair hides the neck and the picture cuts the shoulders', () => {
    const haired: Shape = (x, y) =>
      disc(x, y, 0.5, 0.68, 0.25) ||
      (y > 0.3 && y < 0.68 && Math.abs(x - 0.5) < 0.27) ||
      (y < 0.35 && Math.abs(x - 0.5) < 0.4);
    expect(bust(cut(haired))?.isCut).toBe(true);
    expect(bust(cut((x, y) => y > 0.04 && haired(x, y)))).toBeNull();
  });

  it('is a bust when it shows a head alone, with ears', () => {
    const koala = cut(
      (x, y) => disc(x, y, 0.5, 0.45, 0.38) || disc(x, y, 0.2, 0.8, 0.15) || disc(x, y, 0.8, 0.8, 0.15),
    );
    const found = bust(koala)!;
    expect(found.isCut).toBe(false);
    for (const { position, tail } of found.skeleton.joints)
      expect(tail[1]).toBeGreaterThan(position[1] + 0.1);
  });

  it.each([
    ['a person', {}],
    ['a child with a large head', { headWide: 0.3, headTall: 0.3, leg: 0.3 }],
    ['a round body with short legs', { trunk: 'egg', leg: 0.2 }],
    ['a lady in a gown', { skirt: [0.3, 1] }],
  ] as const)('is none when it shows %s', (_, doll) => {
    expect(bust(cutDoll(doll).mask)).toBeNull();
  });

  it.each(Object.entries(others))('is none when it shows %s', (_, shape) => {
    expect(bust(cut(shape))).toBeNull();
  });
});
