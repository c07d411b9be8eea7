import { type Pose, type PosedJoint, poseSkeleton } from '../clips/clip.js';
import type { Surface } from '../output/assemble.js';
import type { Skeleton } from '../skeleton/skeleton.js';

type Skinned = Pick<Surface, 'positions' | 'normals' | 'joints' | 'weights'>;
type Deformed = Pick<Surface, 'positions' | 'normals'>;

/** Linear blend skinning: positions and normals of the surface in a pose. */
export const deform = (surface: Skinned, skeleton: Skeleton, pose: Pose): Deformed =>
  deformBy(movesOf(skeleton, poseSkeleton(skeleton, pose)), surface);

/** Moves of the joints, for several surfaces in the same pose. */
export function deformBy(moves: JointMoves, surface: Skinned): Deformed {
  const positions = new Float32Array(surface.positions.length);
  const normals = new Float32Array(surface.normals.length);
  const blended = new Float64Array(rows);
  for (let v = 0; v < positions.length / 3; v++) {
    blend(blended, moves, surface, v);
    apply(blended, surface.positions, positions, v * 3, 1);
    apply(blended, surface.normals, normals, v * 3, 0);
    normalize(normals, v * 3);
  }
  return { positions, normals };
}

/** The positions alone. */
export function placesBy(moves: JointMoves, surface: Omit<Skinned, 'normals'>): Float32Array {
  const positions = new Float32Array(surface.positions.length);
  const blended = new Float64Array(rows);
  for (let v = 0; v < positions.length / 3; v++) {
    blend(blended, moves, surface, v);
    apply(blended, surface.positions, positions, v * 3, 1);
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

function apply(m: Float64Array, from: Float32Array, to: Float32Array, at: number, moved: 0 | 1): void {
  const x = from[at]!;
  const y = from[at + 1]!;
  const z = from[at + 2]!;
  to[at] = m[0]! * x + m[1]! * y + m[2]! * z + m[3]! * moved;
  to[at + 1] = m[4]! * x + m[5]! * y + m[6]! * z + m[7]! * moved;
  to[at + 2] = m[8]! * x + m[9]! * y + m[10]! * z + m[11]! * moved;
}

function normalize(vectors: Float32Array, at: number): void {
  const [x, y, z] = [vectors[at]!, vectors[at + 1]!, vectors[at + 2]!];
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  for (let i = at; i < at + 3; i++) vectors[i]! /= size;
}
