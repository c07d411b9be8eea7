import { describe, expect, it } from 'vitest';
import { plainForm } from '../../../../../src/engine/body/pictured/form.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import { wrapOf } from '../../../../../src/engine/body/pictured/wrapped.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

const side = 200;
const disc = silhouetteOf(
  {
    width: side,
    height: side,
    inside: Uint8Array.from({ length: side * side }, (_, n) =>
      Math.hypot((n % side) - 99.5, Math.floor(n / side) - 99.5) < 90 ? 1 : 0,
    ),
  },
  2,
  150,
);
const { surface } = plainForm(inflate(disc));
const wrap = wrapOf(disc, surface);

describe('a picture that is laid around a ball', () => {
  it('keeps the middle and the outline of the picture where they are', () => {
    const [u, v] = wrap(0, 1, surface(0, 1));
    expect([u, v]).toEqual([expect.closeTo(0, 1), expect.closeTo(1, 1)]);
    expect(wrap(0.97, 1, 0)[0]).toBeGreaterThan(0.9);
  });

  it('shows an eye also from the front, which is far aside of the outline', () => {
    // Where the surface looks half to the front, the picture's place is farther from the outline.
    const [u] = wrap(0.8, 1, surface(0.8, 1));
    expect(u).toBeLessThan(0.72);
  });

  it('is the same on both flanks', () => {
    expect(wrap(0.6, 1.2, 0.3)).toEqual(wrap(0.6, 1.2, -0.3));
  });

  it('has no folds: what is nearer to the outline stays nearer', () => {
    const places = Array.from({ length: 40 }, (_, i) => 0.2 + i * 0.018);
    const shown = places.map((u) => wrap(u, 1, surface(u, 1))[0]);
    for (const [i, u] of shown.slice(1).entries()) expect(u).toBeGreaterThan(shown[i]! - 0.005);
  });
});
