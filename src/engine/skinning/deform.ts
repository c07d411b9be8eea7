import { type Pose, type PosedJoint, poseSkeleton } from '../clips/clip.js';
import type { Surface } from '../output/assemble.js';
import type { Skeleton } from '../skeleton/skeleton.js';

type Skinned = Pick<Surface, 'positions' | 'normals' | 'joints' | 'weights'>;
type Deformed = Pick<Surface, 'positions' | 'normals'>;

/** Linear blend skinning: positions and normals of the surface in a pose. */
export const deform = (surface: Skinned, skeleton: Skeleton, pose: Pose): Deformed =>
  deformBy(movesOf(skeleton, poseSkeleton(skeleton, pose)), surface);

/** Moves of the joints, for several surfaces in the same pose. */
/** @param into arrays that are written to instead of new ones */
export function deformBy(moves: JointMoves, surface: Skinned, into?: Deformed): Deformed {
  const positions = into?.positions ?? new Float32Array(surface.positions.length);
  const normals = into?.normals ?? new Float32Array(surface.normals.length);
  const blended = new Float64Array(rows);
  for (let v = 0; v < positions.length / 3; v++) {
    const at = v * 3;
    if (surface.weights[v * 4] === 1) {
      const move = surface.joints[v * 4]! * rows;
      apply(moves, move, surface.positions, at, positions, at, 1);
      apply(moves, move, surface.normals, at, normals, at, 0);
    } else {
      blend(blended, moves, surface, v);
      apply(blended, 0, surface.positions, at, positions, at, 1);
      apply(blended, 0, surface.normals, at, normals, at, 0);
    }
    normalize(normals, at);
  }
  return { positions, normals };
}

/** The position of every `step`th vertex. */
export function placesBy(moves: JointMoves, surface: Omit<Skinned, 'normals'>, step: number): Float32Array {
  const count = Math.ceil(surface.positions.length / 3 / step);
  const positions = new Float32Array(count * 3);
  const blended = new Float64Array(rows);
  for (let i = 0; i < count; i++) {
    blend(blended, moves, surface, i * step);
    apply(blended, 0, surface.positions, i * step * 3, positions, i * 3, 1);
  }
  return positions;
}

/** Writes the weighted sum of the matrices that move a vertex to `blended`. */
function blend(
  blended: Float64Array,
  moves: JointMoves,
  { joints, weights }: Pick<Skinned, 'joints' | 'weights'>,
  v: number,
): void {
  for (let e = 0; e < rows; e++) blended[e] = 0; // faster than `fill` for so few
  for (let i = v * 4; i < v * 4 + 4; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    const move = joints[i]! * rows;
    for (let e = 0; e < rows; e++) blended[e]! += moves[move + e]! * weight;
  }
}

/** Numbers per joint: three rows of an affine matrix. */
const rows = 12;

/** One matrix per joint, from rest positions to posed positions. */
type JointMoves = Float64Array;

export function movesOf({ joints }: Skeleton, posed: readonly PosedJoint[]): JointMoves {
  const moves = new Float64Array(joints.length * rows);
  posed.forEach(({ position, rotation: [x, y, z, w] }, joint) => {
    const rest = joints[joint]!.position;
    const turn = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ] as const;
    turn.forEach(([a, b, c], row) => {
      moves.set([a, b, c, position[row]! - a * rest[0] - b * rest[1] - c * rest[2]], joint * rows + row * 4);
    });
  });
  return moves;
}

/** Moves a point, or turns a direction, by the matrix that starts at index `i` of `m`. */
function apply(
  m: Float64Array,
  i: number,
  from: Float32Array,
  at: number,
  to: Float32Array,
  put: number,
  moved: 0 | 1,
): void {
  const x = from[at]!;
  const y = from[at + 1]!;
  const z = from[at + 2]!;
  to[put] = m[i]! * x + m[i + 1]! * y + m[i + 2]! * z + m[i + 3]! * moved;
  to[put + 1] = m[i + 4]! * x + m[i + 5]! * y + m[i + 6]! * z + m[i + 7]! * moved;
  to[put + 2] = m[i + 8]! * x + m[i + 9]! * y + m[i + 10]! * z + m[i + 11]! * moved;
}

function normalize(vectors: Float32Array, at: number): void {
  const x = vectors[at]!;
  const y = vectors[at + 1]!;
  const z = vectors[at + 2]!;
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  vectors[at] = x / size;
  vectors[at + 1] = y / size;
  vectors[at + 2] = z / size;
}
