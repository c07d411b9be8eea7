import { expect, test } from 'vitest';
import { magnitude, triangleArea, triangleNormal } from '../../../../../src/engine/geometry/mesh/triangle.js';

// A corner that is not in the triangle comes first, so that offsets matter.
const positions = new Float32Array([9, 9, 9, 1, 0, 0, 1, 4, 0, 1, 0, -3]);

test('the normal of a triangle is as long as twice its area, and follows the order of its corners', () => {
  const normal = new Float64Array(3);
  triangleNormal(normal, positions, 3, 6, 9);
  expect([...normal]).toEqual([-12, 0, 0]);
  expect(magnitude(normal)).toBe(12);
  triangleNormal(normal, positions, 3, 9, 6);
  expect(normal[0]).toBe(12);
});

test('a triangle has half the area of its parallelogram, and none where its corners are on a line', () => {
  const scratch = new Float64Array(3);
  expect(triangleArea(scratch, positions, 3, 6, 9)).toBe(6);
  expect(triangleArea(scratch, positions, 3, 6, 6)).toBe(0);
});
