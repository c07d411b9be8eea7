import { describe, expect, it } from 'vitest';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { fitOutlineQuadruped } from '../../../../../src/engine/skeleton/outline/quadruped.js';

/** The outline of an animal with two legs at either end; its trunk is `thick` of 100 pixels. */
const beastOf = (thick: number) =>
  silhouetteOf(
    {
      width: 160,
      height: 100,
      inside: Uint8Array.from({ length: 16_000 }, (_, n) => {
        const [x, y] = [n % 160, 99 - Math.floor(n / 160)];
        const isLeg = y < 100 - thick && [20, 40, 110, 130].some((left) => x >= left && x < left + 10);
        return isLeg || (y >= 100 - thick && x > 5 && x < 150) ? 1 : 0;
      }),
    },
    1,
    100,
  );

describe('the legs of an animal seen from the side', () => {
  it('stand farther apart under a stout trunk', () => {
    const [slim, stout] = [30, 70].map((thick) => fitOutlineQuadruped(beastOf(thick), 1).stand);
    expect(slim).toBeCloseTo(0.09, 2);
    expect(stout).toBeGreaterThan(0.15);
    expect(stout).toBeLessThan(0.35);
  });
});
