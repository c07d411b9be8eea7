import { describe, expect, it } from 'vitest';
import { cutOffShot, shotOf } from '../../../../../src/engine/body/pictured/shot.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

describe('a figure cut off by the lower edge', () => {
  const size = 160;
  const inside = Uint8Array.from({ length: size * size }, (_, n) => {
    const [x, y] = [n % size, Math.floor(n / size)];
    return Math.hypot(x - 80, y - 60) < 40 || (y > 90 && Math.abs(x - 80) < 60) ? 1 : 0;
  });
  const mask = { width: size, height: size, inside, score: 1, notes: [], given: true, isOpen: false };
  const picture = { width: size, height: size, rgba: new Uint8Array(size * size * 4) };
  const silhouette = silhouetteOf(mask, 1.6, 150);
  const thickness = (shot: ReturnType<typeof shotOf>, v: number) =>
    Math.sqrt(Math.max(0, shot.relief.at(0, v)));

  it('is as thick at the cut as above it, instead of ending in a point', () => {
    const [whole, cut] = [shotOf(picture, mask, silhouette), cutOffShot({ picture, mask, silhouette })];
    expect(thickness(whole, 0.03)).toBeLessThan(thickness(whole, 0.3) * 0.6);
    expect(thickness(cut, 0.03)).toBeGreaterThan(thickness(cut, 0.3) * 0.8);
    expect(thickness(cut, 1.2)).toBeGreaterThan(thickness(whole, 1.2) * 0.8);
  });
});
