import type { Vec3 } from '../vec.js';

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
