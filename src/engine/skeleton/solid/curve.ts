/** Curve skeleton of a solid by penalised shortest paths (TEASAR: Sato et al. 2000). */
import { distance, type Vec3 } from '../../geometry/vec.js';
import { type Paths, shortestPaths, walkBack } from '../../geometry/volume/paths.js';
import { cellAt, centreOf, eachInside, type Volume } from '../../geometry/volume/volume.js';
import { curveThresholds } from './calibration.js';

const { belowHead } = curveThresholds;

/** A branch from its tip to where it meets an earlier one; the first ends at the root. */
export type Branch = {
  points: Vec3[];
  /** Distance to the surface at each point. */
  radii: number[];
  /** Metres along the curve. */
  length: number;
  /** Metres from the tip to the root through the solid. */
  reach: number;
  parent: { branch: number; point: number } | null;
};

export type CurveSkeleton = {
  root: Vec3;
  /** The highest point that a path reaches; among equals the one nearest above the root. */
  crown: Vec3;
  branches: Branch[];
  /** The path from any cell to the root. */
  trace(p: Vec3): Vec3[];
};

const mostBranches = 24;

/**
 * @param shortest metres a branch must stick out of the body to count
 * @param neck height of a neck, which is above the root
 */
export function curveSkeleton(volume: Volume, shortest: number, neck: number | null = null): CurveSkeleton {
  const root = rootOf(volume, neck ?? Infinity);
  const plain = shortestPaths(volume, [root], () => 1);
  const centred = shortestPaths(volume, [root], (c) => (volume.cell / volume.depth[c]!) ** 2.5);
  const covered = new Uint8Array(volume.inside.length);
  const owner = new Map<number, { branch: number; point: number }>();
  const branches: Branch[] = [];
  for (const tip of farthestFirst(plain, volume.cell, covered)) {
    if (branches.length >= mostBranches) break;
    const { path, parent } = freshPath(centred, tip, owner);
    const bare = path.filter((c) => !covered[c]).length * volume.cell;
    cover(volume, path, covered);
    if (branches.length > 0 && bare < shortest) continue;
    path.forEach((c, point) => {
      if (!owner.has(c)) owner.set(c, { branch: branches.length, point });
    });
    branches.push(branchOf(volume, path, parent, plain.length[tip]!));
  }
  return {
    root: centreOf(volume, root),
    crown: crownOf(volume, centreOf(volume, root), plain),
    branches,
    trace: (p) => smooth(walkBack(centred, nearestInsideVolume(volume, p)).map((c) => centreOf(volume, c))),
  };
}

/**
 * Cells from the farthest to the nearest, without those that are covered by then: a few branches cover most, so that
 * only the rest of each layer, one cell deep, is sorted.
 */
function* farthestFirst({ length }: Paths, cell: number, covered: Uint8Array): Generator<number> {
  const layers: number[][] = [];
  for (let c = 0; c < length.length; c++) {
    if (length[c] === Infinity) continue;
    const layer = Math.floor(length[c]! / cell);
    const cells = layers[layer];
    if (cells) cells.push(c);
    else layers[layer] = [c];
  }
  for (let layer = layers.length - 1; layer >= 0; layer--) {
    const left = (layers[layer] ?? []).filter((c) => !covered[c]);
    for (const c of left.sort((a, b) => length[b]! - length[a]!)) if (!covered[c]) yield c;
  }
}

export function nearestInsideVolume(volume: Volume, p: Vec3): number {
  const at = cellAt(volume, p);
  if (volume.inside[at]) return at;
  let [best, least] = [at, Infinity];
  eachInside(volume, (c, x, y, z) => {
    const d = distance([x, y, z], p);
    if (d < least) [best, least] = [c, d];
  });
  return best;
}

/** A deep cell near the centre of mass. */
function rootOf(volume: Volume, neck: number): number {
  const sum = [0, 0, 0];
  let count = 0;
  let [low, high] = [Infinity, -Infinity];
  eachInside(volume, (_, x, y, z) => {
    sum[0]! += x;
    sum[1]! += y;
    sum[2]! += z;
    count++;
    low = Math.min(low, y);
    high = Math.max(high, y);
  });
  const [mx, my, mz] = sum.map((value) => value / count) as unknown as Vec3;
  const ceiling = Math.min(neck, low + (high - low) * belowHead);
  let [best, most] = [0, -Infinity];
  eachInside(volume, (c, x, y, z) => {
    if (y > ceiling) return;
    const score = volume.depth[c]! - 0.7 * Math.sqrt((x - mx) ** 2 + (y - my) ** 2 + (z - mz) ** 2);
    if (score > most) [best, most] = [c, score];
  });
  return best;
}

function crownOf(volume: Volume, root: Vec3, { length }: Paths): Vec3 {
  let [best, most] = [-1, -Infinity];
  eachInside(volume, (c, x, y, z) => {
    if (length[c] === Infinity) return;
    const score = y - 0.1 * Math.sqrt((x - root[0]) ** 2 + (z - root[2]) ** 2);
    if (score > most) [best, most] = [c, score];
  });
  return best < 0 ? root : centreOf(volume, best);
}

function freshPath(
  paths: Paths,
  tip: number,
  owner: ReadonlyMap<number, { branch: number; point: number }>,
): { path: number[]; parent: Branch['parent'] } {
  const whole = walkBack(paths, tip);
  const meets = whole.findIndex((c) => owner.has(c));
  if (meets < 0) return { path: whole, parent: null };
  return { path: whole.slice(0, meets + 1), parent: owner.get(whole[meets]!)! };
}

/** Marks everything within the path's slightly enlarged spheres as covered. */
function cover(volume: Volume, path: readonly number[], covered: Uint8Array): void {
  const [nx, ny, nz] = volume.size;
  for (const c of path) {
    const r = Math.ceil((volume.depth[c]! * 1.4) / volume.cell) + 2;
    const [i, j, k] = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    for (let z = Math.max(0, k - r); z <= Math.min(nz - 1, k + r); z++)
      for (let y = Math.max(0, j - r); y <= Math.min(ny - 1, j + r); y++) {
        const squared = r * r - (y - j) ** 2 - (z - k) ** 2;
        if (squared < 0) continue;
        const half = Math.floor(Math.sqrt(squared));
        const row = nx * (y + ny * z);
        covered.fill(1, row + Math.max(0, i - half), row + Math.min(nx - 1, i + half) + 1);
      }
  }
}

function branchOf(volume: Volume, path: readonly number[], parent: Branch['parent'], reach: number): Branch {
  const points = smooth(path.map((c) => centreOf(volume, c)));
  const length = points.reduce((sum, p, i) => (i === 0 ? 0 : sum + distance(p, points[i - 1]!)), 0);
  return { points, radii: path.map((c) => volume.depth[c]!), length, reach, parent };
}

/** Two passes of a five-point mean; end points stay fixed. */
export function smooth(points: readonly Vec3[]): Vec3[] {
  let now = [...points];
  for (let pass = 0; pass < 2; pass++)
    now = now.map((p, i) => {
      const r = Math.min(2, i, now.length - 1 - i);
      if (r === 0) return p;
      const span = now.slice(i - r, i + r + 1);
      return [0, 1, 2].map((a) => span.reduce((sum, q) => sum + q[a]!, 0) / span.length) as unknown as Vec3;
    });
  return now;
}
