import { triangleNormal } from '../../geometry/mesh/triangle.js';

/** Area-weighted unit vertex normals; vertices without a triangle get +Y. */
export function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t]! * 3;
    const b = indices[t + 1]! * 3;
    const c = indices[t + 2]! * 3;
    triangleNormal(normal, positions, a, b, c);
    addTo(normals, a, normal);
    addTo(normals, b, normal);
    addTo(normals, c, normal);
  }
  return toUnit(normals);
}

function addTo(vectors: Float32Array, at: number, added: Float64Array): void {
  for (let i = 0; i < 3; i++) vectors[at + i]! += added[i]!;
}

export function toUnit(normals: Float32Array): Float32Array {
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.sqrt(normals[i]! ** 2 + normals[i + 1]! ** 2 + normals[i + 2]! ** 2);
    if (size > 1e-20 && Number.isFinite(size)) for (let a = 0; a < 3; a++) normals[i + a]! /= size;
    else normals.set([0, 1, 0], i);
  }
  return normals;
}
