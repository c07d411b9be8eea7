/** A mesh on whose own surface heat can be solved: connected, with enough vertices but not too many. */

import { type Mesh, vertexAt } from '../geometry/mesh/mesh.js';
import { cross, dot } from '../geometry/vec.js';
import { connectedPieces, weldVertices } from '../geometry/volume/surface.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import { smoothNormals } from '../input/model/normals.js';
import { wholeThresholds } from './calibration.js';

const { fewest, most, mostPieces } = wholeThresholds;

/** Vertices at the same position are merged; `nodes[p][v]` is the merged index of a part's vertex. */
export type Whole = { mesh: Mesh; nodes: Uint32Array[] };

/** Null for meshes of very many pieces, and for too coarse or too fine ones. */
export function wholeSurface(parts: readonly Triangles[]): Whole | null {
  if (connectedPieces(parts).count > mostPieces) return null;
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

/** Six times the enclosed volume, negative for an inside-out surface. */
function enclosed(p: Float32Array, indices: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [vertexAt(p, indices[t]!), vertexAt(p, indices[t + 1]!), vertexAt(p, indices[t + 2]!)];
    sum += dot(a, cross(b, c));
  }
  return sum;
}
