/**
 * Game characters drawn from a seed: separate closed pieces, rigid or bent by a few bones, with the weights that an
 * artist paints on them.
 */
import { add, clamp, dot, lerp, sub, type Vec3 } from '../../src/engine/geometry/vec.js';
import { createRandom } from '../../src/engine/random.js';
import type { Body, Point, Truth } from './body.js';
import type { Part } from './creature.js';
import { ball, both, box, limb, rod, sheet } from './shapes.js';

type Share = readonly [bone: string, weight: number];
type Painted = Part & { paint(p: Vec3): readonly Share[] };
type Bones = Truth['bones'];

const rigid = (bone: string, ...parts: Part[]): Painted[] =>
  parts.map((part) => ({ ...part, paint: () => [[bone, 1]] }));

/** Each bone of a chain hands over to the next within `width` metres around their joint. */
const bending = (bones: Bones, chain: readonly string[], width: number, part: Part): Painted => ({
  ...part,
  paint(p) {
    const shares: Share[] = [];
    let rest = 1;
    for (const name of chain.toReversed()) {
      const { head, tail } = bones[name]!;
      const along = sub(tail, head);
      const s = dot(sub(p, head), along) / Math.hypot(...along);
      const share = name === chain[0] ? rest : rest * clamp(s / width + 0.5, 0, 1);
      if (share > 0) shares.push([name, share]);
      rest -= share;
    }
    return shares;
  },
});

/** Measurements in metres; positions are of the left side. */
type Build = ReturnType<typeof drawBuild>;

function drawBuild(seed: number) {
  const random = createRandom(seed * 6151 + 29);
  const between = (low: number, high: number) => low + (high - low) * random();
  const is = (share: number) => random() < share;
  const tall = between(1.2, 1.9);
  const skull = between(0.16, 0.46) * tall;
  const neck = tall - skull;
  const hips = neck * between(0.38, 0.55);
  const half = between(0.085, 0.16) * tall;
  const [arm, leg] = [between(0.028, 0.055) * tall, between(0.035, 0.065) * tall];
  const slope = ([0, 30, 55, 75][Math.floor(random() * 4)]! * Math.PI) / 180;
  const reach = neck * between(0.48, 0.62);
  const shoulder: Vec3 = [half + arm * 0.3, neck - arm * 1.4, 0];
  const on = (share: number) =>
    add(shoulder, [Math.cos(slope) * reach * share, -Math.sin(slope) * reach * share, 0]);
  const hip: Vec3 = [Math.max(half * 0.5, leg * 1.05), hips, 0];
  const ankle = Math.max(0.05 * tall, leg * 0.8);
  return {
    random,
    between,
    is,
    tall,
    neck,
    hips,
    half,
    deep: half * between(0.55, 0.9),
    skull,
    arm,
    leg,
    shoulder,
    elbow: on(0.45),
    wrist: on(0.82),
    tip: on(1),
    hip,
    knee: [hip[0], (hips + ankle) / 2, 0.01] as Vec3,
    ankle: [hip[0], ankle, 0] as Vec3,
    toes: [hip[0], ankle * 0.35, leg * 1.6] as Vec3,
    // Artists let a joint bend over about its thickness.
    soft: between(0.3, 1.4),
  };
}

const flip = ([x, y, z]: Vec3, side: number): Vec3 => [x * side, y, z];
const suffix = (side: number) => (side > 0 ? 'l' : 'r');

function bonesOf(build: Build): Bones {
  const { neck, hips, tall, shoulder, elbow, wrist, tip, hip, knee, ankle, toes } = build;
  const [waist, chest]: Vec3[] = [
    lerp([0, hips, 0], [0, neck, 0], 0.3),
    lerp([0, hips, 0], [0, neck, 0], 0.6),
  ];
  const bones: Bones = {};
  const put = (name: string, parent: string | null, head: Vec3, tail: Vec3) => {
    bones[name] = { head: [...head] as Point, tail: [...tail] as Point, parent };
  };
  put('hips', null, [0, hips, 0], waist!);
  put('spine', 'hips', waist!, chest!);
  put('chest', 'spine', chest!, [0, neck, 0]);
  put('head', 'chest', [0, neck, 0], [0, tall, 0]);
  for (const x of [1, -1]) {
    const of = (name: string) => `${name}.${suffix(x)}`;
    const chain = (names: readonly string[], parent: string, points: readonly Vec3[]) =>
      names.forEach((name, i) => {
        put(of(name), i === 0 ? parent : of(names[i - 1]!), flip(points[i]!, x), flip(points[i + 1]!, x));
      });
    chain(['upperarm', 'lowerarm', 'hand'], 'chest', [shoulder, elbow, wrist, tip]);
    chain(['upperleg', 'lowerleg', 'foot'], 'hips', [hip, knee, ankle, toes]);
  }
  return bones;
}

function torsoOf({ is, half, deep, hips, neck, soft, tall }: Build, bones: Bones): Painted[] {
  const low = hips - 0.04 * tall;
  if (is(0.35)) {
    const middle = hips + (neck - hips) * 0.32;
    return [
      ...rigid('hips', box([0, (low + middle) / 2, 0], [half * 1.8, middle - low, deep * 1.8])),
      ...rigid('chest', box([0, (middle + neck) / 2, 0], [half * 2, neck - middle, deep * 2])),
    ];
  }
  const tube = limb(
    [
      [0, low, 0],
      [0, neck, 0],
    ],
    [half * 0.9, half],
    (neck - low) / 9,
  );
  for (let i = 2; i < tube.positions.length; i += 3) tube.positions[i]! *= deep / half;
  return [bending(bones, ['hips', 'spine', 'chest'], soft * half, tube)];
}

type Limb = {
  at: [Vec3, Vec3, Vec3];
  half: number;
  /** Radii of the lower segment's ends, as shares of `half`. */
  below: [number, number];
  split: boolean;
  soft: number;
};

/** Two segments of a limb: rigid pieces, or one tube that bends between them. */
function segments(bones: Bones, [upper, lower]: [string, string], made: Limb): Painted[] {
  const { at, half, below, split, soft } = made;
  const [from, bend, to] = at;
  if (!split)
    return [bending(bones, [upper, lower], soft * half * 2, limb(at, [half, half * 0.8], half * 0.9))];
  return [
    ...rigid(upper, rod(from, bend, half, half * 0.9)),
    ...rigid(lower, rod(bend, to, half * below[0], half * below[1])),
  ];
}

function armsOf(build: Build, bones: Bones): Painted[] {
  const { is, arm, shoulder, elbow, wrist, tip, soft } = build;
  const [split, boxy, pads] = [is(0.3), is(0.4), is(0.4)];
  return [1, -1].flatMap((x) => {
    const [upper, lower, hand] = ['upperarm', 'lowerarm', 'hand'].map((name) => `${name}.${suffix(x)}`) as [
      string,
      string,
      string,
    ];
    const [from, bend, to] = [shoulder, elbow, wrist].map((p) => flip(p, x)) as [Vec3, Vec3, Vec3];
    const palm = flip(lerp(wrist, tip, 0.5), x);
    return [
      ...segments(bones, [upper, lower], {
        at: [from, bend, to],
        half: arm,
        below: [0.95, 0.85],
        split,
        soft,
      }),
      ...rigid(hand, boxy ? box(palm, [arm * 2.4, arm * 2.4, arm * 2.4]) : ball(palm, arm * 1.35)),
      ...(pads ? rigid(upper, ball(add(from, [x * arm * 0.3, arm * 0.5, 0]), arm * 1.6)) : []),
    ];
  });
}

function legsOf(build: Build, bones: Bones): Painted[] {
  const { is, leg, hip, knee, ankle, toes, soft } = build;
  const [split, boots] = [is(0.25), is(0.5)];
  return [1, -1].flatMap((x) => {
    const [upper, lower, foot] = ['upperleg', 'lowerleg', 'foot'].map((name) => `${name}.${suffix(x)}`) as [
      string,
      string,
      string,
    ];
    const [from, bend, to] = [hip, knee, ankle].map((p) => flip(p, x)) as [Vec3, Vec3, Vec3];
    const sole = flip(lerp(ankle, toes, 0.5), x);
    return [
      ...segments(bones, [upper, lower], {
        at: [from, bend, to],
        half: leg,
        below: [0.92, 0.8],
        split,
        soft,
      }),
      ...rigid(foot, ball([sole[0], ankle[1] * 0.6, sole[2]], [leg * 1.1, ankle[1] * 0.6, leg * 1.8])),
      ...(boots ? rigid(lower, rod(lerp(bend, to, 0.45), to, leg * 1.12, leg)) : []),
    ];
  });
}

function headOf({ is, skull, neck, half }: Build): Painted[] {
  const [y, r]: [number, number] = [neck + skull / 2, skull / 2];
  return rigid(
    'head',
    ...(is(0.3) ? [box([0, y, 0], [skull, skull * 0.9, skull * 0.9])] : [ball([0, y, 0], [r * 1.05, r, r])]),
    rod([0, neck - r * 0.1, 0], [0, neck + r * 0.3, 0], half * 0.35),
    ...both((x) => [ball([x * r * 0.4, y + r * 0.1, r * 0.95], r * 0.14)]),
    ...(is(0.5) ? [ball([0, y + r * 0.25, -r * 0.15], [r * 1.15, r * 0.95, r * 1.1])] : []),
    ...(is(0.3) ? [rod([0, y + r * 0.6, 0], [0, y + r * 2, -r * 0.2], r * 0.9, r * 0.05)] : []),
    ...(is(0.3)
      ? both((x) => [rod([x * r * 0.8, y + r * 0.4, 0], [x * r * 1.2, y + r * 1.4, 0], r * 0.2, 0.01)])
      : []),
  );
}

function wornOf({ is, half, deep, hips, neck, leg }: Build): Painted[] {
  const belt = rod([0, hips + 0.02, 0], [0, hips + 0.06, 0], half);
  for (let i = 2; i < belt.positions.length; i += 3) belt.positions[i]! *= deep / half + 0.1;
  const cape = sheet((u, v) => {
    const a = Math.PI * (1 + u);
    return [
      half * (1 + v * 0.5) * Math.cos(a),
      neck + (hips * 0.4 - neck) * v,
      deep * (1.15 + 0.4 * v) * Math.sin(a),
    ];
  });
  const skirt = limb(
    [
      [0, hips + 0.06, 0],
      [0, hips * 0.62, 0],
    ],
    [half * 1.05, Math.max(half * 1.4, leg * 2.6)],
    0.06,
  );
  return [
    ...(is(0.6) ? rigid('hips', belt) : []),
    ...(is(0.3) ? rigid('chest', cape) : []),
    ...(is(0.3) ? rigid('hips', skirt) : []),
    ...(is(0.3)
      ? rigid('chest', box([0, (hips + neck) / 2 + 0.05, -deep - 0.08], [half * 1.5, half * 1.8, 0.16]))
      : []),
  ];
}

/** Even seeds are for development, odd ones are held out. */
export const gameCharacters = ({ heldOut, most }: { heldOut: boolean; most: number }): Body[] =>
  Array.from({ length: most }, (_, i) => makeGameCharacter(i * 2 + Number(heldOut)));

function makeGameCharacter(seed: number): Body {
  const build = drawBuild(seed);
  const bones = bonesOf(build);
  const pieces = [
    ...torsoOf(build, bones),
    ...headOf(build),
    ...armsOf(build, bones),
    ...legsOf(build, bones),
    ...wornOf(build),
  ];
  const positions: number[] = [];
  const faces: string[] = [];
  const weights: Truth['weights'] = Object.fromEntries(Object.keys(bones).map((name) => [name, []]));
  for (const { positions: own, indices, paint } of pieces) {
    const first = positions.length / 3;
    for (let v = 0; v < own.length / 3; v++) {
      const p: Vec3 = [own[v * 3]!, own[v * 3 + 1]!, own[v * 3 + 2]!];
      for (const [bone, weight] of paint(p)) weights[bone]!.push([first + v, weight]);
      positions.push(...p);
    }
    for (let t = 0; t < indices.length; t += 3)
      faces.push(`f ${[0, 1, 2].map((k) => first + indices[t + k]! + 1).join(' ')}`);
  }
  const rows = Array.from({ length: positions.length / 3 }, (_, v) =>
    ['v', ...positions.slice(v * 3, v * 3 + 3)].join(' '),
  );
  return {
    name: `game character ${seed}`,
    obj: [...rows, ...faces].join('\n'),
    positions: Float64Array.from(positions),
    truth: { bones, weights },
  };
}
