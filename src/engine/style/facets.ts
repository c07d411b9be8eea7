/** Low-poly: every triangle is flat and has one colour. */
import type { Field } from '../geometry/field/field.js';
import { facing, type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import type { Paint } from '../geometry/mesh/paint.js';
import { length, type Vec3 } from '../geometry/vec.js';

/**
 * Gives whole triangles the material of most of their surface, where `paintMesh` would cut them; lines thinner than a
 * triangle are left out.
 */
export function paintFacets(mesh: Mesh, paints: readonly Paint[]): Mesh {
  return paints.reduce((painted, paint) => paintWhole(painted, paint), mesh);
}

function paintWhole(mesh: Mesh, { material, at, from }: Paint): Mesh {
  const covered: number[] = [];
  const groups = mesh.groups.map((group) => {
    if (from && group.material !== from) return group;
    const kept: number[] = [];
    for (let t = 0; t < group.indices.length; t += 3) {
      const corners = group.indices.subarray(t, t + 3);
      (isMostly(mesh, corners, at) ? covered : kept).push(...corners);
    }
    return { material: group.material, indices: new Uint32Array(kept) };
  });
  groups.push({ material, indices: new Uint32Array(covered) });
  return { ...mesh, groups: groups.filter(({ indices }) => indices.length > 0) };
}

/** Weights of the corners at the points of a triangle that are looked at. */
const probes: readonly Vec3[] = [
  [0.8, 0.1, 0.1],
  [0.1, 0.8, 0.1],
  [0.1, 0.1, 0.8],
  [0.4, 0.4, 0.2],
  [0.4, 0.2, 0.4],
  [0.2, 0.4, 0.4],
  [1 / 3, 1 / 3, 1 / 3],
];

function isMostly({ positions }: Mesh, corners: Uint32Array, at: Paint['at']): boolean {
  const inside = probes.filter((weights) => {
    const mean = (axis: number) =>
      weights.reduce((sum, weight, i) => sum + weight * positions[corners[i]! * 3 + axis]!, 0);
    return at(mean(0), mean(1), mean(2)) < 0;
  });
  return inside.length * 2 > probes.length;
}

/** Depth in metres to which skin under clothes moves. */
const tuck = 0.012;

/** Moves a body away from the clothes on it, so that none of its facets cut through theirs. */
export function tuckUnder(mesh: Mesh, clothes: readonly Field[]): Mesh {
  const positions = mesh.positions.slice();
  for (let v = 0; v < vertexCount(mesh); v++) {
    const [x, y, z] = vertexAt(mesh.positions, v);
    const isUnder = clothes.some(
      ({ at, box: { min, max } }) =>
        x > min[0] && x < max[0] && y > min[1] && y < max[1] && z > min[2] && z < max[2] && at(x, y, z) < 0,
    );
    if (isUnder) for (let i = v * 3; i < v * 3 + 3; i++) positions[i]! -= mesh.normals[i]! * tuck;
  }
  return { ...mesh, positions };
}

type Vertices = {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array | null;
  joints: Uint8Array;
  weights: Float32Array;
  indices: Uint32Array;
};

/** The same triangles with corners of their own, which have the triangle's normal. */
export function flatten<S extends Vertices>(surface: S): S {
  const { positions, uvs, joints, weights, indices } = surface;
  const corners = {
    positions: pickRows(positions, 3, indices),
    uvs: uvs && pickRows(uvs, 2, indices),
    joints: pickRows(joints, 4, indices),
    weights: pickRows(weights, 4, indices),
    indices: Uint32Array.from(indices, (_, i) => i),
  };
  return { ...surface, ...corners, normals: faceNormals(corners.positions, corners.indices) };
}

function pickRows<T extends Float32Array | Uint8Array>(values: T, width: number, rows: Uint32Array): T {
  const made = new (values.constructor as new (size: number) => T)(rows.length * width);
  rows.forEach((row, i) => {
    made.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return made;
}

/** A triangle without area has no direction, and gets any. */
function faceNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const normal = facing(positions, indices, t);
    for (let i = t; i < t + 3; i++) normals.set(length(normal) > 0 ? normal : [0, 1, 0], i * 3);
  }
  return normals;
}
