import { describe, expect, it } from 'vitest';
import { blend } from '../../../../../src/engine/geometry/field/field.js';
import { ball, roundCone } from '../../../../../src/engine/geometry/field/shapes.js';
import { type Mesh, vertexAt, vertexCount } from '../../../../../src/engine/geometry/mesh/mesh.js';
import { paintMesh } from '../../../../../src/engine/geometry/mesh/paint.js';
import { simplifyNet } from '../../../../../src/engine/geometry/mesh/simplify.js';
import { meshField, meshNet, netField } from '../../../../../src/engine/geometry/mesh/surface-nets.js';
import { cross, dot, length, sub } from '../../../../../src/engine/geometry/vec.js';

const corners = function* (mesh: Mesh) {
  for (const { indices, material } of mesh.groups)
    for (let t = 0; t < indices.length; t += 3)
      yield { material, at: [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const };
};
const area = (mesh: Mesh, material?: string): number => {
  let sum = 0;
  for (const { at, material: own } of corners(mesh)) {
    const [a, b, c] = at.map((v) => vertexAt(mesh.positions, v)) as [never, never, never];
    if (!material || own === material) sum += length(cross(sub(b, a), sub(c, a))) / 2;
  }
  return sum;
};

describe('a surface extracted from a field', () => {
  const stone = ball([0.1, 0.2, 0.3], 0.5);
  const mesh = meshField(stone, 0.04, 'stone');

  it('lies on the zero level, facing outwards, with normals along the gradient', () => {
    const vertices = Array.from({ length: vertexCount(mesh) }, (_, v) => v);
    const isOnSphere = (v: number) => {
      const out = sub(vertexAt(mesh.positions, v), [0.1, 0.2, 0.3]);
      const isNear = Math.abs(length(out) - 0.5) < 1e-3;
      return isNear && dot(out, vertexAt(mesh.normals, v)) / length(out) > 0.999;
    };
    expect(vertices.filter((v) => !isOnSphere(v))).toEqual([]);
    const facesOut = ({ at }: { at: readonly [number, number, number] }) => {
      const [a, b, c] = at.map((v) => vertexAt(mesh.positions, v)) as [never, never, never];
      return dot(cross(sub(b, a), sub(c, a)), vertexAt(mesh.normals, at[0])) > 0;
    };
    expect([...corners(mesh)].filter((corner) => !facesOut(corner))).toEqual([]);
    expect(area(mesh)).toBeCloseTo(Math.PI, 1);
  });

  it('is closed: every edge has one triangle on either side', () => {
    const body = meshField(
      blend(0.1, [ball([0, 0, 0], 0.3), roundCone([0, 0, 0], [0.6, 0.5, 0.1], 0.15, 0.05)]),
      0.035,
      'skin',
    );
    const edges = new Map<string, number>();
    for (const { at } of corners(body))
      for (const i of [0, 1, 2]) {
        const [a, b] = [at[i]!, at[(i + 1) % 3]!];
        edges.set(`${a}>${b}`, (edges.get(`${a}>${b}`) ?? 0) + 1);
      }
    const isClosed = ([edge, count]: [string, number]) =>
      count === 1 && edges.has(edge.split('>').reverse().join('>'));
    expect([...edges].filter((edge) => !isClosed(edge))).toEqual([]);
  });

  it('has fewer triangles on request, close to the number', async () => {
    const lean = meshNet(await simplifyNet(netField(stone, 0.04), 600, 0.02), stone, 0.04, 'stone');
    const triangles = lean.groups[0]!.indices.length / 3;
    expect(triangles).toBeLessThanOrEqual(700);
    expect(area(lean)).toBeGreaterThan(Math.PI * 0.95);
  });

  it('painted along a line has the areas of the sides, and loses no area', () => {
    const painted = paintMesh(mesh, [{ material: 'moss', at: (_x, y) => 0.2 - y }]);
    expect(area(painted)).toBeCloseTo(area(mesh), 5);
    expect(area(painted, 'moss')).toBeCloseTo(area(painted, 'stone'), 1);
    const heights = [...corners(painted)].flatMap(({ at, material }) =>
      at.map((v) => (painted.positions[v * 3 + 1]! - 0.2) * (material === 'moss' ? 1 : -1)),
    );
    expect(heights.filter((height) => !(height > -1e-4))).toEqual([]);
  });
});
