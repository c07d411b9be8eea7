/** Measures of one triangle, without vectors in between, because models have many thousands. */

/**
 * Writes the normal of a triangle to `out`, as long as twice its area.
 * @param positions three coordinates for each vertex
 * @param a offset of the first corner in `positions`; `b` and `c` are those of the others, counter-clockwise from
 * outside
 */
export function triangleNormal(
  out: Float64Array,
  positions: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): void {
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** In square units of the positions. @param scratch three numbers that are overwritten */
export function triangleArea(
  scratch: Float64Array,
  positions: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): number {
  triangleNormal(scratch, positions, a, b, c);
  return magnitude(scratch) / 2;
}

/** Of a vector of three numbers. */
export const magnitude = (v: Float64Array): number =>
  Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);
