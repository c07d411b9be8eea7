import { describe, expect, it } from 'vitest';
import { roundBox } from '../../../../../src/engine/geometry/field/shapes.js';
import { creaseMesh } from '../../../../../src/engine/geometry/mesh/creases.js';
import { facing, type Mesh, vertexAt, vertexCount } from '../../../../../src/engine/geometry/mesh/mesh.js';
import { bandPaint, paintMesh } from '../../../../../src/engine/geometry/mesh/paint.js';
import { simplifyNet } from '../../../../../src/engine/geometry/mesh/simplify.js';
import { meshField, meshNet, netField } from '../../../../../src/engine/geometry/mesh/surface-nets.js';
import { dot } from '../../../../../src/engine/geometry/vec.js';

const plate = roundBox([0, 0, 0], [0.5, 0.1, 0.5], 0.01);

async function coarsePlate(): Promise<Mesh> {
  const net = await simplifyNet(netField(plate, 0.03), 60, 0.02);
  return meshNet(net, plate, 0.03, 'steel');
}

/** Cosine of the angle between a triangle and the normal of its worst corner. */
function worst({ positions, normals, groups }: Mesh): number {
  const cosines = groups.flatMap(({ indices }) =>
    Array.from(indices, (vertex, i) =>
      dot(vertexAt(normals, vertex), facing(positions, indices, i - (i % 3))),
    ),
  );
  return Math.min(...cosines);
}

describe('a coarse plate', () => {
  it('gets normals at its rim that fit the triangles on either side', async () => {
    const mesh = await coarsePlate();
    expect(worst(mesh)).toBeLessThan(0.7);
    expect(worst(creaseMesh(mesh, true))).toBeGreaterThan(0.7);
  });

  it('keeps its triangles and where they are', async () => {
    const mesh = await coarsePlate();
    const creased = creaseMesh(mesh, true);
    const cornersOf = ({ positions, groups }: Mesh) =>
      groups.flatMap(({ indices }) => Array.from(indices, (v) => vertexAt(positions, v)));
    expect(cornersOf(creased)).toEqual(cornersOf(mesh));
  });

  it('gets fewer vertices when it is not of metal', async () => {
    const mesh = await coarsePlate();
    const [soft, hard] = [creaseMesh(mesh, false), creaseMesh(mesh, true)].map(vertexCount);
    expect(soft).toBeLessThan(hard!);
    expect(soft).toBeGreaterThanOrEqual(vertexCount(mesh));
  });
});

describe('a band narrower than the triangles', () => {
  const area = ({ positions, groups }: Mesh, name: string): number =>
    groups
      .filter(({ material }) => material === name)
      .reduce((sum, { indices }) => {
        for (let t = 0; t < indices.length; t += 3) {
          const [a, b, c] = [0, 1, 2].map((i) => vertexAt(positions, indices[t + i]!));
          const [u, v] = [b!, c!].map((p) => [0, 1, 2].map((i) => p[i]! - a![i]!));
          sum +=
            Math.hypot(
              u![1]! * v![2]! - u![2]! * v![1]!,
              u![2]! * v![0]! - u![0]! * v![2]!,
              u![0]! * v![1]! - u![1]! * v![0]!,
            ) / 2;
        }
        return sum;
      }, 0);

  it('is painted without gaps', () => {
    const mesh = meshField(plate, 0.09, 'cloth');
    const width = 0.02;
    const painted = paintMesh(mesh, [
      bandPaint(
        'trim',
        (x) => x - 0.03 - width,
        (x) => 0.03 - x,
      ),
    ]);
    const whole = area(mesh, 'cloth');
    expect(area(painted, 'trim') + area(painted, 'cloth')).toBeCloseTo(whole, 6);
    // Around a plate one metre deep and a fifth thick.
    expect(area(painted, 'trim')).toBeGreaterThan(width * 2);
    expect(area(painted, 'trim')).toBeLessThan(width * 2.6);
  });
});
