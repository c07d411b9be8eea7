import { invert, multiply, type Quaternion, rotateBy, turnBy } from '../../clips/clip.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { Piece } from '../../input/model/model.js';

/**
 * Transform between a file's space and the engine's: on the ground, centred on the origin, longest side of `extent`
 * metres, facing +Z. `turn` rotates a direction from the engine's space to the file's.
 */
export type UploadedFrame = { centre: Vec3; scale: number; turn: Quaternion };

export const extent = 1.7;

export const unturned: Quaternion = [0, 0, 0, 1];

export function frameAround(pieces: readonly Piece[], turn: Quaternion = unturned): UploadedFrame {
  const [x, y, z] = rowsOf(turn);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions: p, indices } of pieces)
    for (const v of indices) {
      const a = p[v * 3]!;
      const b = p[v * 3 + 1]!;
      const c = p[v * 3 + 2]!;
      for (let axis = 0; axis < 3; axis++) {
        const value = a * x[axis]! + b * y[axis]! + c * z[axis]!;
        if (value < low[axis]!) low[axis] = value;
        if (value > high[axis]!) high[axis] = value;
      }
    }
  const middle = (axis: number) => (low[axis]! + high[axis]!) / 2;
  return {
    centre: rotateBy(turn, [middle(0), low[1]!, middle(2)]),
    scale: extent / Math.max(...high.map((h, axis) => h - low[axis]!)),
    turn,
  };
}

/** The file's axes in the engine's space. */
const rowsOf = (turn: Quaternion): readonly [Vec3, Vec3, Vec3] => {
  const back = invert(turn);
  return [rotateBy(back, [1, 0, 0]), rotateBy(back, [0, 1, 0]), rotateBy(back, [0, 0, 1])];
};

/** The engine's frame after quarter turns about Y. */
export const afterTurns = (frame: UploadedFrame, turns: number): UploadedFrame =>
  turns === 0 ? frame : { ...frame, turn: multiply(frame.turn, turnBy(0, (-turns * Math.PI) / 2)) };

export const toEngine = ({ centre, scale, turn }: UploadedFrame, p: Vec3): Vec3 =>
  rotateBy(invert(turn), [
    (p[0] - centre[0]) * scale,
    (p[1] - centre[1]) * scale,
    (p[2] - centre[2]) * scale,
  ]);

export function toFile({ centre, scale, turn }: UploadedFrame, p: Vec3): Vec3 {
  const q = rotateBy(turn, p);
  return [q[0] / scale + centre[0], q[1] / scale + centre[1], q[2] / scale + centre[2]];
}

/** Converts a direction from the engine's space to the file's. */
export const turnToFileVector = ({ turn }: UploadedFrame, v: Vec3): Vec3 => rotateBy(turn, v);

/** Converts a rotation about the engine's axes to one about the file's. */
export const turnToFile = ({ turn }: UploadedFrame, q: Quaternion): Quaternion =>
  multiply(turn, multiply(q, invert(turn)));

export function mapPoints(points: Float32Array, map: (p: Vec3) => Vec3): Float32Array {
  const mapped = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) mapped.set(map([points[i]!, points[i + 1]!, points[i + 2]!]), i);
  return mapped;
}

export function piecesIn(frame: UploadedFrame, pieces: readonly Piece[]): Piece[] {
  const rows = rowsOf(frame.turn);
  return pieces.map((piece) => ({
    ...piece,
    positions: carried(piece.positions, rows, frame.centre, frame.scale),
    normals: carried(piece.normals, rows, [0, 0, 0], 1),
  }));
}

function carried(
  points: Float32Array,
  [x, y, z]: readonly [Vec3, Vec3, Vec3],
  centre: Vec3,
  scale: number,
): Float32Array {
  const made = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const a = (points[i]! - centre[0]) * scale;
    const b = (points[i + 1]! - centre[1]) * scale;
    const c = (points[i + 2]! - centre[2]) * scale;
    for (let axis = 0; axis < 3; axis++) made[i + axis] = a * x[axis]! + b * y[axis]! + c * z[axis]!;
  }
  return made;
}
