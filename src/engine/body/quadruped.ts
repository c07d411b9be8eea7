/**
 * The body of a four-legged animal: a barrel between shoulders and hips, a raised neck in front and a tail behind.
 */
import { blend, type Field } from '../geometry/field/field.js';
import { ellipsoid, roundCone } from '../geometry/field/shapes.js';
import { add, lerp, type Vec3 } from '../geometry/vec.js';
import { originalOf } from '../skeleton/copies.js';
import { chain, flip, type Joint, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Anatomy, Part } from './anatomy.js';
import { chestTufts } from './head/fur.js';
import { type HeadShape, shapeHead } from './head.js';
import { legParts } from './quadruped/legs.js';
import { riderGrip, riderJoints, riderParts } from './quadruped/rider.js';
import { tailJoints, tailParts, tailPoints } from './tail.js';
import type { Traits } from './traits.js';
import { wingJoints } from './wings.js';

export type QuadrupedBody = Anatomy & { kind: 'quadruped'; headShape: HeadShape; frame: QuadrupedFrame };
type LegFrame = { top: Vec3; knee: Vec3; ankle: Vec3; ball: Vec3; toe: Vec3; thick: number };
export type QuadrupedFrame = {
  H: number;
  r: number;
  leg: number;
  barrel: number;
  long: number;
  chest: Vec3;
  hips: Vec3;
  neckFrom: Vec3;
  headAt: Vec3;
  thick: number;
  legs: Record<'Front' | 'Back', LegFrame>;
};

const headRatio = { natural: 1, chibi: 1.38, heroic: 0.82 } as const;

/** Builds the frame in its own units, then scales it so that the head's top is at the requested height. */
export function frameQuadruped(t: Traits): QuadrupedFrame {
  const leg = 0.36 * t.legs * (t.style === 'chibi' ? 0.72 : 1);
  const barrel = 0.15 * t.girth ** 0.9;
  const long = 0.5 * t.body;
  const r = 0.212 * t.head * headRatio[t.style];
  const chestY = leg + barrel * 0.72;
  const neck = 0.2 * t.neck;
  const neckFrom: Vec3 = [0, chestY + barrel * 0.45, long / 2 + barrel * 0.35];
  const headAt: Vec3 = t.items.has('human torso')
    ? add(neckFrom, [0, neck + r * 1.1, neck * 0.05])
    : add(neckFrom, [0, neck * 0.86 + r * 0.42, neck * 0.42 + r * 0.35]);
  const s = t.height / (headAt[1] + r * 0.92);
  const m = (v: Vec3): Vec3 => [v[0] * s, v[1] * s, v[2] * s];
  const thick = 0.058 * t.limb * s;
  const stand = barrel * 0.6;
  const front: LegFrame = {
    top: m([stand, chestY + barrel * 0.05, long / 2]),
    knee: m([stand * 1.05, leg * 0.52, long / 2 - 0.03]),
    ankle: m([stand * 1.05, leg * 0.17, long / 2 + 0.01]),
    ball: m([stand * 1.05, leg * 0.07, long / 2 + 0.05]),
    toe: m([stand * 1.05, leg * 0.05, long / 2 + 0.1]),
    thick,
  };
  const back: LegFrame = {
    top: m([stand, chestY + barrel * 0.1, -long / 2]),
    knee: m([stand * 1.08, leg * 0.56, -long / 2 + 0.05]),
    ankle: m([stand * 1.05, leg * 0.22, -long / 2 - 0.045]),
    ball: m([stand * 1.05, leg * 0.07, -long / 2 - 0.005]),
    toe: m([stand * 1.05, leg * 0.05, -long / 2 + 0.06]),
    thick: thick * 1.08,
  };
  return {
    H: t.height,
    r: r * s,
    leg: leg * s,
    barrel: barrel * s,
    long: long * s,
    chest: m([0, chestY, long / 2]),
    hips: m([0, chestY + barrel * 0.06, -long / 2]),
    neckFrom: m(neckFrom),
    headAt: m(headAt),
    thick,
    legs: { Front: front, Back: back },
  };
}

export function buildQuadruped(t: Traits): QuadrupedBody {
  const f = frameQuadruped(t);
  const ridden = t.items.has('human torso');
  const headShape = shapeHead(f.headAt, f.r, t);
  const skeleton: Skeleton = { kind: 'quadruped', joints: quadrupedJoints(f, t, headShape) };
  const b = f.barrel;
  const trunk = trunkOf(f, t);
  const legs = (['Front', 'Back'] as const).flatMap((end) =>
    sides.flatMap((side) => legParts(f, t, end, side)),
  );
  const ears = headShape.ears
    ? sides.map((side): Part => ({ joint: `${side.name}Ear`, field: headShape.ears![side.name] }))
    : [];
  const tail = tailParts(t, skeleton, b * 0.34);
  const parts = [...trunk, { joint: 'head', field: headShape.field }, ...ears, ...legs, ...tail];
  const join = (all: readonly Part[]) => joinQuadruped(all, f);
  const behindNeck = lerp(f.neckFrom, f.headAt, 0.28);
  const neckTilt = Math.atan2(f.headAt[2] - f.neckFrom[2], f.headAt[1] - f.neckFrom[1]);
  return {
    kind: 'quadruped',
    frame: f,
    headShape,
    skeleton,
    unit: f.H * 0.95,
    body: join(parts),
    parts,
    join,
    head: { centre: f.headAt, half: headShape.half, field: headShape.field, front: headShape.front },
    neck: { centre: behindNeck, radius: Math.min(b * 0.8, f.r * 0.84), angles: [neckTilt, 0, 0] },
    back: {
      at: add(f.chest, [0, b * 0.98, -f.long * 0.34]),
      out: [0, 1, 0],
      width: b * 0.95,
      joint: 'spine',
    },
    waist: {
      centre: lerp(f.chest, f.hips, 0.5),
      half: [b, b, b],
      angles: [Math.PI / 2, 0, 0],
      joint: 'spine',
    },
    grip: (side) =>
      ridden
        ? riderGrip(f, side)
        : {
            at: add(f.chest, [side.x * b * 1.08, b * 0.25, -f.long * 0.35]),
            up: [0, 0.35, -1],
            joint: 'chest',
          },
  };
}

/** Head, ears and tail are joined last, with a crisper fillet. */
function joinQuadruped(parts: readonly Part[], f: QuadrupedFrame): Field {
  const isEnd = ({ joint }: Part) => /^head$|Ear$|^tail/.test(originalOf(joint));
  const fields = (end: boolean) => parts.filter((part) => isEnd(part) === end).map(({ field }) => field);
  return blend(f.r * 0.2, [blend(f.barrel * 0.34, fields(false)), ...fields(true)]);
}

function trunkOf(f: QuadrupedFrame, t: Traits): Part[] {
  const b = f.barrel;
  const sag = Math.max(0, t.girth * t.belly - 1) * b * 0.25;
  return [
    { joint: 'chest', field: ellipsoid(add(f.chest, [0, 0, -0.02]), [b * 0.95, b * 1.12, b * 1.15]) },
    {
      joint: 'spine',
      field: roundCone(add(f.chest, [0, -sag, -b * 0.4]), add(f.hips, [0, -sag, b * 0.4]), b * 0.94, b * 0.9),
    },
    ...(t.fluff > 0 ? [{ joint: 'chest', field: blend(b * 0.05, chestTufts(f.chest, b, t.fluff)) }] : []),
    { joint: 'hips', field: ellipsoid(f.hips, [b * 0.93, b * 1.05, b * 1.02]) },
    ...(t.items.has('human torso') ? riderParts(f) : [neckPart(f)]),
  ];
}

const neckPart = (f: QuadrupedFrame): Part => ({
  joint: 'neck',
  field: roundCone(
    f.neckFrom,
    add(f.headAt, [0, -f.r * 0.15, -f.r * 0.15]),
    Math.min(f.barrel * 0.82, f.r * 0.95),
    f.r * 0.56,
  ),
});

function quadrupedJoints(f: QuadrupedFrame, t: Traits, head: HeadShape): Joint[] {
  const top: Vec3 = add(f.headAt, [0, head.half[1], 0]);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    f.hips,
    lerp(f.hips, f.chest, 0.45),
    lerp(f.hips, f.chest, 0.9),
    f.neckFrom,
    add(f.headAt, [0, -f.r * 0.4, -f.r * 0.25]),
    top,
  ]);
  const legs = (['Front', 'Back'] as const).flatMap((end) =>
    sides.flatMap((side) => {
      const { top: hip, knee, ankle, ball, toe } = f.legs[end];
      const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + end + part);
      return chain(
        names,
        end === 'Front' ? 'chest' : 'hips',
        [hip, knee, ankle, ball, toe].map((p) => flip(p, side)),
      );
    }),
  );
  const ears = head.ears
    ? sides.flatMap((side) => {
        const { min, max } = head.ears![side.name].box;
        const middle = lerp(min, max, 0.5);
        return chain([`${side.name}Ear`], 'head', [
          lerp(add(f.headAt, [side.x * head.half[0] * 0.6, head.half[1] * 0.6, 0]), middle, 0.3),
          [middle[0], max[1], middle[2]],
        ]);
      })
    : [];
  const root = add(f.hips, [0, f.barrel * 0.45, -f.barrel * 0.82]);
  return [
    ...spine,
    ...legs,
    ...ears,
    ...(t.items.has('human torso') ? riderJoints(f) : []),
    ...tailJoints(t, tailPoints(t, root, f.H * 0.44, false)),
    ...wingJoints(t, add(f.chest, [0, f.barrel * 0.85, -f.long * 0.12]), f.H * 0.42, [0, 0.2, -0.6]),
  ];
}
