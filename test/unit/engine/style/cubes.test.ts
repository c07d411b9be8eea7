import { expect, it } from 'vitest';
import type { Surface } from '../../../../src/engine/output/assemble.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';
import { readCubes } from '../../../../src/engine/style/voxels/cubes.js';
import { fillLattice } from '../../../../src/engine/style/voxels/lattice.js';

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2] as const);
const sides = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
] as const;

/** A box with four joints of its own at each corner, as where the fingers of a small hand meet. */
const box: Surface = {
  material: { name: 'skin', color: [1, 1, 1], roughness: 1, metalness: 0 },
  positions: Float32Array.from(corners.flat()),
  normals: Float32Array.from(corners.flat(), (x) => (x * 2 - 1) / Math.sqrt(3)),
  uvs: null,
  joints: Uint8Array.from({ length: 32 }, (_, i) => i),
  weights: new Float32Array(32).fill(0.25),
  indices: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  closed: true,
  parts: ['skin'],
};
const skeleton: Skeleton = {
  kind: 'other',
  joints: Array.from({ length: 32 }, (_, i) => ({
    name: `joint${i}`,
    parent: null,
    position: [0, 0, 0],
    tail: [0, 0, 0],
  })),
};

it('a cube that many joints share alike keeps weights that sum to 1', () => {
  const { rows, weights } = readCubes(fillLattice([box], 1), [box], skeleton);
  const filled = rows.filter((row) => row >= 0);
  expect(filled.length).toBeGreaterThan(0);
  for (const row of filled) {
    const own = weights.subarray(row * skeleton.joints.length, (row + 1) * skeleton.joints.length);
    expect(own.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  }
});
