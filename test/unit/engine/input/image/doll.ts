/** Paper dolls: outlines of people, cut out of simple shapes, with known joints. */
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';

type Point = readonly [x: number, y: number];
/** Degrees from hanging straight down, outwards: 90 is a T, 180 straight up; the upper and the lower half of the limb. */
type Bend = readonly [upper: number, lower: number];
type Shape = (x: number, y: number) => boolean;

/** Lengths in units of the doll's shoulder height; y is up. */
export type Doll = {
  headWide: number;
  headTall: number;
  neck: number;
  neckHalf: number;
  shoulderHalf: number;
  hipHalf: number;
  torso: number;
  /** `egg` is one round body without shoulders. */
  trunk: 'cut' | 'egg' | 'stick';
  armHalf: number;
  arm: number;
  /** Where arms leave the trunk, as a fraction of its length from the hips. */
  armsAt: number;
  /** Radius of the hands. */
  hand: number;
  leftArm: Bend;
  rightArm: Bend;
  legHalf: number;
  leg: number;
  leftLeg: Bend;
  rightLeg: Bend;
  foot: 'none' | 'out' | 'left' | 'blob';
  /** How far each foot extends from its middle. */
  footLength: number;
  /** Half width of the hem, and its height on the leg. */
  skirt: readonly [half: number, down: number] | null;
  hair: 'none' | 'pigtails' | 'long' | 'wild' | 'bun';
  hat: 'none' | 'cone' | 'top' | 'brim';
  held: 'none' | 'staff' | 'sword' | 'balloon' | 'bag';
  tail: boolean;
};

export const plainDoll: Doll = {
  headWide: 0.13,
  headTall: 0.16,
  neck: 0.06,
  neckHalf: 0.045,
  shoulderHalf: 0.16,
  hipHalf: 0.12,
  torso: 0.42,
  trunk: 'cut',
  armHalf: 0.04,
  arm: 0.46,
  armsAt: 0.92,
  hand: 0.055,
  leftArm: [55, 50],
  rightArm: [55, 50],
  legHalf: 0.05,
  leg: 0.55,
  leftLeg: [8, 4],
  rightLeg: [8, 4],
  foot: 'out',
  footLength: 0.1,
  skirt: null,
  hair: 'none',
  hat: 'none',
  held: 'none',
  tail: false,
};

const disc =
  ([cx, cy]: Point, rx: number, ry = rx): Shape =>
  (x, y) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

const bar =
  ([ax, ay]: Point, [bx, by]: Point, half: number): Shape =>
  (x, y) => {
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - ax - dx * t, y - ay - dy * t) < half;
  };

/** A trapezoid between two heights, its half width going from one to the other. */
const taper =
  (low: number, lowHalf: number, high: number, highHalf: number): Shape =>
  (x, y) => {
    const t = (y - low) / (high - low);
    return t > 0 && t < 1 && Math.abs(x) < lowHalf + (highHalf - lowHalf) * t;
  };

const towards = ([x, y]: Point, degrees: number, length: number, side: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [x + side * Math.sin(angle) * length, y - Math.cos(angle) * length];
};

const sides = [
  ['left', 1],
  ['right', -1],
] as const;

/** @returns the outline at `height` pixels, and the joints of arms and legs in its box (0-1, v down) */
export function cutDoll(changes: Partial<Doll>, height = 300): { mask: Mask; joints: Map<string, Point> } {
  const doll = { ...plainDoll, ...changes };
  const joints = new Map<string, Point>();
  const shapes = [...bodyOf(doll), ...sides.flatMap((side) => limbsOf(doll, side, joints))];
  const mask = drawn((x, y) => shapes.some((inside) => inside(x, y)), height);
  const { box, ...outline } = mask;
  const inBox = ([x, y]: Point): Point => [(x - box.left) / box.width, (box.top - y) / box.height];
  return { mask: outline, joints: new Map([...joints].map(([name, at]) => [name, inBox(at)])) };
}

function bodyOf(doll: Doll): Shape[] {
  const { leg, torso, neck, neckHalf, headWide, headTall, shoulderHalf, hipHalf } = doll;
  const [shoulders, chin] = [leg + torso, leg + torso + neck];
  const head: Point = [0, chin + headTall * 0.92];
  const trunks: Record<Doll['trunk'], Shape[]> = {
    cut: [
      taper(leg - 0.03, hipHalf, shoulders, shoulderHalf),
      bar([-hipHalf * 0.6, leg], [hipHalf * 0.6, leg], hipHalf * 0.4),
    ],
    egg: [disc([0, leg + torso * 0.5], shoulderHalf, torso * 0.56)],
    stick: [bar([0, leg], [0, chin], doll.legHalf)],
  };
  const hair: Record<Doll['hair'], Shape[]> = {
    none: [],
    pigtails: sides.flatMap(([, x]) => {
      const root: Point = [x * headWide * 0.9, head[1] + headTall * 0.5];
      const out: Point = [x * (headWide + 0.13), head[1] + headTall * 0.3];
      return [bar(root, out, 0.04), bar(out, [out[0] + x * 0.04, head[1] - headTall * 0.9], 0.03)];
    }),
    long: [taper(shoulders - torso * 0.25, headWide * 1.25, head[1] + headTall * 0.4, headWide * 1.05)],
    wild: [-60, -30, 0, 30, 60].map((a) => bar(head, towards(head, 180 + a, headTall * 1.4, 1), 0.03)),
    bun: [disc([0, head[1] + headTall * 1.25], headWide * 0.45)],
  };
  const top = head[1] + headTall * 0.6;
  const hat: Record<Doll['hat'], Shape[]> = {
    none: [],
    cone: [taper(top, headWide * 0.95, top + 0.35, 0.01)],
    top: [
      taper(top, headWide * 0.8, top + 0.25, headWide * 0.8),
      taper(top - 0.02, headWide * 1.7, top + 0.03, headWide * 1.7),
    ],
    brim: [taper(top - 0.01, headWide * 2.4, top + 0.04, headWide * 2.2), disc([0, top], headWide * 0.8)],
  };
  const skirt = doll.skirt && taper(leg - doll.skirt[1], doll.skirt[0], leg + torso * 0.25, hipHalf * 0.8);
  return [
    ...trunks[doll.trunk],
    taper(shoulders - 0.05, neckHalf, head[1], neckHalf),
    disc(head, headWide, headTall),
    ...hair[doll.hair],
    ...hat[doll.hat],
    ...(skirt ? [skirt] : []),
    ...(doll.tail ? [bar([hipHalf * 0.5, leg + 0.05], [hipHalf + 0.28, leg - 0.1], 0.03)] : []),
  ];
}

function limbsOf(
  doll: Doll,
  [name, x]: readonly ['left' | 'right', 1 | -1],
  joints: Map<string, Point>,
): Shape[] {
  const { leg, torso, shoulderHalf, hipHalf, armHalf, legHalf } = doll;
  const reach = { cut: shoulderHalf - armHalf * 0.6, egg: shoulderHalf * 0.9, stick: 0 }[doll.trunk];
  const shoulder: Point = [x * reach, leg + torso * doll.armsAt];
  const [upperArm, lowerArm] = doll[`${name}Arm`];
  const elbow = towards(shoulder, upperArm, doll.arm / 2, x);
  const hand = towards(elbow, lowerArm, doll.arm / 2, x);
  const hip: Point = [x * (doll.trunk === 'stick' ? 0 : hipHalf * 0.55), leg];
  const [upperLeg, lowerLeg] = doll[`${name}Leg`];
  const knee = towards(hip, upperLeg, doll.leg * 0.5, x);
  const ankle = towards(knee, lowerLeg, doll.leg * 0.45, x);
  const marks = { shoulder, elbow, hand, hip, knee, foot: ankle };
  for (const [part, at] of Object.entries(marks)) joints.set(`${name}_${part}`, at);
  const palm = towards(hand, lowerArm, doll.hand * 0.5, x);
  const sole = ankle[1] - doll.leg * 0.05;
  const toe = (way: number): Shape =>
    bar([ankle[0], sole], [ankle[0] + way * doll.footLength, sole], legHalf * 0.8);
  const feet: Record<Doll['foot'], Shape[]> = {
    none: [],
    out: [toe(x)],
    left: [toe(-1)],
    blob: [disc([ankle[0] + x * doll.footLength * 0.3, sole], doll.footLength, legHalf * 1.2)],
  };
  return [
    bar(shoulder, elbow, armHalf),
    bar(elbow, hand, armHalf * 0.9),
    disc(palm, doll.hand),
    bar(hip, knee, legHalf),
    bar(knee, ankle, legHalf * 0.9),
    ...feet[doll.foot],
    ...(name === 'left' ? heldBy(doll.held, palm) : []),
  ];
}

function heldBy(held: Doll['held'], [x, y]: Point): Shape[] {
  const things: Record<Doll['held'], Shape[]> = {
    none: [],
    staff: [bar([x, y - 0.35], [x, y + 0.5], 0.02)],
    sword: [bar([x, y], [x + 0.12, y + 0.5], 0.025), bar([x - 0.06, y + 0.08], [x + 0.1, y + 0.05], 0.02)],
    balloon: [bar([x, y], [x + 0.08, y + 0.4], 0.012), disc([x + 0.08, y + 0.5], 0.13, 0.15)],
    bag: [bar([x, y], [x, y - 0.1], 0.015), disc([x, y - 0.2], 0.13, 0.11)],
  };
  return things[held];
}

type Box = { left: number; top: number; width: number; height: number };

/** Shapes in the square from -1.5 to 1.5, and from -0.5 up; as tall as its box requires. */
function drawn(inside: Shape, height: number): Mask & { box: Box } {
  const probe = 240;
  let [left, right, low, top] = [9, -9, 9, -9];
  for (let j = 0; j <= probe; j++)
    for (let i = 0; i <= probe; i++) {
      const [x, y] = [(i / probe) * 3 - 1.5, (j / probe) * 3 - 0.5];
      if (!inside(x, y)) continue;
      [left, right, low, top] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(top, y)];
    }
  const box = { left, top, width: right - left, height: top - low };
  const [pixel, edge] = [box.height / height, 6];
  const [wide, tall] = [Math.ceil(box.width / pixel) + edge * 2, height + edge * 2];
  const mask = {
    width: wide,
    height: tall,
    inside: Uint8Array.from({ length: wide * tall }, (_, n) =>
      inside(left + ((n % wide) + 0.5 - edge) * pixel, top - (Math.floor(n / wide) + 0.5 - edge) * pixel)
        ? 1
        : 0,
    ),
  };
  return { ...mask, box };
}

/** Proportions of common drawings. */
export const dolls: Record<string, Partial<Doll>> = {
  plain: {},
  'a T': { leftArm: [90, 90], rightArm: [90, 90] },
  'arms raised': { leftArm: [140, 165], rightArm: [150, 160] },
  'arms straight up': { leftArm: [172, 178], rightArm: [172, 178], headWide: 0.1 },
  'one arm waves': { leftArm: [110, 170], rightArm: [20, 12] },
  'arms hang free': { leftArm: [20, 12], rightArm: [20, 12] },
  'arms hang against the body': { leftArm: [4, -2], rightArm: [4, -2] },
  'arms hang against a wide body': { leftArm: [2, 0], rightArm: [2, 0], hipHalf: 0.17, shoulderHalf: 0.18 },
  'hands on the hips': { leftArm: [55, -40], rightArm: [55, -40] },
  'one hand on the hip': { leftArm: [55, -42], rightArm: [80, 110] },
  'hands behind the head': { leftArm: [110, 220], rightArm: [110, 220], arm: 0.5 },
  'elbows bent down': { leftArm: [90, 10], rightArm: [90, 10] },
  'elbows bent up': { leftArm: [80, 170], rightArm: [80, 170] },
  'arms on one side': { leftArm: [120, 90], rightArm: [10, -40] },
  'big head': { headWide: 0.3, headTall: 0.3, torso: 0.32, leg: 0.3, arm: 0.3 },
  'big head, arms up': {
    headWide: 0.28,
    headTall: 0.28,
    torso: 0.3,
    leg: 0.3,
    arm: 0.36,
    leftArm: [130, 130],
    rightArm: [130, 130],
  },
  'huge head': { headWide: 0.42, headTall: 0.38, torso: 0.3, leg: 0.25, arm: 0.3, shoulderHalf: 0.14 },
  'no neck': { neck: -0.04, neckHalf: 0.12, headWide: 0.15 },
  'no neck, wide': {
    neck: -0.06,
    neckHalf: 0.14,
    shoulderHalf: 0.24,
    hipHalf: 0.2,
    headWide: 0.16,
    armHalf: 0.07,
    legHalf: 0.08,
  },
  stick: {
    trunk: 'stick',
    armHalf: 0.02,
    legHalf: 0.02,
    neckHalf: 0.02,
    hand: 0.02,
    foot: 'none',
    headWide: 0.16,
  },
  'stick, arms up': {
    trunk: 'stick',
    armHalf: 0.02,
    legHalf: 0.02,
    neckHalf: 0.02,
    hand: 0.02,
    leftArm: [125, 130],
    rightArm: [125, 130],
    leftLeg: [25, 25],
    rightLeg: [25, 25],
    armsAt: 0.75,
  },
  'stick, arms down': {
    trunk: 'stick',
    armHalf: 0.02,
    legHalf: 0.02,
    neckHalf: 0.02,
    hand: 0.03,
    leftArm: [40, 40],
    rightArm: [40, 40],
    leftLeg: [20, 10],
    rightLeg: [20, 10],
    headWide: 0.22,
    headTall: 0.22,
  },
  'stick limbs on a body': {
    armHalf: 0.015,
    legHalf: 0.018,
    hand: 0.04,
    leftArm: [90, 95],
    rightArm: [85, 80],
  },
  skirt: { skirt: [0.26, 0.2], leftArm: [75, 70], rightArm: [75, 70] },
  'skirt, arms down': { skirt: [0.28, 0.25], leftArm: [30, 18], rightArm: [30, 18] },
  gown: { skirt: [0.34, 0.5], leftArm: [70, 60], rightArm: [70, 60] },
  'gown to the ground': { skirt: [0.36, 0.6], leftArm: [60, 75], rightArm: [60, 75], foot: 'none' },
  'skirt and pigtails': {
    skirt: [0.26, 0.2],
    hair: 'pigtails',
    leftArm: [88, 92],
    rightArm: [88, 92],
    armHalf: 0.025,
  },
  'pigtails, arms down': { hair: 'pigtails', leftArm: [25, 10], rightArm: [25, 10] },
  'long hair': { hair: 'long' },
  'long hair, arms up': { hair: 'long', leftArm: [125, 140], rightArm: [125, 140] },
  'wild hair': { hair: 'wild', leftArm: [80, 60], rightArm: [80, 60] },
  'cone hat': { hat: 'cone' },
  'top hat': { hat: 'top', leftArm: [70, 120], rightArm: [40, 30] },
  'wide brim': { hat: 'brim', leftArm: [40, 20], rightArm: [80, 140] },
  'holds a staff': { held: 'staff', leftArm: [60, 80] },
  'holds a sword': { held: 'sword', leftArm: [70, 100] },
  'holds a balloon': { held: 'balloon', leftArm: [80, 150] },
  'holds a bag': { held: 'bag', leftArm: [35, 20] },
  egg: {
    trunk: 'egg',
    shoulderHalf: 0.27,
    torso: 0.6,
    neck: -0.5,
    headWide: 0.1,
    headTall: 0.1,
    leg: 0.25,
    arm: 0.36,
    armsAt: 0.5,
    leftArm: [80, 130],
    rightArm: [80, 130],
  },
  tadpole: {
    trunk: 'egg',
    shoulderHalf: 0.3,
    torso: 0.55,
    neck: -0.5,
    headWide: 0.1,
    headTall: 0.1,
    leg: 0.45,
    armHalf: 0.02,
    legHalf: 0.022,
    arm: 0.4,
    armsAt: 0.45,
    leftArm: [90, 95],
    rightArm: [90, 95],
  },
  'long feet to one side': { foot: 'left', footLength: 0.2 },
  'round feet that touch': { foot: 'blob', footLength: 0.13, leftLeg: [3, 0], rightLeg: [3, 0] },
  'trousers, parted at the feet alone': {
    legHalf: 0.075,
    leftLeg: [-1, 3],
    rightLeg: [-1, 3],
    foot: 'none',
  },
  'legs together': { leftLeg: [-2, -2], rightLeg: [-2, -2], foot: 'out' },
  'legs wide': { leftLeg: [35, 30], rightLeg: [35, 30], leftArm: [110, 120], rightArm: [110, 120] },
  'one leg lifted': { leftLeg: [60, 0], rightLeg: [4, 2], leftArm: [70, 140], rightArm: [70, 30] },
  runs: { leftLeg: [50, -10], rightLeg: [30, 45], leftArm: [60, 150], rightArm: [50, -30] },
  'short legs': { leg: 0.2, torso: 0.5 },
  'long legs': { leg: 0.8, torso: 0.35 },
  'long arms': { arm: 0.75, leftArm: [60, 40], rightArm: [60, 40] },
  'fat arms': { armHalf: 0.085, hand: 0.1, leftArm: [60, 60], rightArm: [60, 60] },
  'with a tail': { tail: true },
};
