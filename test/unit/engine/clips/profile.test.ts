import { expect, it } from 'vitest';
import { measureFlesh, type SkinnedSurface } from '../../../../src/engine/clips/flesh.js';
import { profileOf, radiusAt } from '../../../../src/engine/clips/profile.js';
import type { Vec3 } from '../../../../src/engine/geometry/vec.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';

/** A box with vertices at its corners only, all moved by one joint. */
function box([x, y, z]: Vec3, middle: Vec3, joint: number): SkinnedSurface {
  const corners = Array.from({ length: 8 }, (_, i) =>
    [i & 1, (i >> 1) & 1, i >> 2].map((side) => side - 0.5),
  );
  const sides = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ] as const;
  return {
    positions: Float32Array.from(
      corners.flatMap((corner) => corner.map((share, axis) => share * [x, y, z][axis]! + middle[axis]!)),
    ),
    indices: sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
    joints: new Uint8Array(32).map((_, i) => (i % 4 === 0 ? joint : 0)),
    weights: new Float32Array(32).map((_, i) => (i % 4 === 0 ? 1 : 0)),
  };
}

const skeleton: Skeleton = {
  kind: 'biped',
  joints: [
    { name: 'hips', parent: null, position: [0, 1, 0], tail: [0, 1.5, 0] },
    { name: 'head', parent: 'hips', position: [0, 1.5, 0], tail: [0, 1.9, 0] },
    { name: 'hair1', parent: 'head', position: [0, 1.6, -0.2], tail: [0, 1.2, -0.3] },
  ],
};

it('the radius of a box is known on its faces, where it has no vertices', () => {
  const { profiles } = measureFlesh(skeleton, [box([0.4, 0.6, 0.3], [0, 1.1, 0], 0)]);
  expect(radiusAt(profiles.get('hips')!, [1, 0.1, 0])).toBeCloseTo(0.2, 1);
  expect(radiusAt(profiles.get('hips')!, [0, 0.1, 1])).toBeCloseTo(0.15, 1);
});

it('hair counts with the head that carries it', () => {
  const parts = [box([0.2, 0.3, 0.2], [0, 1.7, 0], 1), box([0.3, 0.3, 0.1], [0, 1.3, -0.25], 2)];
  const { profiles } = measureFlesh(skeleton, parts);
  expect([...profiles.keys()]).toEqual(['head']);
  expect(radiusAt(profiles.get('head')!, [0, -0.2, -1])).toBeCloseTo(0.3, 1);
  expect(radiusAt(profiles.get('head')!, [0, -0.2, 1])).toBe(0);
});

it('a radius changes steadily between the cells of a profile', () => {
  const points = Array.from({ length: 4000 }, (_, i): Vec3 => {
    const [turn, y] = [i * 2.399963, i / 2000 - 1];
    const radius = 1.5 + 0.5 * y;
    return [radius * Math.sin(turn), y, radius * Math.cos(turn)];
  });
  const profile = profileOf(points, { step: 0.1, sectors: 12 });
  const radii = Array.from({ length: 100 }, (_, i) => radiusAt(profile, [1, i / 50 - 1, 0.3]));
  radii.slice(1).forEach((radius, i) => {
    expect(Math.abs(radius - radii[i]!)).toBeLessThan(0.03);
    expect(Math.abs(radius - 1.5 - 0.5 * ((i + 1) / 50 - 1))).toBeLessThan(0.1);
  });
});
