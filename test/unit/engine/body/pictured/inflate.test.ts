import { describe, expect, it } from 'vitest';
import { inflate, reliefDistance } from '../../../../../src/engine/body/pictured/inflate.js';
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

const size = 300;
const drawn = (isInside: (x: number, y: number) => boolean): Mask => ({
  width: size,
  height: size,
  inside: Uint8Array.from({ length: size * size }, (_, i) =>
    isInside((i % size) + 0.5, Math.floor(i / size) + 0.5) ? 1 : 0,
  ),
});

/** A ball, and arms five pixels wide that reach the picture's frame. */
const figure = (x: number, y: number) => Math.hypot(x - 150, y - 150) < 90 || Math.abs(y - 150) < 2.5;

describe('thickness from an outline', () => {
  const mask = drawn(figure);
  const silhouette = silhouetteOf(mask, 1, 100);
  const relief = inflate(silhouette);

  it('ends where the picture does, finer than its own cells', () => {
    let [both, either] = [0, 0];
    for (let i = 0; i < mask.inside.length; i++) {
      const [x, y] = [(i % size) + 0.5, Math.floor(i / size) + 0.5];
      const { crop, width, height } = silhouette;
      const u = ((x - crop.left) / crop.width - 0.5) * width;
      const v = (1 - (y - crop.top) / crop.height) * height;
      const [real, ours] = [mask.inside[i] === 1, reliefDistance(relief, u, v, 0) < 0];
      if (real && ours) both++;
      if (real || ours) either++;
    }
    expect(both / either).toBeGreaterThan(0.98);
  });

  it('is round: thick in the middle, and thinner towards the outline', () => {
    const { height } = silhouette;
    const half = (u: number) => Math.sqrt(Math.max(0, relief.at(u, height / 2)));
    expect(half(0) / (height / 2)).toBeGreaterThan(0.6);
    expect(half(height * 0.35)).toBeLessThan(half(0) * 0.85);
    expect(half(height * 0.62)).toBeLessThan(half(0) * 0.2);
  });
});
