/** The watertight surface of a solid, with at most one vertex per cell, and a nearest-vertex query. */
import type { Mesh } from '../geometry/mesh/mesh.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import { cellCount, type Volume } from '../geometry/volume/volume.js';
import { smoothNormals } from '../input/model/normals.js';

/** Nearest first; the arrays are as long as the greatest number wanted. */
export type NearestVertices = { vertices: Int32Array; distances: Float64Array };

export type Shell = {
  mesh: Mesh;
  /** Fills `found` and returns the count, at least one. */
  nearestTo(x: number, y: number, z: number, found: NearestVertices): number;
};

export function createShell(volume: Volume): Shell {
  const { positions, indices } = netOf(volume);
  const mesh = {
    positions,
    normals: smoothNormals(positions, indices),
    groups: [{ material: 'proxy', indices }],
  };
  return { mesh, nearestTo: createSearch(volume, positions) };
}

/**
 * Surface nets (Gibson 1998): one vertex per cube of eight cell centres that the surface crosses, one quad around
 * each crossed step.
 */
function netOf({ size: [nx, ny, nz], origin, cell, depth }: Volume): Triangles {
  const strides = [1, nx, nx * ny] as const;
  const vertexOf = new Int32Array(depth.length).fill(-1);
  const [positions, indices]: [number[], number[]] = [[], []];
  const offset = [0, 0, 0];
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const node = i + nx * (j + ny * k);
        if (!crossing(depth, node, strides, offset)) continue;
        vertexOf[node] = positions.length / 3;
        positions.push(
          origin[0] + (i + offset[0]!) * cell,
          origin[1] + (j + offset[1]!) * cell,
          origin[2] + (k + offset[2]!) * cell,
        );
        const own = depth[node]! > 0;
        for (let axis = 0; axis < 3; axis++) {
          if (own === depth[node + strides[axis]!]! > 0) continue;
          const [su, sv] = [strides[(axis + 1) % 3]!, strides[(axis + 2) % 3]!];
          const [a, b] = [vertexOf[node]!, vertexOf[node - su]!];
          const [c, d] = [vertexOf[node - su - sv]!, vertexOf[node - sv]!];
          if (own) indices.push(a, b, c, a, c, d);
          else indices.push(a, c, b, a, d, c);
        }
      }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

/** Whether the surface crosses the cube; `offset` receives the mean of the edge crossings, in cells. */
function crossing(depth: Float32Array, node: number, strides: readonly number[], offset: number[]): boolean {
  const at = (corner: number) =>
    depth[
      node + (corner & 1) * strides[0]! + ((corner >> 1) & 1) * strides[1]! + (corner >> 2) * strides[2]!
    ]!;
  const first = at(0) > 0;
  let corner = 1;
  while (corner < 8 && at(corner) > 0 === first) corner++;
  if (corner === 8) return false;
  let [x, y, z, count] = [0, 0, 0, 0];
  for (let a = 0; a < 8; a++)
    for (let bit = 1; bit < 8; bit *= 2) {
      if (a & bit) continue;
      const [from, to] = [at(a), at(a | bit)];
      if (from > 0 === to > 0) continue;
      const t = from / (from - to);
      x += (a & 1) + (bit === 1 ? t : 0);
      y += ((a >> 1) & 1) + (bit === 2 ? t : 0);
      z += (a >> 2) + (bit === 4 ? t : 0);
      count++;
    }
  offset[0] = x / count;
  offset[1] = y / count;
  offset[2] = z / count;
  return true;
}

function createSearch({ size, origin, cell, ...volume }: Volume, positions: Float32Array) {
  const [nx, ny, nz] = size;
  const place = (value: number, axis: 0 | 1 | 2) =>
    Math.min(size[axis] - 1, Math.max(0, Math.floor((value - origin[axis]) / cell)));
  const holder = new Int32Array(cellCount({ size, origin, cell })).fill(-1);
  for (let v = 0; v < positions.length / 3; v++)
    holder[
      place(positions[v * 3]!, 0) +
        nx * (place(positions[v * 3 + 1]!, 1) + ny * place(positions[v * 3 + 2]!, 2))
    ] = v;
  return (x: number, y: number, z: number, { vertices, distances }: NearestVertices): number => {
    const [ci, cj, ck] = [place(x, 0), place(y, 1), place(z, 2)];
    // The solid stores the distance to its surface; outside the grid, the distance to the grid is added.
    const at = ci + nx * (cj + ny * ck);
    const start = 1 + Math.floor(Math.max(0, Math.abs(volume.depth[at]!) / cell - 1));
    let count = 0;
    for (let reach = start; count === 0 && reach < nx + ny + nz; reach = reach * 2)
      for (let k = Math.max(0, ck - reach); k <= Math.min(nz - 1, ck + reach); k++)
        for (let j = Math.max(0, cj - reach); j <= Math.min(ny - 1, cj + reach); j++)
          for (let i = Math.max(0, ci - reach); i <= Math.min(nx - 1, ci + reach); i++) {
            const v = holder[i + nx * (j + ny * k)]!;
            if (v < 0) continue;
            const d = Math.hypot(positions[v * 3]! - x, positions[v * 3 + 1]! - y, positions[v * 3 + 2]! - z);
            if (count === vertices.length && d >= distances[count - 1]!) continue;
            let rank = count < vertices.length ? count++ : count - 1;
            for (; rank > 0 && distances[rank - 1]! > d; rank--) {
              distances[rank] = distances[rank - 1]!;
              vertices[rank] = vertices[rank - 1]!;
            }
            distances[rank] = d;
            vertices[rank] = v;
          }
    return count;
  };
}
