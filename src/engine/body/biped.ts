/** The body of anything that walks on two legs: torso, limbs with hands and feet, in an A-pose. */
import { blend, type Field, grow } from '../field/field.js';
import { ellipsoid, roundBox, roundCone } from '../field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../math/vec.js';
import { chain, flip, type Joint, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Anatomy, Part } from './anatomy.js';
import { tailJoints, tailPoints, wingJoints } from './appendages.js';
import { type HeadShape, shapeHead } from './head.js';
import type { Traits } from './traits.js';

/** Measures in metres; `S` is shoulder height, `T` the torso's length. */
export type BipedFrame = {
  H: number;
  r: number;
  S: number;
  T: number;
  hip: number;
  shoulder: number;
  depth: number;
  waist: number;
  belly: number;
  armDirection: Vec3;
  arm: number;
  armThick: number;
  legThick: number;
  hand: number;
  footLength: number;
  stand: number;
  ankle: number;
};

const ratios = {
  natural: { head: 0.128, shoulder: 0.115, hip: 0.5 },
  chibi: { head: 0.178, shoulder: 0.108, hip: 0.43 },
  heroic: { head: 0.088, shoulder: 0.138, hip: 0.53 },
} as const;

export function frameBiped(t: Traits): BipedFrame {
  const ratio = ratios[t.style];
  const H = t.height;
  const r = Math.min(0.25, ratio.head * t.head ** 0.8) * H;
  const S = H - 2 * r - 0.012 * H * t.neck + 0.12 * r;
  const hip = S * Math.min(0.66, Math.max(0.2, ratio.hip * t.legs ** 0.75));
  const muscle = 1 + t.muscle;
  const shoulder = ratio.shoulder * H * t.girth ** 0.45 * muscle ** 0.7;
  const chubby = t.style === 'chibi' ? 1.25 : 1;
  return {
    H,
    r,
    S,
    T: S - hip,
    hip,
    shoulder,
    depth: 0.078 * H * t.girth ** 0.8,
    waist: 0.088 * H * t.girth ** 1.15,
    belly: Math.max(0, t.girth * t.belly - 1) * 0.09 * H,
    armDirection: [Math.cos(0.8), -Math.sin(0.8), 0.04],
    arm: Math.min(S * 0.4, H * 0.33) * t.arms,
    armThick: 0.031 * H * t.limb * chubby,
    legThick: 0.045 * H * t.limb * chubby,
    hand: 0.041 * H * t.hands * chubby * Math.sqrt(t.limb),
    footLength: 0.115 * H * t.foot * Math.sqrt(t.limb) * chubby,
    stand: 0.058 * H * Math.max(t.girth ** 0.5, t.limb ** 0.8) * chubby,
    ankle: 0.05 * H,
  };
}

export type BipedBody = Anatomy & {
  kind: 'biped';
  frame: BipedFrame;
  headShape: HeadShape;
  torso: Field;
  /** Everything but head and hands. */
  trunk: Field;
  /** Radius of the neck's foot. */
  throat: number;
  arms: Record<
    Side['name'],
    { upper: Field; lower: Field; hand: Field; wrist: Vec3; elbow: Vec3; shoulder: Vec3 }
  >;
  legs: Record<Side['name'], { upper: Field; lower: Field; foot: Field; ankle: Vec3 }>;
};

export function buildBiped(t: Traits): BipedBody {
  const f = frameBiped(t);
  const headCentre: Vec3 = [0, f.H - f.r, 0.02 * f.H];
  const headShape = shapeHead(headCentre, f.r, t);
  const skeleton: Skeleton = { kind: 'biped', joints: bipedJoints(f, t) };
  const torsoParts = torsoOf(f, t);
  const arms = bySide((side) => armOf(f, t, side));
  const legs = bySide((side) => legOf(f, t, side));
  const neck: Part = {
    joint: 'neck',
    field: roundCone(
      [0, f.S - 0.04 * f.T, 0],
      [0, f.H - 1.7 * f.r, 0.01 * f.H],
      f.r * 0.36 * Math.sqrt(t.limb),
      f.r * 0.34,
    ),
  };
  const head: Part[] = [{ joint: 'head', field: headShape.field }];
  const ears = headShape.ears
    ? sides.map((side): Part => ({ joint: 'head', field: headShape.ears![side.name] }))
    : [];
  const limbs = sides.flatMap((side): Part[] => [
    { joint: `${side.name}UpperArm`, field: arms[side.name].upper },
    { joint: `${side.name}LowerArm`, field: arms[side.name].lower },
    { joint: `${side.name}Hand`, field: arms[side.name].hand },
    { joint: `${side.name}UpperLeg`, field: legs[side.name].upper },
    { joint: `${side.name}LowerLeg`, field: legs[side.name].lower },
    { joint: `${side.name}Foot`, field: legs[side.name].foot },
  ]);
  const k = t.face === 'robot' ? 0.006 * f.H : 0.028 * f.H;
  const hands = limbs.filter(({ joint }) => /Hand$/.test(joint));
  const others = limbs.filter(({ joint }) => !/Hand$/.test(joint));
  const trunk = blend(
    k,
    [...torsoParts, neck, ...others].map(({ field }) => field),
  );
  const body = blend(0.012 * f.H, [
    trunk,
    ...hands.map(({ field }) => field),
    headShape.field,
    ...ears.map(({ field }) => field),
  ]);
  return {
    kind: 'biped',
    frame: f,
    headShape,
    trunk,
    throat: f.r * 0.36 * Math.sqrt(t.limb),
    torso: blend(
      k,
      torsoParts.map(({ field }) => field),
    ),
    arms,
    legs,
    skeleton,
    unit: f.H,
    body,
    parts: [...torsoParts, neck, ...head, ...ears, ...limbs],
    head: { centre: headCentre, half: headShape.half, field: headShape.field, front: headShape.front },
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
    grip: (side) => ({
      at: add(arms[side.name].wrist, scale(flip(f.armDirection, side), f.hand * 0.95)),
      up: [0, 0.35, 1],
      joint: `${side.name}Hand`,
    }),
  };
}

const bySide = <T>(make: (side: Side) => T): Record<Side['name'], T> => ({
  left: make(sides[0]!),
  right: make(sides[1]!),
});

function torsoOf(f: BipedFrame, t: Traits): Part[] {
  const at = (y: number, z = 0): Vec3 => [0, f.hip + y * f.T, z];
  if (t.face === 'robot') {
    return [
      {
        joint: 'chest',
        field: roundBox(at(0.68), [f.shoulder * 0.86, f.T * 0.31, f.depth * 1.1], 0.03 * f.H),
      },
      { joint: 'spine', field: roundCone(at(0.15), at(0.5), f.waist * 0.62, f.waist * 0.62) },
      { joint: 'hips', field: roundBox(at(0.06), [f.waist * 0.98, f.T * 0.15, f.depth * 0.9], 0.025 * f.H) },
    ];
  }
  const round = Math.max(0, t.girth - 1);
  return [
    { joint: 'chest', field: ellipsoid(at(0.72), [f.shoulder * 0.9, f.T * 0.34, f.depth * 1.02]) },
    {
      joint: 'spine',
      field: ellipsoid(at(0.36, f.belly * 0.45), [
        f.waist * (1 + 0.25 * round),
        f.T * 0.36,
        f.depth * 0.92 + f.belly,
      ]),
    },
    { joint: 'hips', field: ellipsoid(at(0.08), [f.waist * 1.1, f.T * 0.27, f.depth * 0.98]) },
  ];
}

function armOf(f: BipedFrame, t: Traits, side: Side) {
  const shoulder = flip([f.shoulder * 0.93, f.S - 0.1 * f.T, 0], side);
  const wrist = add(shoulder, scale(flip(f.armDirection, side), f.arm));
  const elbow = add(lerp(shoulder, wrist, 0.5), [0, 0, -0.012 * f.H]);
  const a = f.armThick;
  const bulge = t.muscle;
  const upper = blend(a * 0.5, [
    roundCone(shoulder, elbow, a * 1.18, a * 0.92),
    ...(bulge > 0
      ? [ellipsoid(lerp(shoulder, elbow, 0.05), [a * (1.2 + bulge), a * (1.2 + bulge), a * (1.15 + bulge)])]
      : []),
  ]);
  return {
    shoulder,
    elbow,
    wrist,
    upper,
    lower: roundCone(elbow, wrist, a * (0.96 + bulge * 0.3), a * 0.74),
    hand: handOf(f, t, side, wrist),
  };
}

/** A palm, three fingers and a thumb; hooves and boxes are blunt. */
function handOf(f: BipedFrame, t: Traits, side: Side, wrist: Vec3): Field {
  const h = f.hand;
  const d = flip(f.armDirection, side);
  const across: Vec3 = [0, 0, 1];
  const at = (along: number, over: number): Vec3 =>
    add(wrist, add(scale(d, along * h), scale(across, over * h)));
  const palm = ellipsoid(at(0.75, 0), [h * 0.62, h * 0.82, h * 0.82], [0, 0, side.x * 0.78]);
  const fingers = [-0.58, -0.02, 0.54].map((over) =>
    roundCone(at(1.1, over), at(1.95 - Math.abs(over) * 0.3, over * 1.25), h * 0.32, h * 0.26),
  );
  const thumb = roundCone(at(0.5, 0.5), at(1.15, 1.28), h * 0.33, h * 0.26);
  return t.feet === 'hoof' ? palm : blend(h * 0.16, [palm, ...fingers, thumb]);
}

function legOf(f: BipedFrame, t: Traits, side: Side) {
  const top = flip([f.stand, f.hip + 0.02 * f.T, 0], side);
  const knee = flip([f.stand * 1.03, f.ankle + (f.hip - f.ankle) * 0.5, 0.012 * f.H], side);
  const ankle = flip([f.stand * 1.06, f.ankle, -0.008 * f.H], side);
  const l = f.legThick;
  const toe = add(ankle, [0.012 * f.H * side.x, -f.ankle + l * 0.52, f.footLength * 0.78]);
  return {
    ankle,
    upper: roundCone(top, knee, l * 1.3, l * 0.95),
    lower: roundCone(knee, ankle, l * 0.95, l * 0.7),
    foot: footOf(f, t, side, ankle, toe),
  };
}

function footOf(f: BipedFrame, t: Traits, side: Side, ankle: Vec3, toe: Vec3): Field {
  const l = f.legThick;
  const heel: Vec3 = [ankle[0], l * 0.5, ankle[2] - l * 0.2];
  if (t.feet === 'block')
    return roundBox(
      [ankle[0], f.ankle * 0.55, ankle[2] + f.footLength * 0.3],
      [l * 1.15, f.ankle * 0.55, f.footLength * 0.7],
      0.014 * f.H,
    );
  if (t.feet === 'hoof')
    return roundCone(
      [ankle[0], l * 0.65, ankle[2] + l * 0.3],
      [ankle[0], f.ankle, ankle[2]],
      l * 0.95,
      l * 0.75,
    );
  const toes =
    t.feet === 'claw'
      ? [-0.6, 0, 0.6].map((x) =>
          roundCone(heel, [toe[0] + x * l * 1.1, l * 0.34, toe[2] + l * 0.2], l * 0.5, l * 0.32),
        )
      : [];
  const sole = roundCone(heel, toe, l * 0.62, l * 0.66);
  const instep = roundCone([ankle[0], f.ankle * 0.9, ankle[2]], lerp(ankle, toe, 0.55), l * 0.66, l * 0.45);
  return blend(l * 0.35, [
    grow(sole, -0.02 * l),
    instep,
    ...toes,
    roundCone(toe, add(toe, [side.x * 0.001, 0, 0.001]), l * 0.56, l * 0.56),
  ]);
}

function bipedJoints(f: BipedFrame, t: Traits): Joint[] {
  const at = (y: number, z = 0): Vec3 => [0, f.hip + y * f.T, z];
  const chin: Vec3 = [0, f.H - 1.85 * f.r, 0.005 * f.H];
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    at(0.08),
    at(0.3),
    at(0.58),
    [0, f.S - 0.02 * f.T, 0],
    chin,
    [0, f.H, 0.01 * f.H],
  ]);
  const arm = (side: Side) => {
    const { shoulder, elbow, wrist } = armOf(f, t, side);
    const tip = add(wrist, scale(flip(f.armDirection, side), f.hand * 1.9));
    return chain(
      ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part),
      'chest',
      [flip([f.shoulder * 0.25, f.S - 0.06 * f.T, 0], side), shoulder, elbow, wrist, tip],
    );
  };
  const leg = (side: Side) => {
    const { ankle } = legOf(f, t, side);
    const ball: Vec3 = [ankle[0], 0.02 * f.H, ankle[2] + f.footLength * 0.55];
    return chain(
      ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part),
      'hips',
      [
        flip([f.stand, f.hip + 0.02 * f.T, 0], side),
        flip([f.stand * 1.03, f.ankle + (f.hip - f.ankle) * 0.5, 0.012 * f.H], side),
        ankle,
        ball,
        add(ball, [0, 0, f.footLength * 0.35]),
      ],
    );
  };
  const root: Vec3 = [0, f.hip + 0.08 * f.T, -f.depth * 0.8];
  return [
    ...spine,
    ...sides.flatMap(arm),
    ...sides.flatMap(leg),
    ...tailJoints(t, tailPoints(t, root, f.H * 0.3, false)),
    ...wingJoints(t, [0, f.S - 0.22 * f.T, -f.depth * 0.8], f.H * 0.36, [0, 0, -1]),
  ];
}
