/** A mesh whose own surface carries heat: all of one piece, with places enough and not too many. */
import { cross, dot } from '../math/vec.js';
import { type Mesh, vertexAt } from '../mesh/mesh.js';
import { smoothNormals } from '../model/normals.js';
import { connectedPieces, weldVertices } from '../volume/surface.js';
import type { Triangles } from '../volume/triangles.js';

/** Vertices at one place are one; `nodes[p][v]` is that of a vertex of a part. */
export type Whole = { mesh: Mesh; nodes: Uint32Array[] };

/** Fewer places than these bend at lines; more cost more than the solid's own surface. */
const [fewest, most] = [2000, 30_000];

/** Null for meshes of several pieces, which heat would not join, and for ones too coarse or too fine. */
export function wholeSurface(parts: readonly Triangles[]): Whole | null {
  if (connectedPieces(parts).count > 1) return null;
  const nodes = weldVertices(parts);
  const count = nodes.reduce((all, list) => list.reduce((n, node) => Math.max(n, node + 1), all), 0);
  if (count < fewest || count > most) return null;
  const positions = new Float32Array(count * 3);
  parts.forEach((part, p) => {
    nodes[p]!.forEach((node, v) => {
      positions.set(part.positions.subarray(v * 3, v * 3 + 3), node * 3);
    });
  });
  const indices = Uint32Array.from(
    parts.flatMap((part, p) => Array.from(part.indices, (v) => nodes[p]![v]!)),
  );
  const normals = smoothNormals(positions, indices);
  if (enclosed(positions, indices) < 0) for (let i = 0; i < normals.length; i++) normals[i]! *= -1;
  return { mesh: { positions, normals, groups: [{ material: 'own', indices }] }, nodes };
}

/** Six times the volume within, negative for a surface turned inside out. */
function enclosed(p: Float32Array, indices: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [vertexAt(p, indices[t]!), vertexAt(p, indices[t + 1]!), vertexAt(p, indices[t + 2]!)];
    sum += dot(a, cross(b, c));
  }
  return sum;
}
