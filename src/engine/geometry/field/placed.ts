/** Fields and points that are scaled and turned about a pivot, and then moved. */
import { add, type Rotation, rotate, rotationOf, scale, sub, type Vec3 } from '../vec.js';
import { type Box, type Field, joinBoxes } from './field.js';

/** `size` and `angles` (radians) are about `pivot`; `by` is a move in metres. */
export type Placement = { pivot: Vec3; size: number; angles: Vec3; by: Vec3 };

export type Placing = {
  /** Where a point goes. */
  to(point: Vec3): Vec3;
  /** Where it was before. */
  from(point: Vec3): Vec3;
  size: number;
};

export function placingOf({ pivot, size, angles, by }: Placement): Placing {
  const turned = rotationOf(angles);
  const back = transposed(turned);
  const end = add(pivot, by);
  return {
    to: (point) => add(end, scale(rotate(turned, sub(point, pivot)), size)),
    from: (point) => add(pivot, scale(rotate(back, sub(point, end)), 1 / size)),
    size,
  };
}

const transposed = ([u, v, w]: Rotation): Rotation => [
  [u[0], v[0], w[0]],
  [u[1], v[1], w[1]],
  [u[2], v[2], w[2]],
];

export function placeField(field: Field, placing: Placing): Field {
  const { to, from, size } = placing;
  return {
    box: boxOf(field.box, to),
    at(x, y, z) {
      const p = from([x, y, z]);
      return field.at(p[0], p[1], p[2]) * size;
    },
    near(box) {
      const close = field.near(boxOf(box, from));
      return close && placeField(close, placing);
    },
  };
}

const boxOf = ({ min, max }: Box, map: (point: Vec3) => Vec3): Box =>
  joinBoxes(
    [min[0], max[0]].flatMap((x) =>
      [min[1], max[1]].flatMap((y) =>
        [min[2], max[2]].map((z) => {
          const corner = map([x, y, z]);
          return { min: corner, max: corner };
        }),
      ),
    ),
  );
