/** A palm, four fingers (the middle ones longest) and a thumb, along the arm; the palm faces down and inwards. */
import { blend, type Field } from '../../geometry/field/field.js';
import { ellipsoid, roundCone } from '../../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { chain, flip, type Joint, type Side } from '../../skeleton/skeleton.js';
import type { Traits } from '../traits.js';
import type { BipedFrame } from './frame.js';

/** Where each finger leaves the palm, and how far it reaches, in hand sizes. */
const fingers = [
  ['Little', -0.66, 1.72],
  ['Ring', -0.23, 1.98],
  ['Middle', 0.2, 2.02],
  ['Index', 0.62, 1.86],
] as const;

/** Ends of the first two of three bones, as parts of a finger. */
const knuckles = [0.42, 0.72] as const;

/** A point along and across the hand. */
const pointOn =
  (f: BipedFrame, side: Side, wrist: Vec3) =>
  (along: number, over: number): Vec3 =>
    add(wrist, add(scale(flip(f.armDirection, side), along * f.hand), [0, 0, over * f.hand]));

/** Hooves have no fingers. */
const hasFingers = ({ feet }: Traits): boolean => feet !== 'hoof';

export function handOf(f: BipedFrame, t: Traits, side: Side, wrist: Vec3): Field {
  const h = f.hand;
  const at = pointOn(f, side, wrist);
  const palm = ellipsoid(at(0.75, 0), [h * 0.56, h * 0.82, h * 0.86], [0, 0, side.x * 0.78]);
  if (!hasFingers(t)) return palm;
  const row = fingers.map(([, over, reach]) =>
    roundCone(at(1.05, over), at(reach, over * 1.32), h * 0.27, h * 0.22),
  );
  const thumb = roundCone(at(0.45, 0.55), at(1.1, 1.3), h * 0.3, h * 0.23);
  return blend(h * 0.13, [palm, ...row, thumb]);
}

/** Three joints a finger, named as VRM does. */
export function fingerJoints(f: BipedFrame, t: Traits, side: Side, wrist: Vec3): Joint[] {
  if (!hasFingers(t)) return [];
  const at = pointOn(f, side, wrist);
  const parent = `${side.name}Hand`;
  const names = (finger: string, parts: readonly string[]) => parts.map((part) => side.name + finger + part);
  const thumb = chain(names('Thumb', ['Metacarpal', 'Proximal', 'Distal']), parent, [
    at(0.25, 0.35),
    at(0.5, 0.62),
    at(0.82, 0.98),
    at(1.18, 1.38),
  ]);
  const others = fingers.flatMap(([finger, over, reach]) => {
    const [base, tip] = [at(1.05, over), at(reach + 0.15, over * 1.32)];
    const places = [base, ...knuckles.map((part) => lerp(base, tip, part)), tip];
    return chain(names(finger, ['Proximal', 'Intermediate', 'Distal']), parent, places);
  });
  return [...thumb, ...others];
}
