/**
 * Separates touching limbs. Where two sides of one surface face each other across a thin gap, or intersect, and are
 * far apart along the surface, the cells between them are removed from the solid, so that an arm resting against a
 * hip stays an arm.
 */
import { magnitude, triangleNormal } from '../mesh/triangle.js';
import { type SurfaceWays, surfaceWays } from './surface.js';
import { eachSample, eachWinding, type Triangles } from './triangles.js';
import { cellCount, type Grid, neighbourSteps } from './volume.js';

/**
 * Distance along the surface from which two points belong to different limbs: as a fraction of the grid's longest
 * side, and in cells.
 */
const apart = { share: 0.085, cells: 10 } as const;
/** In cells: the widest gap, and the search radius around an enclosed cell for the other limb. */
const [widestGap, around] = [2, 3];
/** Greatest cosine between the outward directions of two sides that face each other. */
const facing = -0.2;

/** The surface sample nearest to each cell: its normal, piece, and metres from the landmarks. */
type Sides = {
  rowOf: Int32Array;
  normals: number[];
  pieces: number[];
  metres: number[];
  landmarks: number;
  apart: number;
};

/** Clears the cells of `inside` between two limbs. @param overlaps whether any cell may be enclosed twice */
export function partTouching(
  grid: Grid,
  pieces: readonly Triangles[],
  inside: Uint8Array,
  overlaps: boolean,
): void {
  const ways = surfaceWays(grid, pieces);
  if (ways.distances.length < 2) return;
  const sides = sidesOf(grid, pieces, ways);
  const buried = overlaps ? buriedOf(grid, sides, enclosedTwice(grid, pieces, ways)) : [];
  const between = [...gapsOf(grid, sides), ...buried];
  for (const c of between) inside[c] = 0;
  for (const c of bridgesOf(grid, sides, between, inside)) inside[c] = 0;
}

/** Cells beside a cut that still connect the two limbs. */
function bridgesOf(grid: Grid, sides: Sides, cut: readonly number[], inside: Uint8Array): number[] {
  const [nx, ny] = grid.size;
  const steps = neighbourSteps.map(({ step: [x, y, z] }) => x + nx * (y + ny * z));
  const rowAt = (c: number) => (inside[c] === 1 ? sides.rowOf[c]! : -1);
  const beside = new Set(cut.flatMap((c) => steps.map((step) => c + step)));
  return [...beside].filter((c) => {
    const row = rowAt(c);
    return row >= 0 && steps.some((step) => rowAt(c + step) >= 0 && areApart(sides, row, rowAt(c + step)));
  });
}

/** Cells on a straight line across the air from one limb to another. */
function gapsOf(grid: Grid, sides: Sides): number[] {
  const found: number[] = [];
  const [nx, ny, nz] = grid.size;
  sides.rowOf.forEach((row, c) => {
    if (row < 0) return;
    const a = sides.normals[row * 3]!;
    const b = sides.normals[row * 3 + 1]!;
    const d = sides.normals[row * 3 + 2]!;
    const i = c % nx;
    const j = Math.floor(c / nx) % ny;
    const k = Math.floor(c / (nx * ny));
    const passed = [c];
    for (let s = 1; s <= widestGap; s += 0.5) {
      const x = Math.round(i + a * s);
      const y = Math.round(j + b * s);
      const z = Math.round(k + d * s);
      if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) return;
      const cell = x + nx * (y + ny * z);
      passed.push(cell);
      const other = sides.rowOf[cell]!;
      if (other >= 0 && faceEachOther(sides, row, other) && areApart(sides, row, other)) {
        found.push(...passed);
        return;
      }
    }
  });
  return found;
}

/** The overlap of two intersecting limbs of one piece, including the surface in it. */
function buriedOf(grid: Grid, sides: Sides, twice: Uint8Array): number[] {
  const steps = sixSteps(grid);
  const seen = new Uint8Array(twice.length);
  const found: number[] = [];
  twice.forEach((one, seed) => {
    if (!one || seen[seed]) return;
    const region = [seed];
    seen[seed] = 1;
    const cells = new Set(region);
    for (let c = region.pop(); c !== undefined; c = region.pop())
      for (const step of steps) {
        const n = c + step;
        if (sides.rowOf[n]! >= 0) cells.add(n);
        if (!twice[n] || seen[n]) continue;
        seen[n] = 1;
        cells.add(n);
        region.push(n);
      }
    if ([...cells].some((c) => sides.rowOf[c]! >= 0 && nearsAnother(grid, sides, c))) found.push(...cells);
  });
  return found;
}

/** Whether a point far away along the surface is only a few cells away. */
function nearsAnother({ size: [nx, ny] }: Grid, sides: Sides, c: number): boolean {
  for (let z = -around; z <= around; z++)
    for (let y = -around; y <= around; y++)
      for (let x = -around; x <= around; x++) {
        const other = sides.rowOf[c + x + nx * (y + ny * z)] ?? -1;
        if (other >= 0 && areApart(sides, sides.rowOf[c]!, other)) return true;
      }
  return false;
}

const sixSteps = ({ size: [nx, ny] }: Grid) => [1, -1, nx, -nx, nx * ny, -nx * ny];

/** Cells that most rays find enclosed more than once by one piece that is large enough to have limbs. */
function enclosedTwice(grid: Grid, pieces: readonly Triangles[], ways: SurfaceWays): Uint8Array {
  const { nodes, pieceOf, distances } = ways;
  const limbed = new Set(distances.map((metres) => pieceOf[metres.indexOf(0)]!));
  const twice = new Uint8Array(cellCount(grid));
  for (const own of limbed) {
    const rays = new Uint8Array(twice.length);
    const parts = pieces.map((piece, p) => trianglesWith(piece, (v) => pieceOf[nodes[p]![v]!] === own));
    eachWinding(grid, parts, (c, winding) => {
      if (Math.abs(winding) > 1) rays[c]!++;
    });
    rays.forEach((count, c) => {
      if (count > 1) twice[c] = 1;
    });
  }
  return twice;
}

/** The triangles whose first corner is accepted. */
function trianglesWith({ positions, indices }: Triangles, accepts: (vertex: number) => boolean): Triangles {
  const kept = new Uint32Array(indices.length);
  let count = 0;
  for (let t = 0; t < indices.length; t += 3)
    if (accepts(indices[t]!)) for (let i = t; i < t + 3; i++) kept[count++] = indices[i]!;
  return { positions, indices: kept.subarray(0, count) };
}

function faceEachOther({ normals }: Sides, a: number, b: number): boolean {
  const along = (axis: number) => normals[a * 3 + axis]! * normals[b * 3 + axis]!;
  return along(0) + along(1) + along(2) < facing;
}

/** Whether two points are on one piece and far apart along it. */
function areApart({ pieces, metres, landmarks, apart }: Sides, a: number, b: number): boolean {
  if (pieces[a] !== pieces[b]) return false;
  for (let l = 0; l < landmarks; l++)
    if (Math.abs(metres[a * landmarks + l]! - metres[b * landmarks + l]!) > apart) return true;
  return false;
}

function sidesOf(grid: Grid, pieces: readonly Triangles[], ways: SurfaceWays): Sides {
  const { size, cell } = grid;
  const landmarks = ways.distances.length;
  const sides: Sides = {
    rowOf: new Int32Array(size[0] * size[1] * size[2]).fill(-1),
    normals: [],
    pieces: [],
    metres: [],
    landmarks,
    apart: Math.max(Math.max(...size) * apart.share, apart.cells) * cell,
  };
  const normal = new Float64Array(3);
  pieces.forEach((piece, p) => {
    const { positions, indices } = piece;
    const nodes = ways.nodes[p]!;
    eachSample(grid, piece, (c, first, across, along, steps) => {
      if (sides.rowOf[c]! >= 0) return;
      const a = nodes[indices[first]!]!;
      const b = nodes[indices[first + 1]!]!;
      const d = nodes[indices[first + 2]!]!;
      triangleNormal(
        normal,
        positions,
        indices[first]! * 3,
        indices[first + 1]! * 3,
        indices[first + 2]! * 3,
      );
      const size = magnitude(normal);
      if (!(size > 0)) return;
      sides.normals.push(normal[0]! / size, normal[1]! / size, normal[2]! / size);
      sides.rowOf[c] = sides.pieces.push(ways.pieceOf[a]!) - 1;
      const s = across / steps;
      const t = along / steps;
      for (const metres of ways.distances)
        sides.metres.push(metres[a]! * (1 - s - t) + metres[b]! * s + metres[d]! * t);
    });
  });
  return sides;
}
