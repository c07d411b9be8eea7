import { expect, it } from 'vitest';
import { createRandom } from '../../../../src/engine/random.js';
import { createNeighbours } from '../../../../src/engine/skinning/neighbours.js';

const random = createRandom(7);
/** 400 points in a box, of which the last hundred repeat the first. */
const some = Float32Array.from({ length: 900 }, (_, i) => random() * (i % 3 === 1 ? 2 : 0.5));
const positions = new Float32Array(1200);
positions.set(some);
positions.set(some.subarray(0, 300), 900);

const scratch = (most: number) => ({ vertices: new Int32Array(most), distances: new Float64Array(most) });

/** By sorting all points. */
function expected([x, y, z]: readonly number[], most: number) {
  const all = Array.from({ length: positions.length / 3 }, (_, v) => {
    const [dx, dy, dz] = [positions[v * 3]! - x!, positions[v * 3 + 1]! - y!, positions[v * 3 + 2]! - z!];
    return { v, distance: Math.sqrt(dx * dx + dy * dy + dz * dz) };
  });
  return all.sort((a, b) => a.distance - b.distance || a.v - b.v).slice(0, most);
}

it('finds points that are far from all others by looking at each', () => {
  const found = scratch(6);
  expect(createNeighbours(positions)(9, -4, 3, found)).toBe(6);
  expect([...found.vertices]).toEqual(expected([9, -4, 3], 6).map(({ v }) => v));
});

it('orders the points near a vertex by distance, and those at one place by number', () => {
  const nearestTo = createNeighbours(positions);
  const found = scratch(4);
  for (let v = 0; v < 100; v += 9) {
    const p = [...positions.subarray(v * 3, v * 3 + 3)] as [number, number, number];
    expect(nearestTo(...p, found)).toBe(4);
    expect([...found.vertices.subarray(0, 2)]).toEqual([v, v + 300]);
    expect([...found.distances]).toEqual(expected(p, 4).map(({ distance }) => distance));
  }
});

it('returns all points where there are fewer than wanted', () => {
  const found = scratch(6);
  const nearestTo = createNeighbours(Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0, 1));
  expect(nearestTo(0.9, 0.9, 0, found)).toBe(3);
  expect(found.vertices[0]).toBe(1);
});
