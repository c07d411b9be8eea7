/**
 * Crawling on the belly. The body follows the serpenoid curve (Hirose 1993): its heading is a cosine of the distance
 * along it, and every part follows the path of the part before it, so nothing slips sideways.
 */
import { distance, type Vec3 } from '../geometry/vec.js';
import { type Joint, jointOf, type Skeleton } from '../skeleton/skeleton.js';
import { type Clip, loop, multiply, type Pose, type Quaternion, still, turnBy } from './clip.js';
import { keyedClip } from './creature/keyed.js';
import { serpentineMotions } from './creature/serpentine.js';
import type { Flesh } from './flesh.js';
import { hold, pulse, wave } from './wave.js';

export function serpentineClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const course = courseOf(skeleton);
  const base = (phase: number) => resting(course, phase);
  const travel: Vec3 = [0, 0, pathTo(course, 1, swings.moving, Math.cos)];
  const creature = { skeleton, flesh, unit: course.length, legs: [], base };
  return [
    loop('idle', 3.6, 24, (phase) => idle(course, phase)),
    { ...loop('slither', 1.6, 24, (phase) => slither(course, phase)), travel },
    loop('strike', 1.8, 30, (phase) => strike(course, phase)),
    { ...loop('sprint', 0.8, 24, (phase) => slither(course, phase)), travel },
    ...serpentineMotions.map((motion) => keyedClip(creature, motion)),
  ];
}

/** A spine bone and the distance of its middle from the neck, in wavelengths. */
type Link = { joint: Joint; towardRoot: string | null; waves: number };

/** The spine from neck to tail. */
type Course = {
  skeleton: Skeleton;
  links: readonly Link[];
  /** Position of the root, in wavelengths from the neck. */
  rootWaves: number;
  /** Length of a full wave in metres. */
  length: number;
  /** Bones that are raised off the ground. */
  raised: ReadonlySet<string>;
  floats: boolean;
};

const wavesAlong = 1.7;
/** Greatest heading in radians, while moving and while coiled at rest. */
const swings = { moving: 0.62, resting: 1.05 } as const;
type Swing = (typeof swings)[keyof typeof swings];

function courseOf(skeleton: Skeleton): Course {
  const names = ['neck', 'spine3', 'spine2', 'spine1'];
  while (skeleton.joints.some(({ name }) => name === `tail${names.length - 3}`))
    names.push(`tail${names.length - 3}`);
  const joints = names.map((name) => jointOf(skeleton, name));
  const root = joints.findIndex(({ parent }) => parent === null);
  // Bones before the root point forward from their joints, bones behind it point back.
  const spans = joints.map(({ position, tail }) => distance(position, tail));
  const total = spans.reduce((sum, span) => sum + span, 0);
  const before = (end: number) => spans.slice(0, end).reduce((sum, span) => sum + span, 0) / total;
  const low = Math.min(...joints.map(({ position }) => position[1]));
  return {
    skeleton,
    links: joints.map((joint, i) => ({
      joint,
      towardRoot: i === root ? null : names[i < root ? i + 1 : i - 1]!,
      waves: ((before(i) + before(i + 1)) / 2) * wavesAlong,
    })),
    rootWaves: before(root + 1) * wavesAlong,
    length: total / wavesAlong,
    raised: new Set(joints.filter(({ tail }) => tail[1] > low + total * 0.05).map(({ name }) => name)),
    floats: skeleton.joints.some(({ name }) => name.endsWith('UpperLeg')),
  };
}

/** Heading in radians at `u` wavelengths along the path. */
const heading = (u: number, swing: Swing): number => swing * Math.cos(2 * Math.PI * u);

/** Rotations that give every bone its heading; raised parts look ahead. */
function bendAlong({ links, raised, floats }: Course, phase: number, swing: Swing): Map<string, Quaternion> {
  const world = new Map(
    links.map(({ joint, waves }) => [
      joint.name,
      heading(phase - waves, swing) * (raised.has(joint.name) && !floats ? 0.35 : 1),
    ]),
  );
  const rotations = new Map<string, Quaternion>();
  for (const { joint, towardRoot } of links)
    rotations.set(joint.name, turnBy(0, world.get(joint.name)! - (towardRoot ? world.get(towardRoot)! : 0)));
  rotations.set('head', turnBy(0, -world.get('neck')! * 0.85));
  return rotations;
}

const steps = 64;

/** Metres along the path to `u` wavelengths, to the side (`Math.sin`) or ahead (`Math.cos`): the sum of the headings. */
function pathTo({ length }: Course, u: number, swing: Swing, of: (angle: number) => number): number {
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += (of(heading((u * (i + 0.5)) / steps, swing)) * u) / steps;
  return sum * length;
}

/** Root position on the path relative to a marker moving at constant speed. */
function rootOnRoad(course: Course, phase: number, swing: Swing): Vec3 {
  const u = phase - course.rootWaves;
  const ahead = pathTo(course, u, swing, Math.cos) - pathTo(course, 1, swing, Math.cos) * u;
  return [pathTo(course, u, swing, Math.sin), 0, ahead];
}

function slither(course: Course, phase: number): Pose {
  const rotations = bendAlong(course, phase, swings.moving);
  if (course.floats) undulate(course, rotations, phase, 0.12);
  const [x, , z] = rootOnRoad(course, phase, swings.moving);
  return { rotations, rootOffset: [x, course.floats ? course.length * 0.06 * wave(phase) : 0, z] };
}

/** Flight adds vertical bending. */
function undulate({ links }: Course, rotations: Map<string, Quaternion>, phase: number, size: number): void {
  for (const { joint, waves } of links)
    turnMore(rotations, joint.name, turnBy(size * wave(phase, 1, -waves * 1.5)));
}

function turnMore(rotations: Map<string, Quaternion>, name: string, turn: Quaternion): void {
  rotations.set(name, multiply(rotations.get(name) ?? still, turn));
}

const restPhase = 0.1;

/** Rests in bends without moving. */
function resting(course: Course, phase: number): Pose {
  const rotations = bendAlong(course, restPhase, swings.resting);
  if (course.floats) undulate(course, rotations, phase, 0.05);
  const [x, , z] = rootOnRoad(course, restPhase, swings.resting);
  return { rotations, rootOffset: [x, course.floats ? course.length * 0.05 * wave(phase) : 0, z] };
}

/** Rests in bends, with the head weaving and the tongue flicking. */
function idle(course: Course, phase: number): Pose {
  const rotations = bendAlong(course, restPhase, swings.resting);
  if (course.floats) undulate(course, rotations, phase, 0.05);
  const weave = 0.12 * wave(phase);
  turnMore(rotations, 'neck', turnBy(0.04 * wave(phase, 2), weave));
  turnMore(rotations, 'head', turnBy(-0.05 * wave(phase, 2), 0.2 * pulse(phase, 0.5, 0.9) - weave * 0.6));
  openJaw(course, rotations, 0.12 * (pulse(phase, 0.1, 0.2) + pulse(phase, 0.24, 0.34)));
  const [x, , z] = rootOnRoad(course, restPhase, swings.resting);
  return { rotations, rootOffset: [x, course.floats ? course.length * 0.05 * wave(phase) : 0, z] };
}

function openJaw({ skeleton }: Course, rotations: Map<string, Quaternion>, angle: number): void {
  if (skeleton.joints.some(({ name }) => name === 'jaw')) rotations.set('jaw', turnBy(angle));
}

/** Draws back, strikes with open jaws, and returns to rest. */
function strike(course: Course, phase: number): Pose {
  const rotations = bendAlong(course, restPhase, swings.resting);
  const dart = hold(phase, 0.38, 0.85, 0.09);
  const back = hold(phase, 0.05, 0.42, 0.2) * (1 - dart);
  for (const name of ['spine2', 'spine3', 'neck'])
    turnMore(rotations, name, turnBy(0.24 * dart - 0.2 * back));
  turnMore(rotations, 'head', turnBy(0.42 * back - 0.62 * dart));
  openJaw(course, rotations, 0.6 * hold(phase, 0.36, 0.6, 0.06));
  return { rotations, rootOffset: rootOnRoad(course, restPhase, swings.resting) };
}
