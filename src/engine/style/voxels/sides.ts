/** Sides of a cube, by number: +x, -x, +y, -y, +z, -z. */
import type { Vec3 } from '../../geometry/vec.js';
import type { Grid } from '../../geometry/volume/volume.js';

export const sideCount = 6;
export const axisOf = (side: number): 0 | 1 | 2 => (side >> 1) as 0 | 1 | 2;
export const signOf = (side: number): 1 | -1 => (side & 1 ? -1 : 1);

/** Index steps to the neighbour on each side. */
export const sideSteps = ([nx, ny]: Grid['size']): number[] =>
  Array.from({ length: sideCount }, (_, side) => signOf(side) * [1, nx, nx * ny][axisOf(side)]!);

/** Values along the axis of a side and the two after it, as x, y and z. */
export function inOrder(side: number, along: number, u: number, v: number): Vec3 {
  const [a, b, c] = [along, u, v];
  return (
    [
      [a, b, c],
      [c, a, b],
      [b, c, a],
    ] as const
  )[axisOf(side)];
}

/** Which cell of each axis an index is. */
export const cellPlace = ({ size }: Pick<Grid, 'size'>, cell: number): Vec3 => [
  cell % size[0],
  Math.floor(cell / size[0]) % size[1],
  Math.floor(cell / (size[0] * size[1])),
];
