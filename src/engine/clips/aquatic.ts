/** Swimmers hover, swim and bite: a bending wave travels back along the spine, growing towards the tail. */
import type { Vec3 } from '../geometry/vec.js';
import { jointOf, type Skeleton, sides } from '../skeleton/skeleton.js';
import { type Clip, loop, type Pose, type Quaternion, turnBy } from './clip.js';
import { aquaticMotions } from './creature/aquatic.js';
import { keyedClip } from './creature/keyed.js';
import type { Flesh } from './flesh.js';
import { pulse, wave } from './wave.js';

/** Radians per joint, from the head back, for a wave of amplitude 1. */
const bends = [
  ['head', -0.1],
  ['chest', -0.06],
  ['tail1', 0.14],
  ['tail2', 0.22],
  ['tail3', 0.3],
  ['tailFin', 0.42],
] as const;

/** Fish of all sizes cover about this share of their length with each beat of the tail (Bainbridge 1958). */
const lengthsPerBeat = 0.65;

export function aquaticClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const base = (phase: number) => swim(skeleton, phase, { size: 0.4, cycles: 1, rise: 0.01, paddle: 0.28 });
  const creature = { skeleton, flesh, unit: lengthOf(skeleton), legs: [], base };
  const travel: Vec3 = [0, 0, lengthsPerBeat * lengthOf(skeleton)];
  return [
    loop('idle', 3.2, 24, (phase) =>
      swim(skeleton, phase, { size: 0.4, cycles: 1, rise: 0.02, paddle: 0.28 }),
    ),
    {
      ...loop('swim', 1.1, 24, (phase) =>
        swim(skeleton, phase, { size: 1, cycles: 1, rise: 0.01, paddle: 0.12 }),
      ),
      travel,
    },
    loop('bite', 1.4, 28, (phase) => bite(skeleton, phase)),
    {
      ...loop('dash', 0.55, 20, (phase) =>
        swim(skeleton, phase, { size: 1.3, cycles: 1, rise: 0.01, paddle: 0.05 }),
      ),
      travel,
    },
    ...aquaticMotions.map((motion) => keyedClip(creature, motion)),
  ];
}

type Swim = { size: number; cycles: number; rise: number; paddle: number };

/** Whales bend up and down, fish from side to side. */
const beats = (skeleton: Skeleton) =>
  skeleton.joints.some(({ name }) => name === 'leftTailFin')
    ? (angle: number): Quaternion => turnBy(angle)
    : (angle: number): Quaternion => turnBy(0, angle);

const has = (skeleton: Skeleton, name: string): boolean =>
  skeleton.joints.some((joint) => joint.name === name);

const lengthOf = (skeleton: Skeleton): number =>
  jointOf(skeleton, 'head').tail[2] - jointOf(skeleton, 'tailFin').tail[2];

function swim(skeleton: Skeleton, phase: number, { size, cycles, rise, paddle }: Swim): Pose {
  const turn = beats(skeleton);
  const spine = bends.map(([name, bend], i): [string, Quaternion] => [
    name,
    turn(bend * size * wave(phase, cycles, -0.11 * i)),
  ]);
  const lobes = ['upperTailFin', 'lowerTailFin', 'leftTailFin', 'rightTailFin']
    .filter((name) => has(skeleton, name))
    .map((name): [string, Quaternion] => [name, turn(0.3 * size * wave(phase, cycles, -0.75))]);
  return {
    rotations: new Map([...spine, ...lobes, ...fins(skeleton, phase, paddle)]),
    rootOffset: [0, lengthOf(skeleton) * rise * wave(phase), 0],
  };
}

function fins(skeleton: Skeleton, phase: number, paddle: number): [string, Quaternion][] {
  const paired = sides.flatMap((side): [string, Quaternion][] => [
    [
      `${side.name}PectoralFin`,
      turnBy(
        0.3 * paddle * wave(phase, 2, 0.2),
        side.x * paddle * 0.6 * wave(phase, 2, 0.1),
        side.x * paddle * wave(phase, 2),
      ),
    ],
    [`${side.name}PectoralFinTip`, turnBy(0, 0, side.x * paddle * 0.9 * wave(phase, 2, -0.15))],
    [`${side.name}PelvicFin`, turnBy(0, 0, side.x * paddle * 0.5 * wave(phase, 2, -0.3))],
  ]);
  return [
    ...paired.filter(([name]) => has(skeleton, name)),
    ...(has(skeleton, 'dorsalFin')
      ? ([['dorsalFin', turnBy(0, 0, 0.1 * wave(phase, 1, 0.4))]] as [string, Quaternion][])
      : []),
  ];
}

/** Draws back slightly, then lunges with open jaws. */
function bite(skeleton: Skeleton, phase: number): Pose {
  const base = swim(skeleton, phase, { size: 0.7, cycles: 2, rise: 0, paddle: 0.3 });
  const back = pulse(phase, 0, 0.36);
  const dash = pulse(phase, 0.24, 0.9);
  const open = pulse(phase, 0.2, 0.58);
  const rotations = new Map(base.rotations);
  if (has(skeleton, 'jaw')) rotations.set('jaw', turnBy(0.5 * open));
  rotations.set('chest', turnBy(-0.12 * open));
  rotations.set('head', turnBy(-0.22 * open));
  return { rotations, rootOffset: [0, 0, lengthOf(skeleton) * (0.3 * dash - 0.1 * back)] };
}
