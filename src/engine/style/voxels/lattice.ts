/** The cubes of a body: which cells of a grid are filled. */
import { boundsOfTriangles, longestSide } from '../../geometry/mesh/bounds.js';
import { facing } from '../../geometry/mesh/mesh.js';
import type { Vec3 } from '../../geometry/vec.js';
import { eachSample, eachWinding, type Triangles } from '../../geometry/volume/triangles.js';
import { cellCount, type Grid } from '../../geometry/volume/volume.js';
import { sideSteps } from './sides.js';

/** `filled` is 1 for each cell that is a cube. */
export type Lattice = Grid & { filled: Uint8Array };

const margin = 2;
/** Eighths of a cell that must be inside the body to fill it; an eighth that its surface touches counts half. */
const enough = 3;

/** @param across cells along the longest side of the body */
export function fillLattice(pieces: readonly Triangles[], across: number): Lattice {
  const grid = gridAround(pieces, across);
  const fine = halved(grid);
  const shares = sharesOf(fine, pieces);
  const filled = new Uint8Array(cellCount(grid));
  const [nx, ny, nz] = grid.size;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        let sum = 0;
        for (let e = 0; e < 8; e++)
          sum +=
            shares[
              2 * i + (e & 1) + fine.size[0] * (2 * j + ((e >> 1) & 1) + fine.size[1] * (2 * k + (e >> 2)))
            ]!;
        if (sum >= enough * 2) filled[i + nx * (j + ny * k)] = 1;
      }
  const lattice = { ...grid, filled };
  for (const piece of pieces) keepThin(lattice, fine, shares, piece);
  return { ...grid, filled: withoutGrooves(lattice) };
}

/** Cells are symmetric about x = 0, and the lowest stand on the ground of the body. */
function gridAround(pieces: readonly Triangles[], across: number): Grid {
  const bounds = boundsOfTriangles(pieces);
  const { low, high } = bounds;
  const cell = longestSide(bounds) / across;
  const half = Math.ceil(Math.max(-low[0]!, high[0]!) / cell) + margin;
  const rows = (axis: 1 | 2) => Math.ceil((high[axis]! - low[axis]!) / cell) + 2 * margin;
  return {
    cell,
    size: [2 * half, rows(1), rows(2)],
    origin: [(0.5 - half) * cell, low[1]! + (0.5 - margin) * cell, low[2]! + (0.5 - margin) * cell],
  };
}

export const halved = ({ cell, size: [nx, ny, nz], origin }: Grid): Grid => ({
  cell: cell / 2,
  size: [nx * 2, ny * 2, nz * 2],
  origin: origin.map((x) => x - cell / 4) as unknown as Vec3,
});

/** 2 for cells inside the body, 1 for others that the surface touches. */
function sharesOf(fine: Grid, pieces: readonly Triangles[]): Uint8Array {
  const votes = new Int8Array(cellCount(fine));
  eachWinding(fine, pieces, (c, winding) => {
    votes[c]! += winding > 0 ? 1 : -1;
  });
  const shares = Uint8Array.from(votes, (vote) => (vote > 0 ? 2 : 0));
  for (const piece of pieces)
    eachSample(fine, piece, (c) => {
      if (shares[c] === 0) shares[c] = 1;
    });
  return shares;
}

/** Fills the cells in the middle of sheets and rods that are thinner than a cell. */
function keepThin(lattice: Lattice, fine: Grid, shares: Uint8Array, piece: Triangles): void {
  const { cell } = lattice;
  eachPoint(lattice, piece, (point, outwards) => {
    let depth = cell / 8;
    while (depth < cell && shares[cellBehind(fine, point, outwards, depth)] === 2) depth += cell / 8;
    if (depth < cell * 0.9) lattice.filled[cellBehind(lattice, point, outwards, depth / 2)] = 1;
  });
}

/** Fills cells between two others and in front of a third: steep surfaces get grooves of one cell. */
function withoutGrooves({ size, filled }: Lattice): Uint8Array {
  const steps = sideSteps(size);
  return filled.map((own, cell) => {
    if (own) return own;
    const has = steps.map((step) => filled[cell + step] === 1);
    const isBetween = [0, 2, 4].some((side) => has[side] && has[side + 1]);
    return isBetween && has.filter(Boolean).length >= 3 ? 1 : 0;
  });
}

/** Visits points half a cell apart on every triangle: where, which way it faces, its first index, and its weights. */
export function eachPoint(
  grid: Grid,
  { positions, indices }: Triangles,
  visit: (point: Vec3, outwards: Vec3, first: number, second: number, third: number) => void,
): void {
  let [last, outwards]: [number, Vec3] = [-1, [0, 0, 0]];
  eachSample(grid, { positions, indices }, (_, first, p, q, steps) => {
    if (first !== last) [last, outwards] = [first, facing(positions, indices, first)];
    const [a, b, c] = [indices[first]! * 3, indices[first + 1]! * 3, indices[first + 2]! * 3];
    const at = (axis: number) => {
      const from = positions[a + axis]!;
      return from + ((positions[b + axis]! - from) * p + (positions[c + axis]! - from) * q) / steps;
    };
    visit([at(0), at(1), at(2)], outwards, first, p / steps, q / steps);
  });
}

/** The cell that lies `depth` behind a point of a surface. */
export function cellBehind({ size, origin, cell }: Grid, point: Vec3, outwards: Vec3, depth: number): number {
  const at = (axis: 0 | 1 | 2) => Math.round((point[axis] - outwards[axis] * depth - origin[axis]) / cell);
  return at(0) + size[0] * (at(1) + size[1] * at(2));
}
