import { cross, normalize, sub, type Vec3 } from '../vec.js';

/** Indexed triangles; `groups` share the vertices and have one material each. */
export type Mesh = {
  positions: Float32Array;
  /** Unit length. */
  normals: Float32Array;
  groups: Group[];
};
export type Group = { material: string; indices: Uint32Array };

export const vertexCount = (mesh: Pick<Mesh, 'positions'>): number => mesh.positions.length / 3;

export const vertexAt = (values: ArrayLike<number>, i: number): Vec3 => [
  values[i * 3]!,
  values[i * 3 + 1]!,
  values[i * 3 + 2]!,
];

/** Height from the lowest to the highest vertex. */
export function heightOf(surfaces: readonly Pick<Mesh, 'positions'>[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { positions } of surfaces)
    for (let i = 1; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]!);
      high = Math.max(high, positions[i]!);
    }
  return high - low;
}

/** Normal of the triangle that starts at `first` in the indices, as long as twice its area. */
export function areaNormal(positions: Float32Array, indices: Uint32Array, first: number): Vec3 {
  const [a, b, c] = [0, 1, 2].map((i) => vertexAt(positions, indices[first + i]!)) as [Vec3, Vec3, Vec3];
  return cross(sub(b, a), sub(c, a));
}

/** The same as a unit vector; zero for a triangle without area. */
export const facing = (positions: Float32Array, indices: Uint32Array, first: number): Vec3 =>
  normalize(areaNormal(positions, indices, first));
