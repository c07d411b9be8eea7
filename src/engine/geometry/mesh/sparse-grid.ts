/**
 * Samples a field on a grid: blocks far from the surface are filled from one sample, and near it the field is pruned
 * to the relevant parts.
 */
import { type Field, growBox } from '../field/field.js';
import type { Vec3 } from '../vec.js';

export const blockNodes = 8;
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
export type SparseGrid = { values: Float32Array; origin: Vec3; size: Size; cell: number; blocks: Size[] };

export function sampleGrid(field: Field, cell: number): SparseGrid {
  const { min, max } = growBox(field.box, cell * 2);
  const size = [0, 1, 2].map((i) => Math.max(4, Math.ceil((max[i]! - min[i]!) / cell) + 1)) as [
    number,
    number,
    number,
  ];
  const grid: SparseGrid = {
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
function sampleBlock(grid: SparseGrid, field: Field, start: Size): number {
  const { origin, cell } = grid;
  const span = (blockNodes - 1) * cell;
  const low: Vec3 = [origin[0] + start[0] * cell, origin[1] + start[1] * cell, origin[2] + start[2] * cell];
  const box = { min: low, max: [low[0] + span, low[1] + span, low[2] + span] as const };
  const near = field.near(growBox(box, cell * 2));
  if (!near) return 1;
  return sampleCube(grid, near, start[0], start[1], start[2], blockNodes);
}

/**
 * Samples the nodes of a cube from (x, y, z) on, as far as the grid goes. A cube whose centre is too far from the surface for a
 * crossing gets that one value; other cubes are halved.
 * @returns 1 or -1 for a cube outside or inside, 0 when the surface may cross it
 */
function sampleCube(grid: SparseGrid, near: Field, x: number, y: number, z: number, nodes: number): number {
  const { values, origin, size, cell } = grid;
  const half = ((nodes - 1) * cell) / 2;
  const middle = near.at(
    origin[0] + x * cell + half,
    origin[1] + y * cell + half,
    origin[2] + z * cell + half,
  );
  if (nodes === 1) {
    values[x + size[0] * (y + size[1] * z)] = middle;
    return 0;
  }
  if (Math.abs(middle) > half * farness) {
    const end = Math.min(size[0], x + nodes);
    for (let k = z; k < Math.min(size[2], z + nodes); k++)
      for (let j = y; j < Math.min(size[1], y + nodes); j++) {
        const row = size[0] * (j + size[1] * k);
        values.fill(middle, row + x, row + end);
      }
    return Math.sign(middle);
  }
  const step = nodes / 2;
  for (let c = 0; c < 8; c++) {
    const i = x + (c & 1) * step;
    const j = y + ((c >> 1) & 1) * step;
    const k = z + (c >> 2) * step;
    if (i < size[0] && j < size[1] && k < size[2]) sampleCube(grid, near, i, j, k, step);
  }
  return 0;
}

const cubeCells = 4;

/** The field pruned around a point; points in the same cube of four cells share it. */
export function prunedNear(field: Field, cell: number): (x: number, y: number, z: number) => Field {
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
