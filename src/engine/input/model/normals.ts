import { vertexAt } from '../../geometry/mesh/mesh.js';
import { cross, sub, type Vec3 } from '../../geometry/vec.js';

/** Area-weighted unit vertex normals; vertices without a triangle get +Y. */
export function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const;
    const [a, b, c] = corners.map((v) => vertexAt(positions, v)) as [Vec3, Vec3, Vec3];
    const n = cross(sub(b, a), sub(c, a));
    for (const v of corners) for (let i = 0; i < 3; i++) normals[v * 3 + i]! += n[i]!;
  }
  return toUnit(normals);
}

export function toUnit(normals: Float32Array): Float32Array {
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!);
    if (size > 1e-20 && Number.isFinite(size)) for (let a = 0; a < 3; a++) normals[i + a]! /= size;
    else normals.set([0, 1, 0], i);
  }
  return normals;
}
