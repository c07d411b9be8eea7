/** The body of anything on two legs: torso, arms with hands and legs with feet, in an A-pose. */
import { blend, type Field } from '../geometry/field/field.js';
import { roundCone } from '../geometry/field/shapes.js';
import { add, lerp, type Vec3 } from '../geometry/vec.js';
import { originalOf } from '../skeleton/copies.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Anatomy, Part } from './anatomy.js';
import { type BipedFrame, frameBiped } from './biped/frame.js';
import { bipedJoints } from './biped/joints.js';
import { type Arms, gripOf, type Legs, limbParts, limbsOf } from './biped/limbs.js';
import { torsoOf } from './biped/torso.js';
import { type HeadShape, shapeHead } from './head.js';
import type { Traits } from './traits.js';

export type BipedBody = Anatomy & {
  kind: 'biped';
  join(parts: readonly Part[]): Field;
  frame: BipedFrame;
  headShape: HeadShape;
  torso: Field;
  /** Everything but head and hands. */
  trunk: Field;
  /** Radius at the base of the neck. */
  throat: number;
  arms: Arms;
  legs: Legs;
};

export function buildBiped(t: Traits): BipedBody {
  const f = frameBiped(t);
  const headCentre: Vec3 = [0, f.H - f.r, 0.02 * f.H];
  const headShape = shapeHead(headCentre, f.r, t);
  const skeleton: Skeleton = { kind: 'biped', joints: [...bipedJoints(f, t), ...earJoints(headShape, t)] };
  const torsoParts = torsoOf(f, t);
  const { arms, legs } = limbsOf(f, t);
  const neck = neckOf(f, t);
  const head: Part[] = [{ joint: 'head', field: headShape.field }];
  const ears = headShape.ears
    ? sides.map(
        (side): Part => ({
          joint: earsMove(t) ? `${side.name}Ear` : 'head',
          field: headShape.ears![side.name],
        }),
      )
    : [];
  const limbs = limbParts({ arms, legs });
  const k = t.face === 'robot' ? 0.006 * f.H : 0.028 * f.H;
  const parts = [...torsoParts, neck, ...head, ...ears, ...limbs];
  const join = (all: readonly Part[]) => joinBiped(all, k, f.H);
  return {
    kind: 'biped',
    frame: f,
    headShape,
    trunk: blend(k, fieldsOf(parts, isTrunk)),
    throat: f.r * 0.36 * Math.sqrt(t.limb),
    torso: blend(
      k,
      torsoParts.map(({ field }) => field),
    ),
    arms,
    legs,
    skeleton,
    unit: f.H,
    body: join(parts),
    parts,
    join,
    head: { centre: headCentre, half: headShape.half, field: headShape.field, front: headShape.front },
    ...placesOf(f, t, arms),
  };
}

const isOf = (pattern: RegExp) => (part: Part) => pattern.test(originalOf(part.joint));
const isHand = isOf(/Hand$/);
const isHead = isOf(/^head$/);
const isEar = isOf(/Ear$/);
const isTail = isOf(/^tail/);
const isTrunk = (part: Part): boolean => ![isHand, isHead, isEar, isTail].some((is) => is(part));

const fieldsOf = (parts: readonly Part[], is: (part: Part) => boolean): Field[] =>
  parts.filter(is).map(({ field }) => field);

/** @param k width of the fillets between limbs and trunk, in metres; hands and heads have crisper ones */
function joinBiped(parts: readonly Part[], k: number, height: number): Field {
  const body = blend(0.012 * height, [
    blend(k, fieldsOf(parts, isTrunk)),
    ...[isHand, isHead, isEar].flatMap((is) => fieldsOf(parts, is)),
  ]);
  const tails = fieldsOf(parts, isTail);
  return tails.length === 0 ? body : blend(height * 0.02, [body, ...tails]);
}

/** Human ears are stiff. */
const earsMove = ({ ears }: Traits): boolean => !['none', 'human', 'elf', 'side'].includes(ears);

function earJoints({ centre, half, ears }: HeadShape, t: Traits): Joint[] {
  if (!ears || !earsMove(t)) return [];
  return sides.flatMap((side) => {
    const { min, max } = ears[side.name].box;
    const middle = lerp(min, max, 0.5);
    const root = lerp(add(centre, [side.x * half[0] * 0.6, half[1] * 0.6, 0]), middle, 0.3);
    const tip: Vec3 = [middle[0], middle[1] < root[1] ? min[1] : max[1], middle[2]];
    return chain([`${side.name}Ear`], 'head', [root, tip]);
  });
}

const neckOf = (f: BipedFrame, t: Traits): Part => ({
  joint: 'neck',
  field: roundCone(
    [0, f.S - 0.04 * f.T, 0],
    [0, f.H - 1.7 * f.r, 0.01 * f.H],
    f.r * 0.36 * Math.sqrt(t.limb),
    f.r * 0.34,
  ),
});

/** Where clothes and items are attached. */
const placesOf = (
  f: BipedFrame,
  t: Traits,
  arms: Arms,
): Pick<Anatomy, 'neck' | 'back' | 'waist' | 'grip'> => ({
  neck: {
    centre: [0, Math.min(f.S + 0.015 * f.H, f.H - 1.9 * f.r), 0.008 * f.H],
    radius: f.r * 0.5 * Math.max(1, t.girth ** 0.5),
    angles: [0.12, 0, 0],
  },
  back: { at: [0, f.S - 0.36 * f.T, -f.depth * 0.92], out: [0, 0, -1], width: f.shoulder, joint: 'chest' },
  waist: {
    centre: [0, f.hip + 0.24 * f.T, f.belly * 0.35],
    half: [f.waist, 0.2 * f.T, f.depth + f.belly * 0.6],
    angles: [0, 0, 0],
    joint: 'hips',
  },
  grip: gripOf(f, arms),
});
