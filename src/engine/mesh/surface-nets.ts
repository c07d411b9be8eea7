/**
 * Naive surface nets (Gibson 1998) on a sparse grid: blocks far from the surface are filled from one sample, and near
 * it the field is pruned to the relevant parts. Vertices are then moved to the field's zero level and take its
 * gradient as normal, so shading is smooth at any resolution.
 */
import { type Field, gradient, growBox } from '../field/field.js';
import type { Vec3 } from '../math/vec.js';
import type { Mesh } from './mesh.js';

const blockNodes = 8;
/**
 * Distance from a cube's centre to the surface, in half sides, beyond which the surface cannot cross it; leaves room
 * for fields three times as steep as a distance.
 */
const farness = 5;

type Size = readonly [number, number, number];
/**
 * `blocks`: first nodes of the blocks that the surface may cross, in order; all corners of other blocks' cells have
 * one sign.
 */
type Grid = { values: Float32Array; origin: Vec3; size: Size; cell: number; blocks: Size[] };

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

/** Whether a block, or one of the following blocks that its last cells reach into, has a different sign. */
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
function sampleBlock(grid: Grid, field: Field, start: Size): number {
  const { origin, size, cell } = grid;
  const span = (blockNodes - 1) * cell;
  const low: Vec3 = [origin[0] + start[0] * cell, origin[1] + start[1] * cell, origin[2] + start[2] * cell];
  const box = { min: low, max: [low[0] + span, low[1] + span, low[2] + span] as const };
  const near = field.near(growBox(box, cell * 2));
  if (!near) return 1;
  const end = start.map((s, axis) => Math.min(s + blockNodes, size[axis]!)) as unknown as Size;
  return sampleCube(grid, near, start, end, blockNodes);
}

/**
 * Samples the nodes from `start` up to but excluding `end`. A cube whose centre is too far from the surface for a
 * crossing gets that one value; other cubes are halved.
 * @returns 1 or -1 for a cube outside or inside, 0 when the surface may cross it
 */
function sampleCube(grid: Grid, near: Field, start: Size, end: Size, nodes: number): number {
  const { values, origin, size, cell } = grid;
  const half = ((nodes - 1) * cell) / 2;
  const middle = near.at(
    origin[0] + start[0] * cell + half,
    origin[1] + start[1] * cell + half,
    origin[2] + start[2] * cell + half,
  );
  if (nodes === 1) {
    values[start[0] + size[0] * (start[1] + size[1] * start[2])] = middle;
    return 0;
  }
  if (Math.abs(middle) > half * farness) {
    for (let k = start[2]; k < end[2]; k++)
      for (let j = start[1]; j < end[1]; j++) {
        const row = size[0] * (j + size[1] * k);
        values.fill(middle, row + start[0], row + end[0]);
      }
    return Math.sign(middle);
  }
  const step = nodes / 2;
  for (let c = 0; c < 8; c++) {
    const from: Size = [
      start[0] + (c & 1) * step,
      start[1] + ((c >> 1) & 1) * step,
      start[2] + (c >> 2) * step,
    ];
    if (from[0] >= end[0] || from[1] >= end[1] || from[2] >= end[2]) continue;
    const to: Size = [
      Math.min(end[0], from[0] + step),
      Math.min(end[1], from[1] + step),
      Math.min(end[2], from[2] + step),
    ];
    sampleCube(grid, near, from, to, step);
  }
  return 0;
}

/**
 * One vertex per cell that the surface crosses, one quad around each crossed grid edge. A quad joins vertices of
 * cells with no higher coordinates, whose blocks were processed before.
 */
function netOf(grid: Grid): { positions: Float32Array; indices: Uint32Array } {
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
  let [mx, my, mz, count] = [0, 0, 0, 0];
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
    let [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
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

const cubeCells = 4;

/** The field pruned around a point; points in the same cube of four cells share it. */
function prunedNear(field: Field, cell: number): (x: number, y: number, z: number) => Field {
  const side = cubeCells * cell;
  const known = new Map<number, Field>();
  return (x, y, z) => {
    const [i, j, k] = [Math.floor(x / side), Math.floor(y / side), Math.floor(z / side)];
    const key = (i * 0x8000 + j) * 0x8000 + k;
    const found = known.get(key);
    if (found) return found;
    const min: Vec3 = [i * side, j * side, k * side];
    const cube = { min, max: [min[0] + side, min[1] + side, min[2] + side] as const };
    const made = field.near(growBox(cube, cell)) ?? field;
    known.set(key, made);
    return made;
  };
}
