/** Arms with hands, legs with feet, in an A-pose. */
import { blend, type Field, grow } from '../../geometry/field/field.js';
import { ball, ellipsoid, roundBox, roundCone } from '../../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { flip, type Side, sides } from '../../skeleton/skeleton.js';
import type { Anatomy, Part } from '../anatomy.js';
import type { Traits } from '../traits.js';
import { armCut, type Cut, legCut } from './cuts.js';
import type { BipedFrame } from './frame.js';
import { handOf } from './hand.js';

type BySide<T> = Record<Side['name'], T>;
export type Arms = BySide<ReturnType<typeof armOf>>;
export type Legs = BySide<ReturnType<typeof legOf>>;

const bySide = <T>(make: (side: Side) => T): BySide<T> => ({ left: make(sides[0]!), right: make(sides[1]!) });

export const limbsOf = (f: BipedFrame, t: Traits): { arms: Arms; legs: Legs } => ({
  arms: bySide((side) => armOf(f, t, side)),
  legs: bySide((side) => legOf(f, t, side)),
});

export const limbParts = ({ arms, legs }: { arms: Arms; legs: Legs }): Part[] =>
  sides.flatMap(({ name }): Part[] => [
    ...fleshOf(arms[name].cut, [
      { joint: `${name}UpperArm`, field: arms[name].upper },
      { joint: `${name}LowerArm`, field: arms[name].lower },
      { joint: `${name}Hand`, field: arms[name].hand },
    ]),
    ...fleshOf(legs[name].cut, [
      { joint: `${name}UpperLeg`, field: legs[name].upper },
      { joint: `${name}LowerLeg`, field: legs[name].lower },
      { joint: `${name}Foot`, field: legs[name].foot },
    ]),
  ]);

const fleshOf = (cut: Cut | null, parts: Part[]): Part[] => (cut ? parts.slice(0, Math.ceil(cut.at)) : parts);

/** A limb up to where it is cut; everything beyond becomes a small ball inside the stump, which covers nothing. */
function cutTo(
  cut: Cut | null,
  [root, middle, end]: readonly [Vec3, Vec3, Vec3],
  [thick, slim]: readonly [number, number],
  whole: { upper: Field; lower: Field; last: Field },
): { upper: Field; lower: Field; last: Field } {
  if (!cut) return whole;
  const isUpper = cut.at < 1;
  const [from, to] = isUpper ? [root, middle] : [middle, end];
  const tip = lerp(from, to, cut.at % 1);
  const stump = roundCone(from, tip, thick, lerpNumber(thick, slim, cut.at % 1));
  const inside = ball(lerp(from, tip, 0.7), slim * 0.3);
  return isUpper
    ? { upper: stump, lower: inside, last: inside }
    : { upper: whole.upper, lower: stump, last: inside };
}
const lerpNumber = (a: number, b: number, part: number): number => a + (b - a) * part;

export const gripOf =
  (f: BipedFrame, arms: Arms): Anatomy['grip'] =>
  (side) => ({
    at: add(arms[side.name].wrist, scale(flip(f.armDirection, side), f.hand * 0.95)),
    up: [0, 0.35, 1],
    joint: `${side.name}Hand`,
  });

export function armOf(f: BipedFrame, t: Traits, side: Side) {
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
  const cut = armCut(t, side);
  const thick = cut && cut.at < 1 ? [a * 1.18, a * 0.92] : [a * 0.96, a * 0.74];
  const limb = cutTo(cut, [shoulder, elbow, wrist], thick as [number, number], {
    upper,
    lower: roundCone(elbow, wrist, a * (0.96 + bulge * 0.3), a * 0.74),
    last: handOf(f, t, side, wrist),
  });
  return { shoulder, elbow, wrist, cut, upper: limb.upper, lower: limb.lower, hand: limb.last };
}

export function legOf(f: BipedFrame, t: Traits, side: Side) {
  const top = flip([f.stand, f.hip + 0.02 * f.T, 0], side);
  const knee = flip([f.stand * 1.03, f.ankle + (f.hip - f.ankle) * 0.5, 0.012 * f.H], side);
  const ankle = flip([f.stand * 1.06, f.ankle, -0.008 * f.H], side);
  const l = f.legThick;
  const toe = add(ankle, [0.012 * f.H * side.x, -f.ankle + l * 0.52, f.footLength * 0.78]);
  const cut = legCut(t, side);
  const thick = cut && cut.at < 1 ? [l * 1.3, l * 0.95] : [l * 0.95, l * 0.7];
  const limb = cutTo(cut, [top, knee, ankle], thick as [number, number], {
    upper: roundCone(top, knee, l * 1.3, l * 0.95),
    lower: roundCone(knee, ankle, l * 0.95, l * 0.7),
    last: footOf(f, t, side, ankle, toe),
  });
  return { knee, ankle, toe, cut, upper: limb.upper, lower: limb.lower, foot: limb.last };
}

/** From the big toe outwards: to the inside, ahead and size, as factors on the leg's thickness. */
const humanToes: readonly Vec3[] = [
  [0.38, 0.5, 0.24],
  [0.1, 0.48, 0.17],
  [-0.12, 0.4, 0.16],
  [-0.32, 0.3, 0.15],
  [-0.5, 0.18, 0.14],
];

export function footOf(f: BipedFrame, t: Traits, side: Side, ankle: Vec3, toe: Vec3): Field {
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
      : t.feet === 'bare'
        ? humanToes.map(([x, ahead, size]) => {
            const at = toe[0] - side.x * x * l;
            return roundCone([at, l * 0.34, toe[2]], [at, l * 0.24, toe[2] + ahead * l], size * l, size * l);
          })
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
