import { expect, test } from 'vitest';
import type { Texture } from '../../../../src/engine/character.js';
import type { Surface } from '../../../../src/engine/output/assemble.js';
import { inPlainColours } from '../../../../src/engine/style/palette.js';

/** Left half red, right half blue. */
const texture: Texture = {
  pixels: Uint8Array.of(230, 20, 20, 255, 20, 20, 230, 255),
  width: 2,
  height: 1,
  png: Promise.resolve(new Uint8Array()),
  panel: () => 0,
  project: ([x, y]) => [x, y],
};

const surface: Surface = {
  material: { name: 'picture', color: [1, 1, 1], roughness: 0.8, metalness: 0, texture },
  positions: new Float32Array(18),
  normals: new Float32Array(18),
  uvs: Float32Array.of(0, 0, 0.2, 0, 0.2, 1, 0.8, 0, 1, 0, 1, 1),
  joints: new Uint8Array(24),
  weights: new Float32Array(24),
  indices: Uint32Array.of(0, 1, 2, 3, 4, 5, 0, 2, 1),
  closed: true,
  parts: ['body'],
};

test('a surface with a picture becomes one of each colour, with the triangles that show it', () => {
  const plain = inPlainColours(surface);
  expect(
    plain.map(({ material, indices }) => [material.color.map((c) => Math.round(c * 255)), [...indices]]),
  ).toEqual([
    [
      [230, 20, 20],
      [0, 1, 2, 0, 2, 1],
    ],
    [
      [20, 20, 230],
      [3, 4, 5],
    ],
  ]);
  expect(plain.every(({ material, uvs }) => material.texture === undefined && uvs === null)).toBe(true);
});

test('a surface without a picture stays as it is', () => {
  const { texture: _, ...material } = surface.material;
  const plain = { ...surface, material, uvs: null };
  expect(inPlainColours(plain)).toEqual([plain]);
});
