/** Tells the long things that a hand holds from the hand. */
import { distance, length, normalize, segmentDistance, sub, type Vec3 } from '../../geometry/vec.js';
import { multiply, type Quaternion, rotateBy, turnTo } from '../clip.js';

/** A long thing in a hand. */
export type Held = {
  /** A few points of its surface, relative to the wrist. */
  points: readonly Vec3[];
  /** World rotation of the hand that makes it vertical, for items about upright when the arm hangs: staffs, lanterns. */
  upright: Quaternion | null;
};

/** Distances from the line of the hand, in its lengths: of the hand itself, and what a long thing reaches at least. */
const [ownReach, longReach] = [0.7, 1.6];
/** Cells along the greatest reach of a held thing; one point of each stands for it. */
const cellsAlong = 7;
/** Cosine to the vertical up to which a thing counts as upright. */
const aboutUpright = 0.75;

/**
 * @param points of the surfaces that the hand moves, relative to the wrist
 * @param hand from the wrist to the tips of the fingers
 * @param hang world rotation of a hanging hand
 * @returns the hand's own points, and what it holds
 */
export function splitHeld(
  points: readonly Vec3[],
  hand: Vec3,
  hang: Quaternion,
): { own: readonly Vec3[]; held: Held | null } {
  const size = length(hand);
  if (size === 0) return { own: points, held: null };
  const reach = (point: Vec3) => segmentDistance(point, [0, 0, 0], hand) / size;
  const most = points.reduce((far, point) => Math.max(far, reach(point)), 0);
  if (most < longReach) return { own: points, held: null };
  const own: Vec3[] = [];
  const cells = new Map<string, Vec3>();
  const cell = (most * size) / cellsAlong;
  for (const point of points) {
    if (reach(point) < ownReach) {
      own.push(point);
      continue;
    }
    const key = point.map((part) => Math.round(part / cell)).join();
    const known = cells.get(key);
    if (!known || length(point) > length(known)) cells.set(key, point);
  }
  const held = [...cells.values()];
  return { own, held: { points: held, upright: uprightOf(held, hang) } };
}

function uprightOf(points: readonly Vec3[], hang: Quaternion): Quaternion | null {
  const furthest = (from: Vec3) =>
    points.reduce((far, point) => (distance(point, from) > distance(far, from) ? point : far));
  const end = furthest([0, 0, 0]);
  const axis = normalize(rotateBy(hang, sub(end, furthest(end))));
  if (Math.abs(axis[1]) < aboutUpright) return null;
  return multiply(turnTo(axis, [0, Math.sign(axis[1]), 0]), hang);
}
