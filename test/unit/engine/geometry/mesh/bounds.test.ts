import { expect, it } from 'vitest';
import {
  boundsOfTriangles,
  boundsOfVertices,
  longestSide,
  spansOf,
} from '../../../../../src/engine/geometry/mesh/bounds.js';

const triangle = {
  positions: new Float32Array([0, 0, 0, 2, 0, 0, 0, -1, 0.5, 9, 9, 9]),
  indices: new Uint32Array([0, 1, 2]),
};

it('covers every vertex of all pieces', () => {
  const other = { positions: new Float32Array([-4, 0, 0]) };
  expect(boundsOfVertices([triangle, other])).toEqual({ low: [-4, -1, 0], high: [9, 9, 9] });
});

it('leaves out vertices that no triangle uses', () => {
  const bounds = boundsOfTriangles([triangle]);
  expect(bounds).toEqual({ low: [0, -1, 0], high: [2, 0, 0.5] });
  expect(spansOf(bounds)).toEqual([2, 1, 0.5]);
  expect(longestSide(bounds)).toBe(2);
});
