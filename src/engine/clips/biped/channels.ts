/**
 * The numbers that describe a pose of a person, independent of body and rest pose. Angles are radians, lengths are hip
 * heights. All zero is a relaxed stand.
 */
import { createTrack, type Track } from '../track.js';

/** Forward, to the left, and roll to the right for the trunk. */
type Turn = readonly [pitch: number, yaw?: number, roll?: number];
/** Forward, away from the body, inwards about its own axis, and the elbow. */
type Arm = readonly [swing: number, out?: number, twist?: number, elbow?: number];
/** Offset from the rest place (to the left, up, forward), toes down, toes to the left, thickness below the sole. */
type Foot = readonly [x: number, y?: number, z?: number, pitch?: number, yaw?: number, clear?: number];
/** Thigh forward and to the side, knee. Used as far as `free` is 1; feet reach for their places otherwise. */
type Leg = readonly [swing: number, out?: number, knee?: number];

/** Share of the palm on the ground; forward of the shoulder and up, in hip heights. */
type Palm = readonly [share: number, forward?: number, up?: number];

/** One key pose; what it leaves out is relaxed. Plurals are of both sides. */
export type KeyPose = {
  move?: readonly [x: number, y: number, z?: number];
  hips?: Turn;
  spine?: Turn;
  chest?: Turn;
  neck?: Turn;
  head?: Turn;
  arms?: Arm;
  leftArm?: Arm;
  rightArm?: Arm;
  hands?: readonly [bend: number, aside?: number];
  leftHand?: readonly [bend: number, aside?: number];
  rightHand?: readonly [bend: number, aside?: number];
  feet?: Foot;
  leftFoot?: Foot;
  rightFoot?: Foot;
  legs?: Leg;
  leftLeg?: Leg;
  rightLeg?: Leg;
  /** How far the knee is on the ground, below the thigh that `legs` turns. */
  knees?: number;
  leftKnee?: number;
  rightKnee?: number;
  palms?: Palm;
  leftPalm?: Palm;
  rightPalm?: Palm;
  /** 0 is a relaxed hand, 1 a fist, -0.3 a flat hand. */
  grips?: number;
  leftGrip?: number;
  rightGrip?: number;
  /** How straight the index finger is while the others grip. */
  point?: number;
  /** How straight the middle finger is beside it, and the thumb, while the others grip. */
  victory?: number;
  thumb?: number;
  /** How far the fingertips are at the brow. */
  leftBrow?: number;
  rightBrow?: number;
  /** How far the palm is on the thigh. */
  laps?: number;
  leftLap?: number;
  rightLap?: number;
  free?: number;
  /** How far the body is placed on the ground instead of on its feet. */
  lying?: number;
  jaw?: number;
};

type Layout = Record<string, { at: number; size: number; lag: number }>;

/** Sizes, and delays in seconds: parts further from the hips follow later. */
const sizes = {
  move: [3, 0],
  hips: [3, 0],
  spine: [3, 0.02],
  chest: [3, 0.045],
  neck: [3, 0.07],
  head: [3, 0.09],
  leftArm: [4, 0.05],
  rightArm: [4, 0.05],
  leftHand: [2, 0.11],
  rightHand: [2, 0.11],
  leftFoot: [6, 0],
  rightFoot: [6, 0],
  leftLeg: [3, 0],
  rightLeg: [3, 0],
  leftKnee: [1, 0],
  rightKnee: [1, 0],
  leftPalm: [3, 0],
  rightPalm: [3, 0],
  leftGrip: [1, 0.06],
  rightGrip: [1, 0.06],
  point: [1, 0.06],
  victory: [1, 0.06],
  thumb: [1, 0.06],
  leftBrow: [1, 0.05],
  rightBrow: [1, 0.05],
  leftLap: [1, 0.05],
  rightLap: [1, 0.05],
  free: [1, 0],
  lying: [1, 0],
  jaw: [1, 0],
} as const;
export type Channel = keyof typeof sizes;

export const layout = (() => {
  const made: Layout = {};
  let at = 0;
  for (const [name, [size, lag]] of Object.entries(sizes)) {
    made[name] = { at, size, lag };
    at += size;
  }
  return { of: made as Record<Channel, Layout[string]>, size: at };
})();

/** The number of a channel by name and component: `['head', 1]` is the head's yaw. */
export const channelAt = (name: Channel, component: number): number => layout.of[name].at + component;

/** Delays as fractions of a clip of `seconds`; the elbow follows the upper arm. */
export function lagsOf(seconds: number): Float64Array {
  const lags = new Float64Array(layout.size);
  for (const { at, size, lag } of Object.values(layout.of)) lags.fill(lag / seconds, at, at + size);
  for (const arm of ['leftArm', 'rightArm'] as const) lags[channelAt(arm, 3)]! += 0.03 / seconds;
  return lags;
}

/** A time, and a pose; without a pose the one before is held. */
export type Key = readonly [time: number, pose?: KeyPose];

export function trackOf(keys: readonly Key[], loops: boolean): Track {
  const rows: Float64Array[] = [];
  for (const [, pose] of keys) rows.push(pose ? rowOf(pose) : rows.at(-1)!);
  return createTrack(
    keys.map(([time]) => time),
    rows,
    loops,
  );
}

const relaxed: KeyPose = {
  move: [0, -0.012, 0],
  arms: [0.04, 0.16, 0.12, 0.2],
  grips: 0,
};

function rowOf(pose: KeyPose): Float64Array {
  const row = new Float64Array(layout.size);
  for (const name of Object.keys(sizes) as Channel[]) {
    const value = componentsOf(relaxed, name);
    const given = componentsOf(pose, name) ?? value;
    if (given !== undefined) row.set(typeof given === 'number' ? [given] : given, layout.of[name].at);
  }
  return row;
}

const plurals: Record<string, keyof KeyPose> = {
  Arm: 'arms',
  Hand: 'hands',
  Foot: 'feet',
  Leg: 'legs',
  Knee: 'knees',
  Palm: 'palms',
  Grip: 'grips',
  Lap: 'laps',
};

/** Values of a pair mirror: what moves the left foot to the left moves the right foot to the right. */
function componentsOf(pose: KeyPose, name: Channel): readonly number[] | number | undefined {
  const own = pose[name] as readonly number[] | number | undefined;
  if (own !== undefined) return own;
  const [, side, part] = /^(left|right)(Arm|Hand|Foot|Leg|Knee|Palm|Grip|Lap)$/.exec(name) ?? [];
  const both =
    part === undefined ? undefined : (pose[plurals[part]!] as readonly number[] | number | undefined);
  if (side === 'right' && part === 'Foot' && Array.isArray(both))
    return both.map((value: number, i) => (i === 0 || i === 4 ? -value : value));
  return both;
}

/** The same pose seen in a mirror. */
export function mirrored(pose: KeyPose): KeyPose {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(pose)) {
    const other = name.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));
    const row = value as readonly number[];
    if (/^(hips|spine|chest|neck|head)$/.test(name))
      made[other] = row.map((part, i) => (i === 0 ? part : -part));
    else if (name === 'move') made[other] = row.map((part, i) => (i === 0 ? -part : part));
    else if (/^(left|right)Foot$/.test(name))
      made[other] = row.map((part, i) => (i === 0 || i === 4 ? -part : part));
    else made[other] = value;
  }
  return made as KeyPose;
}
