/**
 * Converts any triangles to a solid: cells the surface touches, cells a flood from outside cannot reach, and cells
 * that most of three axis-parallel rays find enclosed by winding number. This also works for overlapping, open and
 * multi-piece meshes.
 */
import { boundsOfTriangles, spansOf } from '../mesh/bounds.js';
import type { Vec3 } from '../vec.js';
import { partTouching } from './contact.js';
import { distanceToSeeds } from './distance.js';
import { eachSample, eachWinding, type Triangles } from './triangles.js';
import { cellCount, type Grid, type Volume } from './volume.js';

const margin = 3;
/** Greatest fraction of its bounding cube that a box may fill before cells are enlarged. */
const stoutest = 0.22;

/**
 * @param resolution cells along the longest side of the bounding box, fewer for a stout box: cells grow with the
 * fraction of the bounding cube that the box fills
 */
export function voxelise(pieces: readonly Triangles[], resolution: number): Volume {
  const grid = gridAround(pieces, resolution);
  const surface = new Uint8Array(cellCount(grid));
  for (const piece of pieces) markSurface(grid, piece, surface);
  const enclosed = floodOutside(grid, surface);
  const votes = new Int8Array(surface.length);
  let overlaps = false;
  eachWinding(grid, pieces, (c, winding) => {
    votes[c]! += winding === 0 ? -1 : 1;
    overlaps ||= winding > 1 || winding < -1;
  });
  const inside = enclosed;
  for (let c = 0; c < inside.length; c++) inside[c] = surface[c] || !enclosed[c] || votes[c]! > 0 ? 1 : 0;
  partTouching(grid, pieces, inside, overlaps);
  return measureDepth(grid, inside);
}

/**
 * A quick solid without depths: cells that a flood from outside cannot reach. A leaking surface is one cell thick.
 */
export function fillRoughly(pieces: readonly Triangles[], resolution: number): Volume {
  const grid = gridAround(pieces, resolution);
  const surface = new Uint8Array(cellCount(grid));
  for (const piece of pieces) markSurface(grid, piece, surface);
  const outside = floodOutside(grid, surface);
  return { ...grid, inside: outside.map((one) => 1 - one), depth: new Float32Array(surface.length) };
}

export function measureDepth(grid: Grid, inside: Uint8Array): Volume {
  const depth = distanceToSeeds(grid, inside, 0);
  const into = distanceToSeeds(grid, inside, 1);
  for (let c = 0; c < depth.length; c++)
    depth[c] = (depth[c]! > 0 ? depth[c]! - 0.5 : 0.5 - into[c]!) * grid.cell;
  return { ...grid, inside, depth };
}

function gridAround(pieces: readonly Triangles[], resolution: number): Grid {
  const bounds = boundsOfTriangles(pieces);
  const { low, high } = bounds;
  const spans = spansOf(bounds);
  const longest = Math.max(...spans);
  const filled = spans.reduce((share, span) => share * (span / longest), 1);
  const cell = (longest / resolution) * Math.max(1, Math.cbrt(filled / stoutest));
  const size = high.map((h, a) => Math.ceil((h - low[a]!) / cell) + 1 + margin * 2);
  const origin = low.map(
    (l, a) => l - margin * cell - (size[a]! - 1 - margin * 2 - (high[a]! - l) / cell) * 0.5 * cell,
  );
  return { size: size as unknown as Grid['size'], origin: origin as unknown as Vec3, cell };
}

/** Marks cells that contain a triangle sample, taken every half cell. */
function markSurface(grid: Grid, piece: Triangles, surface: Uint8Array): void {
  eachSample(grid, piece, (c) => {
    surface[c] = 1;
  });
}

/** 1 for cells reached from the grid's corner without crossing the surface; filled by runs along X. */
function floodOutside({ size }: Grid, surface: Uint8Array): Uint8Array {
  const [nx, ny, nz] = size;
  const reached = new Uint8Array(surface.length);
  const seeds = [0];
  const isFree = (c: number) => reached[c] === 0 && surface[c] === 0;
  const seedRuns = (from: number, to: number) => {
    for (let c = from; c <= to; c++) if (isFree(c) && (c === from || !isFree(c - 1))) seeds.push(c);
  };
  for (let c = seeds.pop(); c !== undefined; c = seeds.pop()) {
    if (!isFree(c)) continue;
    const row = c - (c % nx);
    let [from, to] = [c, c];
    while (from > row && isFree(from - 1)) from--;
    while (to < row + nx - 1 && isFree(to + 1)) to++;
    reached.fill(1, from, to + 1);
    const j = Math.floor(c / nx) % ny;
    const k = Math.floor(c / (nx * ny));
    if (j > 0) seedRuns(from - nx, to - nx);
    if (j < ny - 1) seedRuns(from + nx, to + nx);
    if (k > 0) seedRuns(from - nx * ny, to - nx * ny);
    if (k < nz - 1) seedRuns(from + nx * ny, to + nx * ny);
  }
  return reached;
}
