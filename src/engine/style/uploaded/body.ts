/** All surfaces of an uploaded model as one mesh, whose vertices carry everything known of them. */
import type { RenderMaterial } from '../../character.js';
import type { ShownSurface } from '../../output/assemble.js';

/** A material of the upload. `cutOut`: transparent parts of its texture are no surface. */
export type Look = RenderMaterial & { cutOut: boolean };

/** `looks` has an index for each vertex, and a triangle has the look of its first corner. Tints are linear. */
export type Body = {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  tints: Float32Array;
  joints: Uint8Array;
  weights: Float32Array;
  looks: Uint16Array;
  indices: Uint32Array;
};

/** @param cutOuts for each surface, whether its material leaves transparent parts out */
export function gatherBody(
  surfaces: readonly ShownSurface[],
  cutOuts: readonly boolean[],
): { body: Body; looks: Look[] } {
  const count = surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const corners = surfaces.reduce((sum, { indices }) => sum + indices.length, 0);
  const body = emptyBody(count, corners);
  const looks: Look[] = [];
  const known = new Map<RenderMaterial, number>();
  let [first, corner] = [0, 0];
  surfaces.forEach(({ material, positions, normals, uvs, tints, joints, weights, indices }, i) => {
    const look = known.get(material) ?? looks.push({ ...material, cutOut: cutOuts[i]! }) - 1;
    known.set(material, look);
    const many = positions.length / 3;
    body.positions.set(positions, first * 3);
    body.normals.set(normals, first * 3);
    if (uvs) body.uvs.set(uvs, first * 2);
    if (tints) body.tints.set(tints, first * 3);
    body.joints.set(joints, first * 4);
    body.weights.set(weights, first * 4);
    body.looks.fill(look, first, first + many);
    for (const v of indices) body.indices[corner++] = first + v;
    first += many;
  });
  return { body, looks };
}

export const emptyBody = (vertices: number, corners: number): Body => ({
  positions: new Float32Array(vertices * 3),
  normals: new Float32Array(vertices * 3),
  uvs: new Float32Array(vertices * 2),
  tints: new Float32Array(vertices * 3).fill(1),
  joints: new Uint8Array(vertices * 4),
  weights: new Float32Array(vertices * 4),
  looks: new Uint16Array(vertices),
  indices: new Uint32Array(corners),
});

/** The vertices that these triangles use. @param corners three vertices of `body` for each triangle */
export function partOf(body: Body, corners: readonly number[]): Body {
  const renamed = new Map<number, number>();
  for (const v of corners) if (!renamed.has(v)) renamed.set(v, renamed.size);
  const part = emptyBody(renamed.size, 0);
  for (const [from, to] of renamed) copyVertex(body, from, part, to);
  return { ...part, indices: Uint32Array.from(corners, (v) => renamed.get(v)!) };
}

export function copyVertex(from: Body, v: number, to: Body, at: number): void {
  for (const [name, width] of rows)
    for (let i = 0; i < width; i++) to[name][at * width + i] = from[name][v * width + i]!;
}

const rows = [
  ['positions', 3],
  ['normals', 3],
  ['uvs', 2],
  ['tints', 3],
  ['joints', 4],
  ['weights', 4],
  ['looks', 1],
] as const;
