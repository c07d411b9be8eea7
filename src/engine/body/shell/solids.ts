/** Fields of the solids that a thing is made of. */
import { blend, cut, type Field, turn } from '../../geometry/field/field.js';
import { lathe, type Point, slab, smoothed } from '../../geometry/field/profile.js';
import { ellipsoid, ring, roundBox, tube } from '../../geometry/field/shapes.js';
import { stretch } from '../../geometry/field/stretch.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import type { BodyShape, ShapeSolid } from '../../input/text/vocabulary/solids.js';

/** Where a thing stands, and its height in metres. */
export type Frame = { at: Vec3; tall: number };

/** The solids without a colour of their own: the surface of the body. */
export function hullOf({ solids, soft = 0.02 }: BodyShape, frame: Frame): Field {
  const made = (isCut: boolean) =>
    solids.flatMap((solid) =>
      solid.colour === undefined && (solid.cut ?? false) === isCut ? fieldsOf(solid, frame) : [],
    );
  const hull = blend(soft * frame.tall, made(false));
  return made(true).reduce((whole, hole) => cut(whole, hole, 0.008 * frame.tall), hull);
}

/** What a hat sits on: the hull with its details, but no flame. */
export const topOf = ({ solids }: BodyShape, frame: Frame, hull: Field): Field =>
  blend(0, [
    hull,
    ...solids.flatMap((solid) =>
      solid.colour !== undefined && solid.glow === undefined ? fieldsOf(solid, frame) : [],
    ),
  ]);

const degree = Math.PI / 180;

/** The solid and its copies: on the other side, or around the axis of the thing. */
export function fieldsOf(solid: ShapeSolid, frame: Frame): Field[] {
  const { around = 1, mirror } = solid;
  const first = placed(solid, frame);
  const both = mirror ? [first, flipped(first)] : [first];
  const pivot: Vec3 = [0, frame.at[1], 0];
  return both.flatMap((field) =>
    Array.from({ length: around }, (_, i) =>
      i === 0 ? field : turn(field, pivot, [0, (i / around) * 2 * Math.PI, 0]),
    ),
  );
}

function placed(solid: ShapeSolid, { at, tall }: Frame): Field {
  const centre = add(at, scale(solid.at ?? [0, 0, 0], tall));
  const own = plainOf(solid, centre, tall);
  const flat = solid.flat === undefined ? own : stretch(own, centre, [1, 1, solid.flat]);
  return solid.turn ? turn(flat, centre, scale(solid.turn, degree)) : flat;
}

function plainOf(solid: ShapeSolid, centre: Vec3, tall: number): Field {
  const round = (solid.round ?? 0) * tall;
  if ('box' in solid) return roundBox(centre, scale(solid.box, tall / 2), round);
  if ('ball' in solid) return ellipsoid(centre, scale(solid.ball, tall));
  if ('lathe' in solid) return lathe(centre, lineOf(solid.lathe, tall, solid.smooth, false), round);
  if ('outline' in solid)
    return slab(
      centre,
      lineOf(solid.outline, tall, solid.smooth, true),
      Math.max((solid.deep * tall) / 2 - round, 0),
      round,
    );
  if ('tube' in solid)
    return tube(
      solid.tube.map((point) => add(centre, scale(point, tall))),
      solid.radii.map((radius) => radius * tall),
    );
  const [wide, thick] = scale([...solid.ring, 0], tall);
  return ring(centre, wide, wide, thick, 1, [Math.PI / 2, 0, 0]);
}

function lineOf(line: readonly Point[], tall: number, smooth = false, isClosed = false): Point[] {
  const points = line.map(([x, y]): Point => [x * tall, y * tall]);
  return smooth ? smoothed(points, isClosed) : points;
}

function flipped(field: Field): Field {
  const { min, max } = field.box;
  return {
    box: { min: [-max[0], min[1], min[2]], max: [-min[0], max[1], max[2]] },
    at: (x, y, z) => field.at(-x, y, z),
    near(box) {
      const close = field.near({
        min: [-box.max[0], box.min[1], box.min[2]],
        max: [-box.min[0], box.max[1], box.max[2]],
      });
      return close && flipped(close);
    },
  };
}
