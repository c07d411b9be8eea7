import { expect, test } from 'vitest';
import {
  clearVisible,
  createVisible,
  depthMapFrom,
  drawTriangles,
} from '../../../../src/engine/output/render/raster.js';
import { createStock } from '../../../../src/engine/output/render/stock.js';

const asIs = (points: Float32Array) => points;
/** A large triangle, and a small one that hides a corner of it. */
const triangles = [
  {
    positions: new Float32Array([2, 3, 5, 12, 3, 5, 2, 9, 5, 3, 4, 1, 5, 4, 1, 3, 6, 1]),
    indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
  },
];

test('a depth map gets the depths of a picture, and keeps no triangles', () => {
  const [picture, map] = [createVisible(16, 12), depthMapFrom(createStock(), 16, 12)];
  clearVisible(map);
  for (const target of [picture, map]) drawTriangles(target, triangles, asIs);
  expect(map.depth).toEqual(picture.depth);
  expect(new Set(picture.depth)).toEqual(new Set([Number.POSITIVE_INFINITY, 5, 1]));
  expect(picture.triangle[4 * 16 + 3]).toBe(3);
  expect(map.triangle).toHaveLength(0);
});

test('the bounds of a picture enclose all that it shows, until it is cleared', () => {
  const picture = createVisible(16, 12);
  drawTriangles(picture, triangles, asIs);
  const [left, top, right, bottom] = picture.bounds;
  const shown = [...picture.mesh.keys()].filter((at) => picture.mesh[at]! >= 0);
  const [columns, rows] = [shown.map((at) => at % 16), shown.map((at) => Math.floor(at / 16))];
  expect(left).toBe(Math.min(...columns));
  expect(top).toBe(Math.min(...rows));
  expect(right).toBeGreaterThanOrEqual(Math.max(...columns));
  expect(bottom).toBeGreaterThanOrEqual(Math.max(...rows));
  expect(right).toBeLessThan(13);
  clearVisible(picture);
  expect(picture.bounds[2]).toBeLessThan(picture.bounds[0]!);
});
