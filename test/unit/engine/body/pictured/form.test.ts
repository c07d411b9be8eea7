import { describe, expect, it } from 'vitest';
import {
  emptyDepths,
  formOf,
  frontField,
  plainForm,
  setDepth,
} from '../../../../../src/engine/body/pictured/form.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

const size = 80;
const mask = {
  width: size,
  height: size,
  inside: Uint8Array.from({ length: size * size }, (_, n) =>
    Math.hypot((n % size) - 40, Math.floor(n / size) - 40) < 34 ? 1 : 0,
  ),
};
const s = silhouetteOf(mask, 1, 60);
const relief = inflate(s);

describe('a form', () => {
  it('is as deep as the relief when it is plain', () => {
    const half = Math.sqrt(relief.at(0, 0.5));
    const { distance, surface, reach } = plainForm(relief);
    expect(surface(0, 0.5)).toBeCloseTo(half, 6);
    expect(distance(0, 0.5, half * 0.98)).toBeLessThan(0);
    expect(distance(0, 0.5, -half * 1.02)).toBeGreaterThan(0);
    expect(reach).toBeGreaterThan(half);
  });

  it('has the depth and the middle of its parts, in whatever order its points are asked for', () => {
    const depths = emptyDepths(s.inside.length);
    for (let n = 0; n < s.inside.length; n++)
      setDepth(depths, n, n % s.columns < s.columns / 2 ? 0.5 : 2, n % s.columns < s.columns / 2 ? 0 : 0.1);
    const { middle, surface, distance } = formOf(relief, depths);
    const points = [-0.3, 0.3, -0.3, 0.3].map((u) => ({
      u,
      scale: u < 0 ? 0.5 : 2,
      centre: u < 0 ? 0 : 0.1,
    }));
    for (const { u, scale, centre } of points) {
      const half = scale * Math.sqrt(relief.at(u, 0.5));
      expect(middle(u, 0.5)).toBeCloseTo(centre, 3);
      expect(surface(u, 0.5)).toBeCloseTo(centre + half, 2);
      expect(distance(u, 0.5, centre + half * 0.9)).toBeLessThan(0);
      expect(distance(u, 0.5, centre + half * 1.1)).toBeGreaterThan(0);
    }
  });
});

describe('a figure on the ground', () => {
  const legged = silhouetteOf(
    {
      width: 40,
      height: 100,
      inside: Uint8Array.from({ length: 4000 }, (_, n) => (n % 40 > 9 && n % 40 < 30 ? 1 : 0)),
    },
    1,
    100,
  );
  const field = frontField(plainForm(inflate(legged)));
  const deep = (y: number): number => {
    let z = 0;
    while (field.at(0, y, z) < 0) z += 0.001;
    return z;
  };

  it('is as deep at its soles as above them', () => {
    expect(deep(0.005)).toBeCloseTo(deep(0.04), 3);
    expect(deep(0.005)).toBeGreaterThan(0.05);
  });

  it('keeps its outline', () => {
    expect(field.at(0.09, 0.01, 0)).toBeLessThan(0);
    expect(field.at(0.11, 0.01, 0)).toBeGreaterThan(0);
    expect(field.at(0, -0.01, 0)).toBeGreaterThan(0);
  });
});
