/** What each cube is made of and which joints move it, read from the surface that it replaces. */
import type { Vec3 } from '../../geometry/vec.js';
import type { Surface } from '../../output/assemble.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { isFeature, mouthMaterials } from '../features.js';
import { cellBehind, eachPoint, halved, type Lattice } from './lattice.js';
import { axisOf, cellPlace, sideCount, sideSteps, signOf } from './sides.js';

export type Cubes = {
  lattice: Lattice;
  /** Index steps to the neighbour on each side. */
  steps: readonly number[];
  /** For each cell the surface whose material it has; -1 for none. */
  materials: Int16Array;
  /** For each cell its row of `weights`; -1 for none. */
  rows: Int32Array;
  /** Shares of all joints, row by row. */
  weights: Float32Array;
  /** Quarters of sides that show an eye or a mouth, by `(cell * 6 + side) * 4 + quarter`: the surface. */
  features: ReadonlyMap<number, number>;
};

/** Parts of eyes that are smaller than a quarter of a side. */
const tooFine = /^(lashes|eyelids|eye shine|iris rim)$/;
/** Cosine from which a surface belongs to a side. */
const faces = 0.3;
/** A joint with a smaller share does not move a cube, unless all have: many fingers meet in one. */
const least = 0.12;

export function readCubes(lattice: Lattice, surfaces: readonly Surface[], { joints }: Skeleton): Cubes {
  const { filled, size } = lattice;
  const steps = sideSteps(size);
  const rows = new Int32Array(filled.length).fill(-1);
  const found: Float32Array[] = [];
  const seen: Seen = { outermost: new Map(), features: new Map() };
  const fine = halved(lattice);
  const gaze = gazeSides(surfaces);
  surfaces.forEach((surface, index) => {
    const isMouth = mouthMaterials.test(surface.material.name);
    const moves = !isFeature(surface.material.name);
    if (tooFine.test(surface.material.name)) return;
    eachPoint(fine, surface, (point, outwards, first, second, third) => {
      const cell = cubeAt(lattice, point, outwards);
      if (cell < 0) return;
      if (!moves) {
        const side = isMouth ? 4 : gaze[halfOf(point[0])];
        seeFeature(seen, { lattice, steps }, { cell, point, outwards, index, side });
        return;
      }
      if (rows[cell]! < 0) rows[cell] = found.push(new Float32Array(joints.length)) - 1;
      addWeights(found[rows[cell]!]!, surface, first, [1 - second - third, second, third]);
      for (let side = 0; side < sideCount; side++) {
        const depth = point[axisOf(side)] * signOf(side);
        if (outwards[axisOf(side)] * signOf(side) < faces || filled[cell + steps[side]!]) continue;
        const key = (cell * sideCount + side) * 4 + quarterOf(lattice, cell, side, point);
        if (depth > (seen.outermost.get(key)?.depth ?? -Infinity))
          seen.outermost.set(key, { depth, surface: index });
      }
    });
  });
  const cubes = {
    lattice,
    steps,
    rows,
    weights: tidied(found, joints.length),
    materials: coloursOf(filled.length, surfaces.length, seen),
    features: mostSeen(seen),
  };
  for (const values of [cubes.rows, cubes.materials]) spread(cubes, values);
  return cubes;
}

/** By quarter of a side: the surface farthest out, and how often each eye and mouth was met. */
type Seen = {
  outermost: Map<number, { depth: number; surface: number }>;
  features: Map<number, Map<number, number>>;
};

/** Cosine to its side from which an eye shows: its rim would smear over several cubes. */
const straight = 0.5;
/** Cubes that may stand in front of an eye, because a cube is coarser than a face. */
const buried = 2;

/**
 * The side that the eyes of each half of a head look to, by the normals of irises and pupils: those of a whole ball
 * cancel out. `left`: where x is positive.
 */
function gazeSides(surfaces: readonly Surface[]): Record<'left' | 'right', number> {
  const sums = { left: [0, 0, 0], right: [0, 0, 0] };
  for (const { material, positions, normals } of surfaces)
    if (/^(pupils|eyes)$/.test(material.name))
      for (let i = 0; i < positions.length; i++) sums[halfOf(positions[i - (i % 3)]!)][i % 3]! += normals[i]!;
  const sideOf = ([x = 0, y = 0, z = 0]: number[]): number => {
    const most = Math.max(Math.abs(x), Math.abs(y), z);
    return most === z ? 4 : most === Math.abs(x) ? (x > 0 ? 0 : 1) : y > 0 ? 2 : 3;
  };
  return { left: sideOf(sums.left), right: sideOf(sums.right) };
}

const halfOf = (x: number): 'left' | 'right' => (x > 0 ? 'left' : 'right');

/** An eye shows on one side, of the first cube that nothing covers there. */
function seeFeature(
  { features }: Seen,
  { lattice, steps }: Pick<Cubes, 'lattice' | 'steps'>,
  { cell, point, outwards, index, side }: Sighted,
): void {
  if (outwards[axisOf(side)] * signOf(side) < straight) return;
  let shown = cell;
  for (let i = 0; i < buried && lattice.filled[shown + steps[side]!]; i++) shown += steps[side]!;
  if (lattice.filled[shown + steps[side]!]) return;
  const key = (shown * sideCount + side) * 4 + quarterOf(lattice, shown, side, point);
  const counts = features.get(key) ?? new Map<number, number>();
  features.set(key, counts.set(index, (counts.get(index) ?? 0) + 1));
}

/** A point of an eye or a mouth, and the side it shows on. */
type Sighted = { cell: number; point: Vec3; outwards: Vec3; index: number; side: number };

const mostSeen = ({ features }: Seen): ReadonlyMap<number, number> =>
  new Map([...features].map(([key, counts]) => [key, [...counts].sort((a, b) => b[1] - a[1])[0]![0]]));

/** The cube that a point of the surface belongs to; -1 where it was too thin for one. */
function cubeAt(lattice: Lattice, point: Vec3, outwards: Vec3): number {
  for (const depth of [0, 0.6 * lattice.cell]) {
    const cell = cellBehind(lattice, point, outwards, depth);
    if (lattice.filled[cell]) return cell;
  }
  return -1;
}

/** Which quarter of a side, counted along the two other axes. */
function quarterOf({ size, origin, cell: length }: Lattice, cell: number, side: number, point: Vec3): number {
  const places = cellPlace({ size }, cell);
  const half = (axis: number) => (point[axis]! > origin[axis]! + places[axis]! * length ? 1 : 0);
  return half((axisOf(side) + 1) % 3) + 2 * half((axisOf(side) + 2) % 3);
}

function addWeights(row: Float32Array, surface: Surface, first: number, shares: Vec3): void {
  const { joints, weights, indices } = surface;
  shares.forEach((share, corner) => {
    const v = indices[first + corner]!;
    for (let i = v * 4; i < v * 4 + 4; i++) row[joints[i]!]! += share * weights[i]!;
  });
}

/** Rows that sum to 1, without small shares: most cubes then follow one joint. */
function tidied(found: readonly Float32Array[], joints: number): Float32Array {
  const weights = new Float32Array(found.length * joints);
  found.forEach((row, r) => {
    const sum = row.reduce((total, share) => total + share, 0);
    const limit = Math.min(least * sum, Math.max(...row));
    const kept = row.map((share) => (share >= limit ? share : 0));
    const rest = kept.reduce((total, share) => total + share, 0);
    weights.set(
      kept.map((share) => share / rest),
      r * joints,
    );
  });
  return weights;
}

/** The most common material on the sides of each cube. */
function coloursOf(cells: number, surfaces: number, { outermost }: Seen): Int16Array {
  const materials = new Int16Array(cells).fill(-1);
  const counts = new Map<number, number>();
  const most = new Uint8Array(cells);
  for (const [key, { surface }] of outermost) {
    const cell = Math.floor(key / (sideCount * 4));
    const count = (counts.get(cell * surfaces + surface) ?? 0) + 1;
    counts.set(cell * surfaces + surface, count);
    if (count <= most[cell]!) continue;
    most[cell] = count;
    materials[cell] = surface;
  }
  return materials;
}

/** Cubes without a value of their own take that of the nearest cube with one. */
function spread(
  { lattice: { filled }, steps }: Pick<Cubes, 'lattice' | 'steps'>,
  values: Int16Array | Int32Array,
) {
  const queue: number[] = [];
  filled.forEach((one, cell) => {
    if (one && values[cell]! >= 0) queue.push(cell);
  });
  for (let head = 0; head < queue.length; head++)
    for (const step of steps) {
      const next = queue[head]! + step;
      if (!filled[next] || values[next]! >= 0) continue;
      values[next] = values[queue[head]!]!;
      queue.push(next);
    }
}
