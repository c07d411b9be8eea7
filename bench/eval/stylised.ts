/** Cartoon people of loose closed pieces and open sheets, drawn from a seed, with known joints. */
import { add, lerp, scale, type Vec3 } from '../../src/engine/geometry/vec.js';
import { createRandom } from '../../src/engine/random.js';
import type { Creature, Part } from './creature.js';
import { jointsOf } from './dolls.js';
import { ball, both, box, rod, sheet } from './shapes.js';

/** Measurements of one body in metres; positions are of its left side. */
type Build = {
  random: () => number;
  head: { centre: Vec3; radii: Vec3 };
  neck: number;
  hips: number;
  half: number;
  deep: number;
  leg: number;
  arm: number;
  shoulder: Vec3;
  elbow: Vec3;
  isBent: boolean;
  palm: number;
  wrist: Vec3;
  tip: Vec3;
};

const tall = 1.6;

export const makeStylised = (seed: number): Creature => draw(seed, cartoon);

/**
 * With heads, arms and hands of all sizes, and arms in any direction and bent; a third wears and carries nothing. Only
 * for training.
 */
export const makePosed = (seed: number): Creature => draw(seed, posed, seed % 6 === 0);

function draw(seed: number, range: Range, isBare = false): Creature {
  const random = createRandom(seed * 7919 + 13);
  const build = drawBuild(random, range);
  const { hips, half, leg, neck, shoulder, elbow, wrist } = build;
  const makers = isBare ? [] : [headGear, hair, ears, cape, skirt, held, grown];
  const worn = makers.map((make) => make(build));
  const ankle = Math.min(0.06 * tall, hips * 0.25);
  const hip: Vec3 = [Math.max(half * 0.52, leg * 1.12), hips, 0];
  return {
    name: `stylised ${seed}${worn.map(({ name }) => name && `, ${name}`).join('')}`,
    kind: 'biped',
    parts: [...bodyOf(build, hip, ankle), ...worn.flatMap(({ parts }) => parts)],
    joints: jointsOf({
      leftUpperArm: shoulder,
      leftLowerArm: elbow,
      leftHand: wrist,
      leftUpperLeg: hip,
      leftLowerLeg: [hip[0], (hips + ankle) / 2, 0],
      leftFoot: [hip[0], ankle, -leg * 0.2],
      neck: [0, neck, 0],
    }),
    front: [0, 0, 1],
    up: [0, 1, 0],
  };
}

/** Directions of the left upper arm and forearm. */
type Arms = (random: () => number) => { upper: Vec3; fore: Vec3 };

const towards = (down: number, ahead: number): Vec3 => [
  Math.cos(down) * Math.cos(ahead),
  -Math.sin(down),
  Math.cos(down) * Math.sin(ahead),
];
const straight: Arms = (random) => {
  const upper = towards(([4, 45, 62, 80][Math.floor(random() * 4)]! * Math.PI) / 180, 0);
  return { upper, fore: upper };
};
const bent: Arms = (random) => {
  const down = -1 + 2.4 * random();
  const ahead = -0.35 + 1.55 * random();
  const bend = 0.9 * random();
  return { upper: towards(down, ahead), fore: towards(down - bend, ahead + bend) };
};

/** Least and greatest sizes: the head in heights, the arm in heights of the neck; the palm in radii of the arm. */
type Range = { skull: Bounds; reach: Bounds; palm: (random: () => number) => number; arms: Arms };
type Bounds = readonly [number, number];

const cartoon: Range = { skull: [0.22, 0.52], reach: [0.44, 0.56], palm: () => 1.4, arms: straight };
const posed: Range = {
  skull: [0.13, 0.5],
  reach: [0.44, 0.68],
  palm: (random) => 0.9 + 0.6 * random(),
  arms: bent,
};

function drawBuild(random: () => number, range: Range): Build {
  const between = (low: number, high: number) => low + (high - low) * random();
  const skull = between(...range.skull) * tall;
  const hips = (tall - skull) * between(0.36, 0.52);
  const neck = tall - skull;
  const half = between(0.075, 0.13) * tall;
  const arm = between(0.024, 0.042) * tall;
  const length = neck * between(...range.reach);
  const { upper, fore } = range.arms(random);
  const palm = range.palm(random);
  const shoulder: Vec3 = [half * 0.95, neck - arm * 1.5, 0];
  const elbow = add(shoulder, scale(upper, length * 0.47));
  const at = (share: number) => add(elbow, scale(fore, length * (share - 0.47)));
  return {
    random,
    head: {
      centre: [0, neck + skull / 2, 0],
      radii: [skull * between(0.42, 0.6), skull / 2, skull * between(0.4, 0.52)],
    },
    neck,
    hips,
    half,
    deep: half * between(0.6, 0.95),
    leg: between(0.034, 0.058) * tall,
    arm,
    shoulder,
    elbow,
    isBent: upper !== fore,
    palm: arm * palm,
    wrist: at(0.82),
    tip: at(1),
  };
}

function bodyOf(
  { head, neck, hips, half, deep, leg, arm, shoulder, elbow, isBent, palm, wrist, tip }: Build,
  hip: Vec3,
  ankle: number,
) {
  const mirror = ([x, y, z]: Vec3, side: number): Vec3 => [x * side, y, z];
  return [
    ball(head.centre, head.radii),
    rod([0, neck - 0.05, 0], [0, neck + 0.06, 0], half * 0.4),
    ball([0, (neck + hips) / 2, 0], [half, (neck - hips) * 0.58, deep]),
    ...both((x) => [
      ...(isBent
        ? [
            rod(mirror(shoulder, x), mirror(elbow, x), arm, arm * 0.92),
            rod(mirror(elbow, x), mirror(wrist, x), arm * 0.92, arm * 0.85),
          ]
        : [rod(mirror(shoulder, x), mirror(wrist, x), arm, arm * 0.85)]),
      ball(mirror(lerp(wrist, tip, 0.5), x), palm),
      rod(mirror(hip, x), [hip[0] * x, ankle, 0], leg, leg * 0.85),
      ball([hip[0] * x, ankle * 0.55, leg * 0.9], [leg * 1.1, ankle * 0.55, leg * 2.1]),
    ]),
  ];
}

/** What a figure wears or carries, with its name in the tables. */
type Worn = { name: string; parts: Part[] };

const nothing: Worn = { name: '', parts: [] };

/** One of the `makers` in a share of all cases. */
function sometimes(random: () => number, share: number, makers: Record<string, () => Part[]>): Worn {
  const names = Object.keys(makers);
  const [drawn, which] = [random(), random()];
  const name = names[Math.floor(which * names.length)]!;
  return drawn < share ? { name, parts: makers[name]!() } : nothing;
}

const headGear = ({
  random,
  head: {
    centre: [, y],
    radii: [rx, ry, rz],
  },
}: Build): Worn =>
  sometimes(random, 0.3, {
    'witch hat': () => [
      ball([0, y + ry * 0.72, 0], [rx * 1.7, 0.015, rz * 1.7]),
      rod([0, y + ry * 0.7, 0], [0.05, y + ry * 2.1, -0.08], rx * 0.8, 0.02),
    ],
    'top hat': () => [
      ball([0, y + ry * 0.8, 0], [rx * 1.3, 0.02, rz * 1.3]),
      box([0, y + ry * 1.25, 0], [rx * 1.3, ry * 0.9, rz * 1.3]),
    ],
    helmet: () => [
      ball([0, y + ry * 0.15, -rz * 0.05], [rx * 1.12, ry * 1.02, rz * 1.12]),
      ...both((x) => [rod([x * rx, y + ry * 0.5, 0], [x * rx * 1.7, y + ry * 1.3, 0], rx * 0.2, 0.01)]),
    ],
    crown: () => [
      sheet((u, v) => {
        const [a, r] = [u * 2 * Math.PI, 0.75 * rx];
        return [r * Math.cos(a), y + ry * (0.75 + 0.4 * v), r * Math.sin(a)];
      }),
    ],
  });

const hair = ({
  random,
  head: {
    centre: [, y],
    radii: [rx, ry, rz],
  },
  neck,
  half,
}: Build): Worn => {
  const low = neck * (0.3 + 0.6 * random());
  return sometimes(random, 0.75, {
    pigtails: () =>
      both((x) => [
        rod([x * rx * 0.95, y, -rz * 0.2], [x * (rx + 0.1), low, -rz * 0.2], rx * 0.28, rx * 0.1),
      ]),
    bunches: () => both((x) => [ball([x * rx * 1.15, y + ry * 0.75, 0], rx * 0.45)]),
    ponytail: () => [rod([0, y + ry * 0.5, -rz * 0.9], [0, low, -rz * 1.5], rx * 0.3, rx * 0.08)],
    'long hair': () => [
      sheet((u, v) => {
        const a = Math.PI * (1.05 + 0.9 * u);
        return [rx * 1.08 * Math.cos(a), y + ry * 0.6 - (y + ry * 0.6 - low) * v, rz * 1.08 * Math.sin(a)];
      }),
    ],
    spikes: () =>
      Array.from({ length: 5 }, (_, i) => {
        const a = (i / 4) * Math.PI;
        const out = (r: number): Vec3 => [rx * r * Math.cos(a), y + ry * r * Math.sin(a), -rz * 0.3];
        return rod(out(0.8), out(1.55), rx * 0.3, 0.01);
      }),
    bob: () => [ball([0, y - ry * 0.1, -rz * 0.15], [Math.max(rx * 1.12, half), ry * 1.05, rz * 1.02])],
  });
};

const ears = ({
  random,
  head: {
    centre: [, y],
    radii: [rx, ry],
  },
}: Build): Worn =>
  sometimes(random, 0.35, {
    'cat ears': () =>
      both((x) => [rod([x * rx * 0.6, y + ry * 0.7, 0], [x * rx * 0.8, y + ry * 1.4, 0], rx * 0.28, 0.01)]),
    'rabbit ears': () =>
      both((x) => [rod([x * rx * 0.4, y + ry * 0.8, 0], [x * rx * 0.7, y + ry * 2.4, 0], rx * 0.2)]),
    'elf ears': () =>
      both((x) => [rod([x * rx * 0.9, y, 0], [x * rx * 1.9, y + ry * 0.3, -0.03], rx * 0.16, 0.01)]),
    'floppy ears': () =>
      both((x) => [
        rod([x * rx * 0.7, y + ry * 0.7, 0], [x * rx * 1.4, y - ry * 0.7, 0], rx * 0.22, rx * 0.28),
      ]),
  });

function cape({ random, neck, hips, half, deep }: Build): Worn {
  const [flare, hem, wrap] = [1.1 + 1.5 * random(), hips * (0.05 + 0.6 * random()), 0.15 * random()];
  return sometimes(random, 0.45, {
    cape: () => [
      sheet((u, v) => {
        const a = Math.PI * (1 - wrap + (1 + 2 * wrap) * u);
        const wide = half * (1.05 + (flare - 1.05) * v);
        return [wide * Math.cos(a), neck + (hem - neck) * v, deep * (1.15 + 0.6 * v) * Math.sin(a) - 0.01];
      }),
    ],
  });
}

function skirt({ random, neck, hips, half, deep, leg }: Build): Worn {
  const waist = hips + (neck - hips) * 0.35;
  const [flare, hem] = [1.2 + 1.2 * random(), hips * (0.02 + 0.7 * random())];
  const cone = () =>
    sheet((u, v) => {
      const [a, wide] = [u * 2 * Math.PI, 0.95 + (flare - 0.95) * v];
      return [
        Math.max(half, leg * 2) * wide * Math.cos(a),
        waist + (hem - waist) * v,
        Math.max(deep, leg * 1.5) * wide * Math.sin(a),
      ];
    });
  return sometimes(random, 0.35, { [hem < hips * 0.15 ? 'gown' : 'skirt']: () => [cone()] });
}

const held = ({ random, tip: [x, y], half, neck, deep, hips }: Build): Worn =>
  sometimes(random, 0.5, {
    sword: () => [box([x, y + 0.02, 0.3], [0.05, 0.03, 0.75]), box([x, y + 0.02, 0.02], [0.16, 0.04, 0.04])],
    staff: () => [rod([x, 0.02, 0.04], [x, neck + 0.5, 0.04], 0.02), ball([x, neck + 0.55, 0.04], 0.08)],
    shield: () => [ball([-x - 0.03, y, 0.02], [0.03, 0.28, 0.24])],
    hammer: () => [rod([x, y - 0.1, 0], [x, y + 0.7, 0.1], 0.025), box([x, y + 0.7, 0.1], [0.3, 0.18, 0.18])],
    backpack: () => [box([0, (neck + hips) / 2, -deep - 0.12], [half * 1.8, (neck - hips) * 0.9, 0.22])],
  });

const grown = ({ random, hips, deep, neck, half }: Build): Worn =>
  sometimes(random, 0.25, {
    tail: () => [
      rod([0, hips, -deep * 0.8], [0.15, hips * 0.9, -0.35], 0.04),
      rod([0.15, hips * 0.9, -0.35], [0.2, neck, -0.5], 0.04, 0.03),
    ],
    wings: () =>
      both((x) => [
        sheet((u, v) => [
          x * (half * 0.3 + u * 0.55),
          neck - 0.05 + (v - 0.4) * 0.7 * u + u * 0.15,
          -deep - 0.03 - 0.15 * u,
        ]),
      ]),
  });
