/** Area-weighted unit vertex normals; vertices without a triangle get +Y. */
export function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t]! * 3;
    const b = indices[t + 1]! * 3;
    const c = indices[t + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    addTo(normals, a, x, y, z);
    addTo(normals, b, x, y, z);
    addTo(normals, c, x, y, z);
  }
  return toUnit(normals);
}

function addTo(vectors: Float32Array, at: number, x: number, y: number, z: number): void {
  vectors[at]! += x;
  vectors[at + 1]! += y;
  vectors[at + 2]! += z;
}

export function toUnit(normals: Float32Array): Float32Array {
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.sqrt(normals[i]! ** 2 + normals[i + 1]! ** 2 + normals[i + 2]! ** 2);
    if (size > 1e-20 && Number.isFinite(size)) for (let a = 0; a < 3; a++) normals[i + a]! /= size;
    else normals.set([0, 1, 0], i);
  }
  return normals;
}
