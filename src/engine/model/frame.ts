import { invert, multiply, type Quaternion, turnBy } from '../clips/clip.js';
import type { Vec3 } from '../math/vec.js';
import { quarterTurn } from '../volume/turn.js';
import type { Piece } from './model.js';

/**
 * Between a file's own space and the engine's: on the ground, over the origin, `extent` metres at its longest, looking
 * along +Z. `turns` are the quarter turns about Y that the engine's space takes to become the file's.
 */
export type Frame = { centre: Vec3; scale: number; turns: number };

export const extent = 1.7;

export function frameAround(pieces: readonly Piece[]): Frame {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of pieces)
    for (const v of indices)
      for (let a = 0; a < 3; a++) {
        low[a] = Math.min(low[a]!, positions[v * 3 + a]!);
        high[a] = Math.max(high[a]!, positions[v * 3 + a]!);
      }
  const middle = (a: number) => (low[a]! + high[a]!) / 2;
  return {
    centre: [middle(0), low[1]!, middle(2)],
    scale: extent / Math.max(...high.map((h, a) => h - low[a]!)),
    turns: 0,
  };
}

export function toEngine({ centre, scale, turns }: Frame, p: Vec3): Vec3 {
  const q: Vec3 = [(p[0] - centre[0]) * scale, (p[1] - centre[1]) * scale, (p[2] - centre[2]) * scale];
  return quarterTurn(q, -turns);
}

export function toFile({ centre, scale, turns }: Frame, p: Vec3): Vec3 {
  const q = quarterTurn(p, turns);
  return [q[0] / scale + centre[0], q[1] / scale + centre[1], q[2] / scale + centre[2]];
}

/** A turn about the engine's axes as one about the file's. */
export function turnToFile({ turns }: Frame, turn: Quaternion): Quaternion {
  if (turns === 0) return turn;
  const yaw = turnBy(0, (turns * Math.PI) / 2);
  return multiply(yaw, multiply(turn, invert(yaw)));
}

export function mapPoints(points: Float32Array, map: (p: Vec3) => Vec3): Float32Array {
  const mapped = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) mapped.set(map([points[i]!, points[i + 1]!, points[i + 2]!]), i);
  return mapped;
}

export const piecesIn = (frame: Frame, pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => ({
    ...piece,
    positions: mapPoints(piece.positions, (p) => toEngine(frame, p)),
    normals: mapPoints(piece.normals, (n) => quarterTurn(n, -frame.turns)),
  }));

/** A direction of the engine's space in the file's. */
export const turnToFileVector = ({ turns }: Frame, v: Vec3): Vec3 => quarterTurn(v, turns);
