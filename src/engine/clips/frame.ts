import { cross, dot, normalize, scale, sub, type Vec3 } from '../geometry/vec.js';
import type { Quaternion } from './clip.js';

/** The rotation that maps `along` to `alongTo` and, as closely as possible, `beside` to `besideTo`. */
export function frameTurn(along: Vec3, beside: Vec3, alongTo: Vec3, besideTo: Vec3): Quaternion {
  const from = basis(along, beside);
  const to = basis(alongTo, besideTo);
  const m = (row: number, column: number): number =>
    [0, 1, 2].reduce((sum, axis) => sum + to[axis]![row]! * from[axis]![column]!, 0);
  return quaternionOf(m);
}

function basis(along: Vec3, beside: Vec3): readonly [Vec3, Vec3, Vec3] {
  const a = normalize(along);
  const b = normalize(sub(beside, scale(a, dot(beside, a))));
  return [a, b, cross(a, b)];
}

/** Quaternion of a rotation matrix, by its greatest component (Shepperd 1978). */
function quaternionOf(m: (row: number, column: number) => number): Quaternion {
  const [xx, yy, zz] = [m(0, 0), m(1, 1), m(2, 2)];
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const most = squares.indexOf(Math.max(...squares));
  const size = 2 * Math.sqrt(squares[most]!);
  const [yz, zx, xy] = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)];
  const [yzSum, zxSum, xySum] = [m(2, 1) + m(1, 2), m(0, 2) + m(2, 0), m(1, 0) + m(0, 1)];
  const rows = [
    [size / 4, xySum / size, zxSum / size, yz / size],
    [xySum / size, size / 4, yzSum / size, zx / size],
    [zxSum / size, yzSum / size, size / 4, xy / size],
    [yz / size, zx / size, xy / size, size / 4],
  ] as const;
  return rows[most] as Quaternion;
}
