/** A figure in a plane, in metres, to draw on a surface. */
import { type Point, polygon } from '../../geometry/field/profile.js';

export type Drawing = {
  /** Signed distance: negative inside. */
  at(x: number, y: number): number;
  /** Half its width and height. */
  half: readonly [number, number];
  /** Width of its thinnest part. */
  finest: number;
};

/** Outlines one high about their middle, without their holes. */
export function outlined(
  outlines: readonly (readonly Point[])[],
  holes: readonly (readonly Point[])[],
  size: number,
): Drawing {
  const [shapes, gaps] = [outlines.map(polygon), holes.map(polygon)];
  const corners = outlines.flat();
  const reach = (axis: 0 | 1) => Math.max(...corners.map((corner) => Math.abs(corner[axis])));
  return {
    half: [reach(0) * size, reach(1) * size],
    at(x, y) {
      const [u, v] = [x / size, y / size];
      const inside = shapes.reduce((least, shape) => Math.min(least, shape(u, v)), Number.POSITIVE_INFINITY);
      return gaps.reduce((most, gap) => Math.max(most, -gap(u, v)), inside) * size;
    },
    finest: 0.08 * size,
  };
}
