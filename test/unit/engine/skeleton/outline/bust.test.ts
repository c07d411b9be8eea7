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
const bust = (mask: Mask) => bustOf(silhouetteOf(mask, 1.6, 150));
const disc = (x: number, y: number, cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) < r;

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

  it('is a bust when it shows a head alone, with ears', () => {
    const koala = cut(
      (x, y) => disc(x, y, 0.5, 0.45, 0.38) || disc(x, y, 0.2, 0.8, 0.15) || disc(x, y, 0.8, 0.8, 0.15),
    );
    expect(bust(koala)).not.toBeNull();
  });

  it.each([
    ['a person', {}],
    ['a child with a large head', { headWide: 0.3, headTall: 0.3, leg: 0.3 }],
    ['a round body with short legs', { trunk: 'egg', leg: 0.2 }],
    ['a lady in a gown', { skirt: [0.3, 1] }],
  ] as const)('is none when it shows %s', (_, doll) => {
    expect(bust(cutDoll(doll).mask)).toBeNull();
  });
});
