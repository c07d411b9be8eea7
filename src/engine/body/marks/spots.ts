/** Where on a body something is drawn or stuck: a point inside it, the way out, and the room there. */
import type { Solid } from '../../character.js';
import type { Box } from '../../geometry/field/field.js';
import { add, cross, lerp, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import type { MarkPlace } from '../../kinds.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Body } from '../body.js';
import type { Traits } from '../traits.js';

export type Spot = {
  /** Inside the body. */
  at: Vec3;
  out: Vec3;
  up: Vec3;
  wide: number;
  tall: number;
  /** On the face and its features, and on nothing in front of them. */
  isFace?: true;
};

const ahead: Vec3 = [0, 0, 1];
const upward: Vec3 = [0, 1, 0];

/** @returns null where the body has no such place */
export function spotOf(body: Body, t: Traits, place: MarkPlace, side: Side): Spot | null {
  const onHead = faceSpot(body, t, place, side);
  if (onHead) return onHead;
  return body.kind === 'biped' ? onBiped(body, place, side) : onOther(body, place, side);
}

/** The front of the widest of the solids that are held. */
export function heldSpot(solids: readonly Solid[]): Spot | null {
  const boxes = solids.filter(({ isHeld }) => isHeld).map(({ field }) => field.box);
  const areaOf = ({ min, max }: Box): number => (max[0] - min[0]) * (max[1] - min[1]);
  const [first, ...others] = boxes;
  if (!first) return null;
  const { min, max } = others.reduce((best, one) => (areaOf(one) > areaOf(best) ? one : best), first);
  return {
    at: lerp(min, max, 0.5),
    out: ahead,
    up: upward,
    wide: 0.8 * (max[0] - min[0]),
    tall: 0.7 * (max[1] - min[1]),
  };
}

/** Across and up from the middle of the head, and the width, in head radii. */
type FacePlace = readonly [x: number, y: number, wide: number];
const human: Partial<Record<MarkPlace, FacePlace>> = {
  face: [0, 0, 1.5],
  forehead: [0, 0.56, 0.8],
  eye: [0.34, 0.06, 0.62],
  cheek: [0.47, -0.24, 0.5],
  nose: [0, -0.14, 0.34],
  mouth: [0, -0.53, 0.6],
  chin: [0, -0.78, 0.36],
};
const snouted: Partial<Record<MarkPlace, FacePlace>> = {
  ...human,
  forehead: [0, 0.6, 0.7],
  eye: [0.46, 0.16, 0.6],
  cheek: [0.6, -0.24, 0.45],
  nose: [0, -0.32, 0.36],
};

function faceSpot({ head }: Body, { face }: Traits, place: MarkPlace, side: Side): Spot | null {
  const own = (face === 'human' ? human : snouted)[place];
  if (!own) return null;
  const r = head.half[1];
  const [x, y, wide] = own;
  return {
    at: add(head.centre, [x * side.x * r, y * r, 0]),
    out: ahead,
    up: upward,
    wide: wide * r,
    tall: wide * r,
    isFace: true,
  };
}

function onBiped(body: BipedBody, place: MarkPlace, side: Side): Spot | null {
  const { frame: f, head } = body;
  const front = (x: number, up: number, wide: number, tall: number, out = ahead): Spot => ({
    at: [x, f.hip + up * f.T, 0],
    out,
    up: upward,
    wide,
    tall,
  });
  const arm = body.arms[side.name];
  const leg = body.legs[side.name];
  const knee: Vec3 = [f.stand * 1.03 * side.x, f.ankle + (f.hip - f.ankle) * 0.5, 0];
  const thigh: Vec3 = [f.stand * side.x, f.hip, 0];
  if (place === 'chest') return front(0, 0.64, 1.3 * f.shoulder, 0.4 * f.T);
  if (place === 'badge') return front(0.48 * f.shoulder * side.x, 0.74, 0.6 * f.shoulder, 0.16 * f.T);
  if (place === 'belly') return front(0, 0.27, 1.3 * f.waist, 0.34 * f.T);
  if (place === 'back') return front(0, 0.62, 1.3 * f.shoulder, 0.42 * f.T, [0, 0, -1]);
  if (place === 'side') return front(0, 0.4, 1.2 * f.depth, 0.4 * f.T, [side.x, 0, 0]);
  if (place === 'neck') return { ...front(0, 1, 0.8 * f.r, 0.3 * f.r), at: [0, f.H - 1.95 * f.r, 0] };
  if (place === 'shoulder') return onLimb(arm.shoulder, arm.elbow, 0.05, 1.6 * f.armThick, side);
  if (place === 'arm') return onLimb(arm.shoulder, arm.elbow, 0.5, 1.7 * f.armThick, side);
  if (place === 'elbow')
    return { ...onLimb(arm.shoulder, arm.elbow, 1, 1.7 * f.armThick, side), out: [0.5 * side.x, 0.5, -0.7] };
  if (place === 'forearm') return onLimb(arm.elbow, arm.wrist, 0.5, 1.4 * f.armThick, side);
  if (place === 'hand')
    return { ...onLimb(arm.elbow, arm.wrist, 1, 1.2 * f.armThick, side), at: body.grip(side).at };
  if (place === 'leg') return onLeg(lerp(thigh, knee, 0.5), 1.8 * f.legThick);
  if (place === 'knee') return onLeg(knee, 1.7 * f.legThick);
  if (place === 'shin') return onLeg(lerp(knee, leg.ankle, 0.5), 1.5 * f.legThick);
  if (place === 'foot')
    return {
      at: add(leg.ankle, [0, -0.3 * f.ankle, 0.4 * f.footLength]),
      out: upward,
      up: ahead,
      wide: f.legThick,
      tall: f.legThick,
    };
  if (place === 'hat')
    return {
      at: add(head.centre, [0, 0.92 * head.half[1], 0]),
      out: ahead,
      up: upward,
      wide: 1.1 * head.half[0],
      tall: 0.5 * head.half[1],
    };
  return null;
}

const onLeg = (at: Vec3, wide: number): Spot => ({ at, out: ahead, up: upward, wide, tall: wide * 1.3 });

/** On the outside of an arm, turned to the front, upright along it. */
function onLimb(from: Vec3, to: Vec3, share: number, wide: number, side: Side): Spot {
  const along = normalize(sub(from, to));
  const outside = normalize(cross([0, 0, side.x], along));
  const out = normalize(add([outside[0] * -0.75, Math.abs(outside[1]) * 0.75, 0], [0, 0, 0.7]));
  return { at: lerp(from, to, share), out, up: along, wide, tall: wide * 1.6 };
}

/** Bodies with a trunk along the ground show their sides. */
function onOther(body: Body, place: MarkPlace, side: Side): Spot | null {
  const { waist, back, neck } = body;
  const long = Math.max(waist.half[0], waist.half[1]) * 1.4;
  if (place === 'neck')
    return { at: neck.centre, out: ahead, up: upward, wide: neck.radius, tall: neck.radius };
  if (place === 'back') return { at: back.at, out: back.out, up: ahead, wide: back.width, tall: back.width };
  if (/^(chest|side|belly|badge|shoulder)$/.test(place))
    return { at: waist.centre, out: [side.x, 0, 0], up: upward, wide: long, tall: long };
  return null;
}

/** The sides that are meant; a place in the middle has one. */
export const sidesOf = (side: 'left' | 'right' | 'both' | undefined): readonly Side[] =>
  side === 'both' ? sides : [sides[side === 'right' ? 1 : 0]!];
