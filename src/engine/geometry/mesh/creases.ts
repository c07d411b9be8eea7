/**
 * Crisp edges: corners of triangles that meet at a sharp edge get normals of their own. A normal shared across the rim
 * of a plate shades every triangle beside it differently, which looks torn.
 */
import { dot, length, scale, type Vec3 } from '../vec.js';
import { areaNormal, type Mesh, vertexAt } from './mesh.js';

/**
 * Cosines of the greatest angles between a triangle and its corner's normal, for metal and for other materials, and
 * between triangles of one side. More corners look better, but cost vertices.
 */
const nearNormal = { metal: Math.cos((42 * Math.PI) / 180), other: Math.cos((62 * Math.PI) / 180) } as const;
const sameSide = Math.cos((46 * Math.PI) / 180);

/** Splits vertices whose normal fits some of their triangles badly, such as those on the rim of a plate. */
export function creaseMesh(mesh: Mesh, isMetal: boolean): Mesh {
  const faces = facesOf(mesh);
  const loose = looseCorners(mesh, faces, isMetal ? nearNormal.metal : nearNormal.other);
  if (loose.size === 0) return mesh;
  const positions = Array.from(mesh.positions);
  const normals = Array.from(mesh.normals);
  const replaced = new Map<number, number>();
  for (const [vertex, corners] of loose) {
    const sides: { normal: Vec3; vertex: number }[] = [];
    for (const corner of corners) {
      const face = faces.unit[Math.floor(corner / 3)]!;
      const known = sides.find(({ normal }) => dot(normal, face) > sameSide);
      if (known) {
        replaced.set(corner, known.vertex);
        continue;
      }
      const normal = sideNormal(faces, faces.around.get(vertex)!, face);
      const made = positions.length / 3;
      positions.push(...vertexAt(mesh.positions, vertex));
      normals.push(...normal);
      sides.push({ normal, vertex: made });
      replaced.set(corner, made);
    }
  }
  let first = 0;
  const groups = mesh.groups.map(({ material, indices }) => {
    const from = first;
    first += indices.length;
    return { material, indices: indices.map((vertex, i) => replaced.get(from + i) ?? vertex) };
  });
  return { positions: new Float32Array(positions), normals: new Float32Array(normals), groups };
}

type Faces = {
  /** Normals as long as twice the triangle's area, and unit ones. */
  weighted: Vec3[];
  unit: Vec3[];
  /** Triangles around each vertex that has a loose corner. */
  around: Map<number, number[]>;
};

function facesOf(mesh: Mesh): Faces {
  const weighted = mesh.groups.flatMap(({ indices }) =>
    Array.from({ length: indices.length / 3 }, (_, t) => areaNormal(mesh.positions, indices, t * 3)),
  );
  const unit = weighted.map((normal): Vec3 => scale(normal, 1 / (length(normal) || 1)));
  return { weighted, unit, around: new Map() };
}

/** Corners by vertex, as indices into all groups one after the other, where the vertex' normal fits badly. */
function looseCorners(mesh: Mesh, faces: Faces, near: number): Map<number, number[]> {
  const corners = mesh.groups.flatMap(({ indices }) => [...indices]);
  const loose = new Map<number, number[]>();
  for (const [corner, vertex] of corners.entries()) {
    const face = faces.unit[Math.floor(corner / 3)]!;
    if (length(face) === 0 || dot(vertexAt(mesh.normals, vertex), face) > near) continue;
    const known = loose.get(vertex);
    if (known) known.push(corner);
    else loose.set(vertex, [corner]);
  }
  for (const [corner, vertex] of corners.entries()) {
    if (!loose.has(vertex)) continue;
    const known = faces.around.get(vertex);
    if (known) known.push(Math.floor(corner / 3));
    else faces.around.set(vertex, [Math.floor(corner / 3)]);
  }
  return loose;
}

/** The mean normal of the triangles around a vertex that face the same side as one of them. */
function sideNormal({ weighted, unit }: Faces, around: readonly number[], face: Vec3): Vec3 {
  const sum = [0, 0, 0];
  for (const triangle of around) {
    if (dot(unit[triangle]!, face) < sameSide) continue;
    weighted[triangle]!.forEach((value, axis) => {
      sum[axis]! += value;
    });
  }
  const size = Math.hypot(...sum) || 1;
  return [sum[0]! / size, sum[1]! / size, sum[2]! / size];
}
