/** What posing a person needs to know of the body. */
import { distance, dot, length, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { type Side, type Skeleton, sides } from '../../skeleton/skeleton.js';
import { type Quaternion, turnTo } from '../clip.js';
import type { Flesh } from '../flesh.js';
import { profileOf } from '../profile.js';
import { type FingerBone, fingerBones } from './fingers.js';
import { type Held, splitHeld } from './held.js';

export type ArmBones = {
  side: Side;
  shoulder: Vec3;
  upper: Vec3;
  elbow: Vec3;
  wrist: Vec3;
  /** From the wrist to the tips of the fingers, at rest. */
  hand: Vec3;
  /** World rotations that make the upper arm and the forearm hang straight down. */
  hang: readonly [Quaternion, Quaternion];
  /** Points of the forearm's surface relative to the elbow, and of the hand's relative to the wrist. */
  outlines: readonly [readonly Vec3[], readonly Vec3[]];
  handRadius: number;
  /** Points of the hand's surface, relative to the wrist. */
  palm: readonly Vec3[];
  held: Held | null;
  fingers: readonly FingerBone[];
};

export type LegBones = {
  side: Side;
  hip: Vec3;
  knee: Vec3;
  ankle: Vec3;
  /** What the foot and toes move, relative to the ankle. */
  sole: readonly Vec3[];
  /** Height of the lowest of these points at rest, at most 0. */
  soleDepth: number;
  /** What the lower leg moves, relative to the knee. */
  shin: readonly Vec3[];
};

export type Body = {
  skeleton: Skeleton;
  flesh: Flesh | null;
  names: ReadonlySet<string>;
  places: ReadonlyMap<string, Vec3>;
  /** The highest joint of the chest, which carries the shoulders. */
  girdle: string;
  /** Height of the hip joints. */
  hip: number;
  /** Height of what the soles stand on. */
  ground: number;
  arms: readonly ArmBones[];
  legs: readonly LegBones[];
};

const down: Vec3 = [0, -1, 0];

export function bodyOf(skeleton: Skeleton, flesh: Flesh | null): Body {
  const places = new Map(skeleton.joints.map(({ name, position }) => [name, position]));
  const at = (name: string): Vec3 => places.get(name)!;
  const arms = sides.map((side): ArmBones => {
    const [upper, elbow, wrist] = ['UpperArm', 'LowerArm', 'Hand'].map((part) => at(side.name + part)) as [
      Vec3,
      Vec3,
      Vec3,
    ];
    const hand = sub(handTip(skeleton, side, wrist), wrist);
    const hang = [turnTo(sub(elbow, upper), down), turnTo(sub(wrist, elbow), down)] as const;
    const { own, held } = splitHeld(flesh?.arms.get(`${side.name}Hand`) ?? [], hand, hang[1]);
    const palm = held ? own : (flesh?.hulls.get(`${side.name}Hand`) ?? []);
    return {
      side,
      shoulder: places.get(`${side.name}Shoulder`) ?? upper,
      upper,
      elbow,
      wrist,
      hand,
      hang,
      outlines: [
        outlineOf(flesh?.arms.get(`${side.name}LowerArm`) ?? [], sub(wrist, elbow)),
        outlineOf(own, hand),
      ],
      handRadius: radiusOf(palm, hand),
      palm,
      held,
      fingers: fingerBones(skeleton, side),
    };
  });
  const legs = sides.map((side): LegBones => {
    const ankle = at(`${side.name}Foot`);
    const toes = places.get(`${side.name}Toes`);
    const own = flesh?.hulls.get(`${side.name}Foot`) ?? [];
    const ahead = toes ? (flesh?.hulls.get(`${side.name}Toes`) ?? []) : [];
    const shift = toes ? sub(toes, ankle) : ([0, 0, 0] as const);
    const tips = skeleton.joints
      .filter(({ name }) => name === `${side.name}Toes` || name === `${side.name}Foot`)
      .map(({ tail }) => sub(tail, ankle));
    const sole = [...own, ...ahead.map(([x, y, z]): Vec3 => [x + shift[0], y + shift[1], z + shift[2]])];
    const stood = sole.length > 0 ? sole : tips;
    return {
      side,
      hip: at(`${side.name}UpperLeg`),
      knee: at(`${side.name}LowerLeg`),
      ankle,
      sole: stood,
      soleDepth: stood.reduce((low, [, y]) => Math.min(low, y), 0),
      shin: flesh?.hulls.get(`${side.name}LowerLeg`) ?? [],
    };
  });
  return {
    skeleton,
    flesh,
    names: new Set(places.keys()),
    places,
    girdle: places.has('upperChest') ? 'upperChest' : 'chest',
    hip: at('leftUpperLeg')[1],
    ground: Math.min(...legs.flatMap(({ ankle, sole }) => sole.map(([, y]) => ankle[1] + y))),
    arms,
    legs,
  };
}

/** The end of the longest finger, or of the hand. */
function handTip({ joints }: Skeleton, side: Side, wrist: Vec3): Vec3 {
  const ends = joints.filter(({ name }) => name.startsWith(side.name) && /Hand$|Distal$/.test(name));
  return ends.reduce((far, { tail }) => (distance(tail, wrist) > distance(far, wrist) ? tail : far), wrist);
}

/** The outermost points around a bone. */
function outlineOf(points: readonly Vec3[], bone: Vec3): Vec3[] {
  const grid = { step: length(bone) / 3, sectors: 8 };
  const { furthest } = profileOf(points, grid, turnTo(bone, [0, 1, 0]));
  return furthest.filter((point) => point !== undefined);
}

/** The greatest distance of a bone's surface from its line, without what ends it. */
function radiusOf(points: readonly Vec3[], bone: Vec3): number {
  const along = normalize(bone);
  const spans = points.map((point) => {
    const aside = sub(point, scale(along, dot(point, along)));
    return Math.hypot(...aside);
  });
  spans.sort((a, b) => a - b);
  return spans[Math.floor(spans.length * 0.6)] ?? 0;
}
