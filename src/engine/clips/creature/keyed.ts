/**
 * Motions of animals: turns of named joints on top of a basic pose, in keys, while the feet stay where they are or go
 * where the keys say.
 */
import { add, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { jointOf, type Skeleton } from '../../skeleton/skeleton.js';
import { blendTurns } from '../blend.js';
import {
  type Clip,
  invert,
  loop,
  multiply,
  type Pose,
  placeJoints,
  type Quaternion,
  reachFrom,
  rotateBy,
  sequence,
  still,
  type TwoBoneLimb,
  turnBy,
} from '../clip.js';
import type { Flesh } from '../flesh.js';
import { liftPose, liftsOf } from '../settle.js';
import { createTrack, sampleTrack, type Track } from '../track.js';
import { wave } from '../wave.js';

/** A time and three values: radians about X, Y and Z, or lengths. */
export type Row = readonly [time: number, x: number, y?: number, z?: number];

export type KeyedMotion = {
  name: string;
  seconds: number;
  once?: true;
  /** Offset of the root joint. */
  root?: readonly Row[];
  /**
   * By joint, by its name without the side (the right one mirrors the left one), or `tail`, `spine` or `all` for a
   * chain whose joints follow one another.
   */
  turns?: Readonly<Record<string, readonly Row[]>>;
  /** Offsets of feet from their places, by the beginning of their names. */
  feet?: Readonly<Record<string, readonly Row[]>>;
  /** Adds a sine: joint, component, size, cycles. */
  beats?: readonly (readonly [joint: string, component: 0 | 1 | 2, size: number, cycles: number])[];
  /** First value: how far the body lies on the ground; then legs follow `turns`. */
  lying?: readonly Row[];
};

export type Creature = {
  skeleton: Skeleton;
  flesh: Flesh | null;
  /** Unit of offsets in metres. */
  unit: number;
  legs: readonly TwoBoneLimb[];
  /** The pose below the keys. */
  base: (phase: number) => Pose;
};

/** Poses of a second, and of the fastest oscillation. */
const [perSecond, perBeat] = [16, 6];

export function keyedClip(creature: Creature, motion: KeyedMotion): Clip {
  const { name, seconds, once, beats = [] } = motion;
  const fastest = Math.max(0, ...beats.map(([, , , cycles]) => cycles));
  const count = Math.max(14, Math.round(seconds * perSecond), fastest * perBeat);
  const poses = posesOf(creature, motion, count);
  const pose = (phase: number) => poses[Math.round(phase * count)]!;
  return once ? sequence(name, seconds, count, pose) : loop(name, seconds, count, pose);
}

/** The poses, lifted out of the ground or lowered to it, with the feet brought to their places afterwards. */
function posesOf(creature: Creature, motion: KeyedMotion, count: number): Pose[] {
  const { skeleton, flesh, legs } = creature;
  const hung = Array.from({ length: motion.once ? count + 1 : count }, (_, i) => ({
    phase: i / count,
    pose: hangingAt(creature, motion, i / count),
    lying: valueAt(motion.lying, i / count, !motion.once)[0],
  }));
  const plant = (pose: Pose, i: number): Pose => {
    const { phase, lying } = hung[i]!;
    return plantFeet(creature, motion, phase, pose, 1 - lying);
  };
  const poses = hung.map(({ pose }, i) => plant(pose, i));
  if (!flesh || !(legs.length > 0 || motion.lying)) return poses;
  const settling = { flesh, ground: 0, interval: motion.seconds / count, loops: !motion.once };
  const lifts = (of: readonly Pose[]) =>
    liftsOf(
      of.map((pose, i) => ({ placed: placeJoints(skeleton, pose), lying: hung[i]!.lying })),
      settling,
    );
  const first = lifts(poses);
  if (first.every((lift) => lift === 0)) return poses;
  const lifted = poses.map((pose, i) =>
    first[i] === 0 ? pose : plant(liftPose(hung[i]!.pose, first[i]!), i),
  );
  if (!motion.lying) return lifted;
  // Feet that are half let go may have gone below the ground.
  const second = lifts(lifted);
  return lifted.map((pose, i) => liftPose(pose, second[i]!));
}

/** Tracks of the tables, which never change. */
const tracks = new WeakMap<readonly Row[], Track>();

function valueAt(rows: readonly Row[] | undefined, at: number, loops: boolean, lag = 0): Vec3 {
  if (!rows) return [0, 0, 0];
  const track =
    tracks.get(rows) ??
    createTrack(
      rows.map(([time]) => time),
      rows.map(([, x, y = 0, z = 0]) => Float64Array.of(x, y, z)),
      loops,
    );
  tracks.set(rows, track);
  return [...sampleTrack(track, at, new Float64Array(3).fill(lag))] as unknown as Vec3;
}

/** The pose with its turns, before its feet are brought to their places. */
function hangingAt({ skeleton, unit, base }: Creature, motion: KeyedMotion, phase: number): Pose {
  const loops = !motion.once;
  const below = base(loops ? phase : 0);
  const rotations = new Map(below.rotations);
  for (const [joint, turn] of turnsOf(skeleton, motion, phase, loops))
    rotations.set(joint, multiply(rotations.get(joint) ?? still, turn));
  return { rotations, rootOffset: add(below.rootOffset, scale(valueAt(motion.root, phase, loops), unit)) };
}

function turnsOf(
  skeleton: Skeleton,
  motion: KeyedMotion,
  phase: number,
  loops: boolean,
): [string, Quaternion][] {
  const beats = motion.beats ?? [];
  const named = new Set([...Object.keys(motion.turns ?? {}), ...beats.map(([name]) => name)]);
  return [...named].flatMap((name) =>
    jointsOf(skeleton, name).map(({ joint, side, rank }): [string, Quaternion] => {
      const lag = 0.035 * rank;
      const turn = [...valueAt(motion.turns?.[name], phase, loops, loops ? lag : 0)];
      for (const [one, component, size, cycles] of beats)
        if (one === name) turn[component]! += size * wave(phase, cycles, -lag);
      return [joint, turnBy(turn[0]!, side * turn[1]!, side * turn[2]!)];
    }),
  );
}

type Found = { joint: string; side: 1 | -1; rank: number };

function jointsOf({ joints }: Skeleton, name: string): Found[] {
  const chain =
    name === 'all' ? /./ : name === 'tail' || name === 'spine' ? new RegExp(`^${name}(\\d|Fin)?$`) : null;
  if (chain)
    return joints
      .slice(name === 'all' ? 1 : 0)
      .filter((joint) => chain.test(joint.name))
      .map((joint, rank) => ({ joint: joint.name, side: 1, rank }));
  return joints.flatMap((joint): Found[] => {
    if (joint.name === name || joint.name === `left${name}`) return [{ joint: joint.name, side: 1, rank: 0 }];
    return joint.name === `right${name}` ? [{ joint: joint.name, side: -1, rank: 0 }] : [];
  });
}

/** Brings the feet to their places under the posed body; `share` blends with the legs as they are. */
function plantFeet(
  { skeleton, legs, unit }: Creature,
  motion: KeyedMotion,
  phase: number,
  pose: Pose,
  share: number,
): Pose {
  if (share <= 0 || legs.length === 0) return pose;
  const rotations = new Map(pose.rotations);
  const placed = placeJoints(skeleton, pose);
  for (const { upper, lower, end } of legs) {
    const parent = placed.get(jointOf(skeleton, upper).parent!)!;
    const entry = Object.entries(motion.feet ?? {}).find(([name]) => end.startsWith(name));
    const step = scale(valueAt(entry?.[1], phase, !motion.once), unit * share);
    const [hip, knee, foot] = [upper, lower, end].map((name) => jointOf(skeleton, name).position) as [
      Vec3,
      Vec3,
      Vec3,
    ];
    const [thigh, shin] = [sub(knee, hip), sub(foot, knee)];
    const wish = sub(add(foot, step), placed.get(upper)!.position);
    const straight = normalize(sub(foot, hip));
    const bent = sub(thigh, scale(straight, dot(thigh, straight)));
    const pole = rotateBy(parent.rotation, Math.hypot(...bent) > 1e-6 ? normalize(bent) : [0, 1, 0]);
    const [first, second] = reachFrom(parent.rotation, [thigh, shin], wish, pole);
    const turns = [
      [upper, multiply(invert(parent.rotation), first)],
      [lower, multiply(invert(first), second)],
      [end, invert(second)],
    ] as const;
    for (const [name, turn] of turns)
      rotations.set(name, blendTurns(rotations.get(name) ?? still, turn, share));
  }
  return { ...pose, rotations };
}
