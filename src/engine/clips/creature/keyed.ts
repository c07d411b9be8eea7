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
import { type Flesh, settle } from '../flesh.js';
import { lowestOfBody } from '../lowest.js';
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
  const pose = (phase: number) => poseAt(creature, motion, phase);
  return once ? sequence(name, seconds, count, pose) : loop(name, seconds, count, pose);
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

function poseAt(creature: Creature, motion: KeyedMotion, phase: number): Pose {
  const { skeleton, flesh, unit, base } = creature;
  const loops = !motion.once;
  const below = base(loops ? phase : 0);
  const rotations = new Map(below.rotations);
  for (const [joint, turn] of turnsOf(skeleton, motion, phase, loops))
    rotations.set(joint, multiply(rotations.get(joint) ?? still, turn));
  const rootOffset = add(below.rootOffset, scale(valueAt(motion.root, phase, loops), unit));
  const lying = valueAt(motion.lying, phase, loops)[0];
  const standing = { rotations, rootOffset };
  if (lying < 1) plantFeet(creature, motion, phase, standing, 1 - lying);
  if (!flesh) return standing;
  if (lying > 0) return settle(skeleton, flesh, standing, lying);
  const depth = creature.legs.length > 0 ? depthOfTrunk(skeleton, flesh, standing) : 0;
  if (depth <= 0) return standing;
  const raised = { rotations, rootOffset: add(rootOffset, [0, depth, 0]) };
  plantFeet(creature, motion, phase, raised, 1);
  return raised;
}

/** What the body sinks onto; feet have their places, and tails and wings are lifted. */
const sinking = /^(hips|spine|chest|abdomen|thorax|neck|head|jaw)|(Upper|Lower)Leg$/;

/** How deep a low body, thick legs or a bent neck are below the ground. */
const depthOfTrunk = (skeleton: Skeleton, { hulls }: Flesh, pose: Pose): number =>
  Math.max(0, -lowestOfBody(hulls, placeJoints(skeleton, pose), sinking));

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
  pose: { rotations: Map<string, Quaternion>; rootOffset: Vec3 },
  share: number,
): void {
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
      pose.rotations.set(name, blendTurns(pose.rotations.get(name) ?? still, turn, share));
  }
}
