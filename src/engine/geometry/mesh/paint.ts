/**
 * Paints a surface: triangles are cut along the zero line of a field and the inside gets its own material, so
 * stripes, bellies and irises have crisp edges without a texture.
 */
import type { Group, Mesh } from './mesh.js';

/**
 * `at` is negative where the paint goes; `from` limits it to one material. `edges` are the sides of a band that may be
 * narrower than a triangle, where `at` is their maximum.
 */
export type Paint = {
  material: string;
  at(x: number, y: number, z: number): number;
  from?: string;
  edges?: readonly Paint['at'][];
};

/** A band between two edges. */
export const bandPaint = (material: string, ...edges: readonly Paint['at'][]): Paint => ({
  material,
  edges,
  at: (x, y, z) => edges.reduce((most, edge) => Math.max(most, edge(x, y, z)), Number.NEGATIVE_INFINITY),
});

export function paintMesh(mesh: Mesh, paints: readonly Paint[]): Mesh {
  return paints.reduce(applyPaint, mesh);
}

function applyPaint(mesh: Mesh, paint: Paint): Mesh {
  const { edges, from, at } = paint;
  if (!edges) return cutMesh(mesh, fieldValues(mesh.positions, at), paint);
  const split = edges.reduce(
    (part, edge) => cutMesh(part, fieldValues(part.positions, edge), { material: null, from }),
    mesh,
  );
  return fillMesh(split, paint);
}

/** Gives whole triangles the material, by their middles. */
function fillMesh(mesh: Mesh, { material, at, from }: Paint): Mesh {
  const painted: number[] = [];
  const middle = (corners: Uint32Array, axis: number): number =>
    (mesh.positions[corners[0]! * 3 + axis]! +
      mesh.positions[corners[1]! * 3 + axis]! +
      mesh.positions[corners[2]! * 3 + axis]!) /
    3;
  const groups = mesh.groups.map((group): Group => {
    if (from && group.material !== from) return group;
    const kept: number[] = [];
    for (let t = 0; t < group.indices.length; t += 3) {
      const corners = group.indices.subarray(t, t + 3);
      (at(middle(corners, 0), middle(corners, 1), middle(corners, 2)) < 0 ? painted : kept).push(...corners);
    }
    return { material: group.material, indices: new Uint32Array(kept) };
  });
  groups.push({ material, indices: new Uint32Array(painted) });
  return { ...mesh, groups: groups.filter(({ indices }) => indices.length > 0) };
}

/** The purpose of a cut: a material for the inside, or null for more corners along the line and nothing else. */
type Cut = { material: string | null; from?: string | undefined };

/** Cuts triangles where the value of their vertices is 0; the triangles below it get the material. */
export function cutMesh(mesh: Mesh, values: Float64Array, { material, from }: Cut): Mesh {
  const positions = Array.from(mesh.positions);
  const normals = Array.from(mesh.normals);
  const side = values.map(awayFromZero);
  const painted: number[] = [];
  const cuts = new Map<number, number>();
  const cutEdge = (a: number, b: number): number => {
    const key = Math.min(a, b) * 0x4000000 + Math.max(a, b);
    const known = cuts.get(key);
    if (known !== undefined) return known;
    const made = positions.length / 3;
    cuts.set(key, made);
    const t = side[a]! / (side[a]! - side[b]!);
    for (let i = 0; i < 3; i++) {
      positions.push(positions[a * 3 + i]! + (positions[b * 3 + i]! - positions[a * 3 + i]!) * t);
      normals.push(normals[a * 3 + i]! + (normals[b * 3 + i]! - normals[a * 3 + i]!) * t);
    }
    return made;
  };
  const groups = mesh.groups.map((group): Group => {
    if (from && group.material !== from) return group;
    const kept: number[] = [];
    for (let t = 0; t < group.indices.length; t += 3) {
      cutTriangle(
        [group.indices[t]!, group.indices[t + 1]!, group.indices[t + 2]!],
        side,
        cutEdge,
        kept,
        material === null ? kept : painted,
      );
    }
    return { material: group.material, indices: new Uint32Array(kept) };
  });
  if (material !== null && painted.length > 0) groups.push({ material, indices: new Uint32Array(painted) });
  return {
    positions: new Float32Array(positions),
    normals: unit(new Float32Array(normals)),
    groups: groups.filter(({ indices }) => indices.length > 0),
  };
}

function fieldValues(positions: Float32Array, at: Paint['at']): Float64Array {
  const values = new Float64Array(positions.length / 3);
  for (let i = 0; i < values.length; i++)
    values[i] = at(positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!);
  return values;
}

/** So that a cut never makes a sliver at a vertex. */
const awayFromZero = (d: number): number => (Math.abs(d) < 1e-5 ? (d < 0 ? -1e-5 : 1e-5) : d);

type Triangle = readonly [number, number, number];

function cutTriangle(
  triangle: Triangle,
  side: Float64Array,
  cutEdge: (a: number, b: number) => number,
  kept: number[],
  painted: number[],
): void {
  const inside = triangle.map((v) => side[v]! < 0);
  const count = inside.filter(Boolean).length;
  if (count === 0) kept.push(...triangle);
  else if (count === 3) painted.push(...triangle);
  else {
    const lone = inside.indexOf(count === 1);
    const [a, b, c] = [triangle[lone]!, triangle[(lone + 1) % 3]!, triangle[(lone + 2) % 3]!];
    const [ab, ac] = [cutEdge(a, b), cutEdge(a, c)];
    const [own, other] = count === 1 ? [painted, kept] : [kept, painted];
    own.push(a, ab, ac);
    other.push(ab, b, c, ab, c, ac);
  }
}

function unit(normals: Float32Array): Float32Array {
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!) || 1;
    for (let j = 0; j < 3; j++) normals[i + j]! /= size;
  }
  return normals;
}
