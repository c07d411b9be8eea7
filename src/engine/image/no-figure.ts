/** What stands out from its background and is no figure all the same: strokes, letters, rings and plain shapes. */
import { AppError } from '../../base/errors.js';
import type { Picture } from './decode.js';
import { extremitiesOf } from './extremities.js';
import { edgesIn } from './layers-sheet.js';
import { runsOf, type Silhouette } from './silhouette.js';

/** Of the longer side: what stands off less is no limb. */
const shortest = 0.09;
/** Length over breadth of a stroke of a pen that winds, and of a straight one; snakes are thicker. */
const [winding, straight] = [42, 22];
/** Half breadth of the thickest place over the breadth: a stroke is even, and where a head is, it is far more. */
const [even, head] = [0.74, 1.15];
/** Of its convex hull, what a plain shape fills; how far in nothing is drawn, and on how much of that something may be. */
const [convex, within, blank] = [0.95, 0.6, 0.004];

/** @throws AppError `unriggable` for an outline with neither limbs nor anything drawn within it */
export function checkFigure(picture: Picture, s: Silhouette): void {
  const { limbs, radius } = extremitiesOf(s, Math.max(s.width, s.height) * shortest);
  const [first, second, third] = limbs;
  const length = (first?.length ?? 0) + (second?.length ?? 0) + radius * 2;
  const breadth = (s.inside.reduce((sum, one) => sum + one, 0) * s.cell * s.cell) / length;
  const branches = third !== undefined && third.length > 0.12 * length;
  const stroke = length < 1.1 * Math.hypot(s.width, s.height) && radius < even * breadth ? straight : winding;
  const thin = length > stroke * breadth && radius < head * breadth;
  const plain = (!branches && radius < even * breadth && length > 5 * breadth) || solidity(s) > convex;
  if (!thin && !(plain && isBlank(picture, s, radius * within))) return;
  throw new AppError(
    'unriggable',
    'No figure was found in that picture, only a line or a plain shape. Use one figure on a plain background.',
  );
}

/** Whether nothing is drawn where the figure is deeper than `rim` metres. */
function isBlank(picture: Picture, s: Silhouette, rim: number): boolean {
  const { strength } = edgesIn(picture, s);
  let [deep, drawn] = [0, 0];
  for (let n = 0; n < strength.length; n++) {
    if (s.depth[n]! <= rim) continue;
    deep++;
    if (strength[n]! > 7) drawn++;
  }
  return drawn <= deep * blank;
}

/** The outline's share of its convex hull. */
function solidity(s: Silhouette): number {
  const ends = Array.from({ length: s.rows }, (_, row) => runsOf(s, row)).flatMap((runs, row) =>
    runs.length > 0 ? [{ row, from: runs[0]!.from, to: runs.at(-1)!.to + 1 }] : [],
  );
  const chain = (of: (end: (typeof ends)[number]) => number, way: 1 | -1): (readonly [number, number])[] => {
    const hull: (readonly [number, number])[] = [];
    for (const end of ends.flatMap((one) => [[of(one), one.row] as const, [of(one), one.row + 1] as const])) {
      while (hull.length > 1 && turn(hull.at(-2)!, hull.at(-1)!, end) * way <= 0) hull.pop();
      hull.push(end);
    }
    return hull;
  };
  const turn = (
    [ax, ay]: readonly [number, number],
    b: readonly [number, number],
    c: readonly [number, number],
  ) => (b[0] - ax) * (c[1] - ay) - (b[1] - ay) * (c[0] - ax);
  const around = [...chain(({ to }) => to, 1), ...chain(({ from }) => from, -1).reverse()];
  const area = around.reduce((sum, [x, y], i) => {
    const [nx, ny] = around[(i + 1) % around.length]!;
    return sum + (x * ny - nx * y) / 2;
  }, 0);
  return s.inside.reduce((sum, one) => sum + one, 0) / Math.abs(area);
}
