/** Weights at the corners of cubes: the mean of the cubes that meet there and move together. */
import type { Skeleton } from '../../skeleton/skeleton.js';
import { type Skin, writeTopFour } from '../../skinning/influences.js';
import type { Cubes } from './cubes.js';

/** Four influences. Corners with equal ones share one object. */
export type Grip = Skin;

/** Rows with at least this in common move together, although their joints are no neighbours. */
const common = 0.35;
/** Steps up the skeleton to a joint that still counts as a neighbour. */
const kinship = 2;

/**
 * @returns the influences at a corner of a cube, in cells from the first; limbs that only touch have their own there
 */
export function createCorners(
  cubes: Cubes,
  skeleton: Skeleton,
): (cell: number, x: number, y: number, z: number) => Grip {
  const { filled, size } = cubes.lattice;
  const [nx, ny] = size;
  const isTogether = createKinship(cubes, skeleton);
  const grips = new Map<string, Grip>();
  const known = new Map<number, Grip>();
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => (c & 1) + nx * (((c >> 1) & 1) + ny * (c >> 2)));
  return (cell, x, y, z) => {
    const corner = x - 1 + nx * (y - 1 + ny * (z - 1));
    const reached = [around.findIndex((offset) => corner + offset === cell)];
    for (let head = 0; head < reached.length; head++)
      for (const bit of [1, 2, 4]) {
        const next = reached[head]! ^ bit;
        const [from, to] = [corner + around[reached[head]!]!, corner + around[next]!];
        if (filled[to] && !reached.includes(next) && isTogether(from, to)) reached.push(next);
      }
    const key = corner * 8 + Math.min(...reached);
    const found = known.get(key) ?? meanOf(reached.map((one) => corner + around[one]!));
    known.set(key, found);
    return found;
  };

  function meanOf(cells: readonly number[]): Grip {
    const row = new Float32Array(skeleton.joints.length);
    for (const cell of cells) {
      const at = cubes.rows[cell]! * row.length;
      for (let joint = 0; joint < row.length; joint++)
        row[joint]! += cubes.weights[at + joint]! / cells.length;
    }
    const grip: Grip = { joints: new Uint8Array(4), weights: new Float32Array(4) };
    writeTopFour(grip, 0, row);
    const name = `${grip.joints} ${grip.weights.map((weight) => Math.round(weight * 256))}`;
    if (!grips.has(name)) grips.set(name, grip);
    return grips.get(name)!;
  }
}

/** Whether two cubes move together, so that the corners between them do too. */
function createKinship({ rows, weights }: Cubes, { joints }: Skeleton) {
  const index = new Map(joints.map(({ name }, i) => [name, i]));
  const parents = joints.map(({ parent }) => (parent === null ? -1 : index.get(parent)!));
  const leaders = Array.from({ length: weights.length / joints.length }, (_, row) => {
    const own = weights.subarray(row * joints.length, (row + 1) * joints.length);
    return own.indexOf(Math.max(...own));
  });
  const isAbove = (upper: number, lower: number): boolean => {
    let joint = lower;
    for (let step = 0; step <= kinship && joint >= 0; step++, joint = parents[joint]!)
      if (joint === upper) return true;
    return false;
  };
  return (a: number, b: number): boolean => {
    const [first, second] = [rows[a]!, rows[b]!];
    const [one, other] = [leaders[first]!, leaders[second]!];
    if (first === second || isAbove(one, other) || isAbove(other, one)) return true;
    let shared = 0;
    for (let j = 0; j < joints.length; j++)
      shared += Math.min(weights[first * joints.length + j]!, weights[second * joints.length + j]!);
    return shared >= common;
  };
}
