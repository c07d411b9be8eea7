/**
 * Naive surface nets (Gibson 1998) on a sparse grid. Vertices are then moved to the field's zero level and take its
 * gradient as normal, so shading is smooth at any resolution.
 */
import { type Field, gradient } from '../field/field.js';
import type { Vec3 } from '../vec.js';
import type { Mesh } from './mesh.js';
import { blockNodes, prunedNear, type SparseGrid, sampleGrid } from './sparse-grid.js';

/** Indexed triangles without normals. */
export type Net = { positions: Float32Array; indices: Uint32Array };

/** Triangulates the zero level. @param cell edge length of a grid cell in metres */
export function netField(field: Field, cell: number): Net {
  const net = netOf(sampleGrid(field, cell));
  settle(net.positions, field, cell);
  return net;
}

/** Builds a mesh from a net, with the field's gradient as normals. */
export function meshNet({ positions, indices }: Net, field: Field, cell: number, material: string): Mesh {
  const normals = new Float32Array(positions.length);
  const nearby = prunedNear(field, cell);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    normals.set(gradient(nearby(x, y, z), [x, y, z], cell * 0.35), i);
  }
  return { positions, normals, groups: [{ material, indices }] };
}

export const meshField = (field: Field, cell: number, material: string): Mesh =>
  meshNet(netField(field, cell), field, cell, material);

/**
 * One vertex per cell that the surface crosses, one quad around each crossed grid edge. A quad joins vertices of
 * cells with no higher coordinates, whose blocks were processed before.
 */
function netOf(grid: SparseGrid): { positions: Float32Array; indices: Uint32Array } {
  const { values, origin, size, cell, blocks } = grid;
  const strides = [1, size[0], size[0] * size[1]] as const;
  const vertexOf = new Int32Array(values.length).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  const mean = new Float64Array(3);
  for (const start of blocks) {
    const [iEnd, jEnd, kEnd] = [0, 1, 2].map((a) =>
      Math.min(start[a]! + blockNodes, size[a]! - 1),
    ) as number[];
    for (let k = start[2]; k < kEnd!; k++)
      for (let j = start[1]; j < jEnd!; j++)
        for (let i = start[0]; i < iEnd!; i++) {
          const node = i + strides[1] * j + strides[2] * k;
          if (!crossingMean(mean, values, node, strides)) continue;
          vertexOf[node] = positions.length / 3;
          positions.push(
            origin[0] + (i + mean[0]!) * cell,
            origin[1] + (j + mean[1]!) * cell,
            origin[2] + (k + mean[2]!) * cell,
          );
          if (j > 0 && k > 0) addQuad(indices, values, vertexOf, node, strides[0], strides[1], strides[2]);
          if (k > 0 && i > 0) addQuad(indices, values, vertexOf, node, strides[1], strides[2], strides[0]);
          if (i > 0 && j > 0) addQuad(indices, values, vertexOf, node, strides[2], strides[0], strides[1]);
        }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

/** Adds a quad around the edge from `node` in direction `along` if the surface crosses it. */
function addQuad(
  indices: number[],
  values: Float32Array,
  vertexOf: Int32Array,
  node: number,
  along: number,
  su: number,
  sv: number,
): void {
  const inside = values[node]! < 0;
  if (inside === values[node + along]! < 0) return;
  const a = vertexOf[node]!;
  const b = vertexOf[node - su]!;
  const c = vertexOf[node - su - sv]!;
  const d = vertexOf[node - sv]!;
  if (inside) indices.push(a, b, c, a, c, d);
  else indices.push(a, c, b, a, d, c);
}

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2] as const);
/** Pairs of corners with their coordinates. */
const edges = Uint8Array.from(
  corners.flatMap((_, a) => [1, 2, 4].filter((bit) => !(a & bit)).flatMap((bit) => [a, a | bit])),
);
const cornerOf = Uint8Array.from(corners.flat());

/**
 * Writes the mean of the zero crossings on the cell's edges, in cell units, to `out`; returns false when there is no
 * crossing.
 */
function crossingMean(out: Float64Array, values: Float32Array, node: number, [sx, sy, sz]: Vec3): boolean {
  const v0 = values[node]! < 0;
  if (
    v0 === values[node + sx]! < 0 &&
    v0 === values[node + sy]! < 0 &&
    v0 === values[node + sz]! < 0 &&
    v0 === values[node + sx + sy]! < 0 &&
    v0 === values[node + sx + sz]! < 0 &&
    v0 === values[node + sy + sz]! < 0 &&
    v0 === values[node + sx + sy + sz]! < 0
  )
    return false;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let count = 0;
  for (let e = 0; e < edges.length; e += 2) {
    const a = edges[e]! * 3;
    const b = edges[e + 1]! * 3;
    const va = values[node + cornerOf[a]! * sx + cornerOf[a + 1]! * sy + cornerOf[a + 2]! * sz]!;
    const vb = values[node + cornerOf[b]! * sx + cornerOf[b + 1]! * sy + cornerOf[b + 2]! * sz]!;
    if (va < 0 === vb < 0) continue;
    const t = va / (va - vb);
    mx += cornerOf[a]! + (cornerOf[b]! - cornerOf[a]!) * t;
    my += cornerOf[a + 1]! + (cornerOf[b + 1]! - cornerOf[a + 1]!) * t;
    mz += cornerOf[a + 2]! + (cornerOf[b + 2]! - cornerOf[a + 2]!) * t;
    count++;
  }
  out[0] = mx / count;
  out[1] = my / count;
  out[2] = mz / count;
  return true;
}

/** Moves vertices to the zero level by two Newton steps along the gradient, each at most half a cell. */
function settle(positions: Float32Array, field: Field, cell: number): void {
  const nearby = prunedNear(field, cell);
  const h = cell * 0.35;
  for (let i = 0; i < positions.length; i += 3) {
    let x = positions[i]!;
    let y = positions[i + 1]!;
    let z = positions[i + 2]!;
    const { at } = nearby(x, y, z);
    let d = at(x, y, z);
    const dx = at(x + h, y, z) - d;
    const dy = at(x, y + h, z) - d;
    const dz = at(x, y, z + h) - d;
    const size = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
    for (let step = 0; step < 2; step++) {
      if (step > 0) d = at(x, y, z);
      const far = (Math.max(-cell / 2, Math.min(cell / 2, d)) * 0.9) / size;
      x -= dx * far;
      y -= dy * far;
      z -= dz * far;
    }
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = z;
  }
}
