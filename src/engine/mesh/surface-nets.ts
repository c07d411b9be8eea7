/**
 * Naive surface nets (Gibson 1998) over a sparse grid: blocks far from the surface are filled with one sample, and
 * near it the field is pruned to the parts that matter. Vertices are then moved onto the field's zero level and take
 * its gradient as normal, so the shading is smooth at any resolution.
 */
import { type Field, gradient, growBox } from '../field/field.js';
import type { Vec3 } from '../math/vec.js';
import type { Mesh } from './mesh.js';

const blockNodes = 8;

type Size = readonly [number, number, number];
/** `blocks`: first nodes of those the surface may cross, in order; cells of the others have corners of one sign. */
type Grid = { values: Float32Array; origin: Vec3; size: Size; cell: number; blocks: Size[] };

/** @param cell edge length of a grid cell in metres */
export function meshField(field: Field, cell: number, material: string): Mesh {
  const grid = sampleGrid(field, cell);
  const { positions, indices } = netOf(grid);
  const normals = settle(positions, field, cell);
  return { positions, normals, groups: [{ material, indices }] };
}

function sampleGrid(field: Field, cell: number): Grid {
  const { min, max } = growBox(field.box, cell * 2);
  const size = [0, 1, 2].map((i) => Math.max(4, Math.ceil((max[i]! - min[i]!) / cell) + 1)) as [
    number,
    number,
    number,
  ];
  const grid: Grid = {
    values: new Float32Array(size[0] * size[1] * size[2]).fill(1e3),
    origin: min,
    size,
    cell,
    blocks: [],
  };
  const counts = size.map((n) => Math.ceil(n / blockNodes)) as unknown as Size;
  const starts = allBlocks(counts);
  const signs = Int8Array.from(starts, (start) => sampleBlock(grid, field, start));
  grid.blocks = starts.filter((_, block) => isMixed(signs, counts, block));
  return grid;
}

const allBlocks = ([nx, ny, nz]: Size): Size[] =>
  Array.from({ length: nx * ny * nz }, (_, block) => [
    (block % nx) * blockNodes,
    (Math.floor(block / nx) % ny) * blockNodes,
    Math.floor(block / (nx * ny)) * blockNodes,
  ]);

/** Whether a block or one of those above it, which its last cells reach into, has another sign. */
function isMixed(signs: Int8Array, [nx, ny, nz]: Size, block: number): boolean {
  const [i, j, k] = [block % nx, Math.floor(block / nx) % ny, Math.floor(block / (nx * ny))];
  for (let c = 0; c < 8; c++) {
    const [x, y, z] = [i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)];
    if (x >= nx || y >= ny || z >= nz) continue;
    const sign = signs[x + nx * (y + ny * z)]!;
    if (sign === 0 || sign !== signs[block]) return true;
  }
  return false;
}

/** @returns 1 or -1 for a block outside or inside, 0 when the surface may cross it */
function sampleBlock({ values, origin, size, cell }: Grid, field: Field, start: Size): number {
  const span = (blockNodes - 1) * cell;
  const low: Vec3 = [origin[0] + start[0] * cell, origin[1] + start[1] * cell, origin[2] + start[2] * cell];
  const box = { min: low, max: [low[0] + span, low[1] + span, low[2] + span] as const };
  const near = field.near(growBox(box, cell * 2));
  if (!near) return 1;
  const middle = near.at(low[0] + span / 2, low[1] + span / 2, low[2] + span / 2);
  const far = Math.abs(middle) > span * 1.25;
  const [iEnd, jEnd, kEnd] = start.map((s, axis) => Math.min(s + blockNodes, size[axis]!)) as [
    number,
    number,
    number,
  ];
  for (let k = start[2]; k < kEnd; k++)
    for (let j = start[1]; j < jEnd; j++)
      for (let i = start[0]; i < iEnd; i++)
        values[i + size[0] * (j + size[1] * k)] = far
          ? middle
          : near.at(origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell);
  return far ? Math.sign(middle) : 0;
}

/**
 * One vertex in each cell the surface crosses, one quad around each grid edge it crosses. A quad joins vertices of
 * cells with no higher coordinates, whose blocks came before.
 */
function netOf(grid: Grid): { positions: Float32Array; indices: Uint32Array } {
  const { values, origin, size, cell } = grid;
  const strides = [1, size[0], size[0] * size[1]] as const;
  const vertexOf = new Int32Array(values.length).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [i, j, k] of cellsOf(grid)) {
    const node = i + strides[1] * j + strides[2] * k;
    const offset = crossingMean(values, node, strides);
    if (!offset) continue;
    vertexOf[node] = positions.length / 3;
    positions.push(
      origin[0] + (i + offset[0]) * cell,
      origin[1] + (j + offset[1]) * cell,
      origin[2] + (k + offset[2]) * cell,
    );
    const at = [i, j, k];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      if (at[u] === 0 || at[v] === 0) continue;
      const inside = values[node]! < 0;
      if (inside === values[node + strides[axis]!]! < 0) continue;
      const [su, sv] = [strides[u]!, strides[v]!];
      const [a, b] = [vertexOf[node]!, vertexOf[node - su]!];
      const [c, d] = [vertexOf[node - su - sv]!, vertexOf[node - sv]!];
      if (inside) indices.push(a, b, c, a, c, d);
      else indices.push(a, c, b, a, d, c);
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

function* cellsOf({ blocks, size }: Grid): Generator<Size> {
  for (const [i0, j0, k0] of blocks)
    for (let k = k0; k < Math.min(k0 + blockNodes, size[2] - 1); k++)
      for (let j = j0; j < Math.min(j0 + blockNodes, size[1] - 1); j++)
        for (let i = i0; i < Math.min(i0 + blockNodes, size[0] - 1); i++) yield [i, j, k];
}

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2] as const);
const edges = corners.flatMap((_, a) =>
  [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit] as const),
);

/** Mean of the zero crossings on the cell's edges, in cell units; null when the surface misses the cell. */
function crossingMean(values: Float32Array, node: number, [sx, sy, sz]: Vec3): Vec3 | null {
  let negative = 0;
  for (const [x, y, z] of corners) if (values[node + x * sx + y * sy + z * sz]! < 0) negative++;
  if (negative === 0 || negative === 8) return null;
  let [mx, my, mz, count] = [0, 0, 0, 0];
  for (const [a, b] of edges) {
    const [ca, cb] = [corners[a]!, corners[b]!];
    const va = values[node + ca[0] * sx + ca[1] * sy + ca[2] * sz]!;
    const vb = values[node + cb[0] * sx + cb[1] * sy + cb[2] * sz]!;
    if (va < 0 === vb < 0) continue;
    const t = va / (va - vb);
    mx += ca[0] + (cb[0] - ca[0]) * t;
    my += ca[1] + (cb[1] - ca[1]) * t;
    mz += ca[2] + (cb[2] - ca[2]) * t;
    count++;
  }
  return [mx / count, my / count, mz / count];
}

/** Two Newton steps onto the zero level, none longer than half a cell; returns the normals. */
function settle(positions: Float32Array, field: Field, cell: number): Float32Array {
  const normals = new Float32Array(positions.length);
  const h = cell * 0.35;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const near =
      field.near({ min: [x - cell, y - cell, z - cell], max: [x + cell, y + cell, z + cell] }) ?? field;
    let p: Vec3 = [x, y, z];
    let n = gradient(near, p, h);
    for (let step = 0; step < 2; step++) {
      const d = Math.max(-cell / 2, Math.min(cell / 2, near.at(...p))) * 0.9;
      p = [p[0] - n[0] * d, p[1] - n[1] * d, p[2] - n[2] * d];
      n = gradient(near, p, h);
    }
    positions.set(p, i);
    normals.set(n, i);
  }
  return normals;
}
