import { expect, test } from 'vitest';
import type { Body, Look } from '../../../../src/engine/style/uploaded/body.js';
import { shadesOf, splitByColour } from '../../../../src/engine/style/uploaded/colours.js';
import { splitEdges } from '../../../../src/engine/style/uploaded/split.js';

/** A square of two triangles that share an edge; its left side follows joint 0, its right side joint 1. */
const square: Body = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  uvs: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
  tints: new Float32Array(12).fill(1),
  joints: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
  weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  looks: new Uint16Array(4),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
};
/** Red on the left, blue on the right of .7, transparent on the right of .9. */
const pixels = Uint8Array.from({ length: 40 }, (_, i) => {
  const column = Math.floor(i / 4);
  return [column < 7 ? 220 : 10, 10, column < 7 ? 10 : 220, column < 9 ? 255 : 0][i % 4]!;
});
const look = (cutOut: boolean): Look => ({
  name: 'cloth',
  color: [1, 1, 1],
  roughness: 1,
  metalness: 0,
  texture: { pixels, width: 10, height: 1 },
  cutOut,
});

const areaOf = ({ positions: p }: Body, [a, b, c]: readonly [number, number, number]): number =>
  ((p[b * 3]! - p[a * 3]!) * (p[c * 3 + 1]! - p[a * 3 + 1]!) -
    (p[c * 3]! - p[a * 3]!) * (p[b * 3 + 1]! - p[a * 3 + 1]!)) /
  2;

const triangles = ({ indices }: Body) =>
  Array.from(
    { length: indices.length / 3 },
    (_, t) => [...indices.subarray(t * 3, t * 3 + 3)] as [number, number, number],
  );

test.each([1, 2, 3, 4, 5, 6, 7])(
  'edges cut in pattern %i leave no gap and no triangle turned over',
  (pattern) => {
    const edges = ['0 1', '1 2', '0 2'].filter((_, i) => pattern & (1 << i));
    const split = splitEdges(square, (a, b) => (edges.includes(`${a} ${b}`) ? 0.25 : null), 2);
    const areas = triangles(split).map((triangle) => areaOf(split, triangle));
    expect(Math.min(...areas)).toBeGreaterThan(0);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(1, 6);
    // Only the sides of the square belong to one triangle.
    const uses = new Map<string, number>();
    for (const [a, b, c] of triangles(split))
      for (const edge of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        const key = edge.sort((x, y) => x - y).join();
        uses.set(key, (uses.get(key) ?? 0) + 1);
      }
    const onSide = ([a, b]: number[]) =>
      [0, 1].some((axis) => [0, 1].some((at) => [a!, b!].every((v) => split.positions[v * 3 + axis] === at)));
    for (const [key, many] of uses) expect(many).toBe(onSide(key.split(',').map(Number)) ? 1 : 2);
  },
);

test('a cut edge has the weights of both ends by its place', () => {
  const split = splitEdges(square, (a, b) => (a === 0 && b === 1 ? 0.25 : null), 2);
  expect([...split.positions.subarray(12)]).toEqual([0.25, 0, 0]);
  expect([...split.joints.subarray(16, 18)]).toEqual([0, 1]);
  expect([...split.weights.subarray(16, 18)]).toEqual([0.75, 0.25]);
  expect([...split.uvs.subarray(8)]).toEqual([0.25, 1]);
});

test.each([
  [false, 0.3],
  [true, 0.2],
])('triangles are split along the colours of a texture; cut out: %s', (cutOut, blue) => {
  const looks = [look(cutOut)];
  const wanted = { shortest: 0.03, most: 5000, joints: 2 };
  const split = splitByColour(square, looks, wanted, ({ looks }) => Uint32Array.from(looks, (_, v) => v));
  const shades = shadesOf(split, looks);
  const area = (shade: (typeof shades)[number]) =>
    shade.triangles.reduce(
      (sum, t) => sum + areaOf(split, [split.indices[t]!, split.indices[t + 1]!, split.indices[t + 2]!]),
      0,
    );
  const byColour = shades.map((shade) => [shade.color[0] > 0.5 ? 'red' : 'blue', area(shade)] as const);
  expect(byColour.map(([name]) => name).sort()).toEqual(['blue', 'red']);
  expect(Math.abs(new Map(byColour).get('red')! - 0.7)).toBeLessThan(0.04);
  expect(Math.abs(new Map(byColour).get('blue')! - blue)).toBeLessThan(0.04);
});
