import { add, scale, type Vec3 } from '../geometry/vec.js';
import { jointOf, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import { type Clip, loop, multiply, type Pose, type Quaternion, reach, turnBy } from './clip.js';
import { armDrop, extras } from './extras.js';
import { wave } from './wave.js';

/** Idle, walk, run and wave for any biped. */
export function bipedClips(skeleton: Skeleton): Clip[] {
  return [
    loop('idle', 3.2, 16, (phase) => idle(skeleton, phase)),
    loop('walk', 1.1, 20, (phase) => stride(skeleton, phase, walkGait)),
    loop('run', 0.7, 20, (phase) => stride(skeleton, phase, runGait)),
    loop('wave', 1.8, 20, (phase) => greet(skeleton, phase)),
  ];
}

const legOf = (side: Side) => ({
  upper: `${side.name}UpperLeg`,
  lower: `${side.name}LowerLeg`,
  end: `${side.name}Foot`,
});

const hipHeight = (skeleton: Skeleton): number => jointOf(skeleton, 'leftUpperLeg').position[1];

function idle(skeleton: Skeleton, phase: number): Pose {
  const sink = hipHeight(skeleton) * (0.012 + 0.006 * wave(phase));
  const rootOffset: Vec3 = [0, -sink, 0];
  const legs = sides.flatMap((side) =>
    reach(skeleton, legOf(side), jointOf(skeleton, `${side.name}Foot`).position, rootOffset, 1),
  );
  const arms = sides.flatMap((side): [string, Quaternion][] => [
    [
      `${side.name}UpperArm`,
      turnBy(0.05 * wave(phase, 1, 0.1), 0, -side.x * (armDrop(skeleton, side) + 0.02 * wave(phase))),
    ],
    [`${side.name}LowerArm`, turnBy(-0.18, 0, -side.x * 0.08)],
  ]);
  const body: [string, Quaternion][] = [
    ['chest', turnBy(0.025 * wave(phase))],
    ['head', turnBy(-0.02 * wave(phase), 0.06 * wave(phase, 1, 0.25))],
  ];
  return { rotations: new Map([...legs, ...arms, ...body, ...extras(skeleton, phase, 0.12)]), rootOffset };
}

/** In hip heights and radians. `stance` is the fraction of the cycle a foot is on the ground. */
type Gait = {
  step: number;
  lift: number;
  stance: number;
  bounce: number;
  sink: number;
  lean: number;
  swing: number;
  elbow: number;
};
const walkGait: Gait = {
  step: 0.3,
  lift: 0.13,
  stance: 0.6,
  bounce: 0.018,
  sink: 0.035,
  lean: 0.04,
  swing: 0.5,
  elbow: 0.35,
};
const runGait: Gait = {
  step: 0.42,
  lift: 0.3,
  stance: 0.38,
  bounce: 0.05,
  sink: 0.07,
  lean: 0.16,
  swing: 0.8,
  elbow: 1.35,
};

/** The planted foot moves back at constant speed, so it does not slide on ground that moves with it. */
export function footPath(phase: number, stance: number): { forward: number; lift: number } {
  const t = phase - Math.floor(phase);
  if (t < stance) return { forward: 1 - (2 * t) / stance, lift: 0 };
  const s = (t - stance) / (1 - stance);
  return { forward: -Math.cos(Math.PI * s), lift: Math.sin(Math.PI * s) };
}

/** The steepest toe angle in radians at which the toes keep a third of the ankle's lift. */
function steepest(skeleton: Skeleton, side: Side, lifted: number): number {
  const foot = jointOf(skeleton, `${side.name}Foot`);
  const tips = skeleton.joints.filter(({ name, parent }) => name === foot.name || parent === foot.name);
  const ahead = Math.max(...tips.map(({ tail }) => tail[2])) - foot.position[2];
  return ahead > 0 ? Math.asin(Math.min(1, (0.67 * lifted) / ahead)) : Math.PI / 2;
}

function stride(skeleton: Skeleton, phase: number, gait: Gait): Pose {
  const hip = hipHeight(skeleton);
  const rootOffset: Vec3 = [0, hip * (gait.bounce * Math.cos(4 * Math.PI * phase) - gait.sink), 0];
  const legs = sides.flatMap((side, i) => {
    const { forward, lift } = footPath(phase + i / 2, gait.stance);
    const rest = jointOf(skeleton, `${side.name}Foot`).position;
    const target = add(rest, [0, hip * gait.lift * lift, hip * gait.step * forward]);
    const rotations = reach(skeleton, legOf(side), target, rootOffset, 1);
    const foot = rotations.find(([name]) => name === `${side.name}Foot`)!;
    const pitch = 0.55 * lift * (0.325 - 0.675 * forward);
    foot[1] = multiply(foot[1], turnBy(Math.min(pitch, steepest(skeleton, side, hip * gait.lift * lift))));
    return rotations;
  });
  const arms = sides.flatMap((side, i): [string, Quaternion][] => {
    const swing = wave(phase, 1, 0.25 + i / 2) * gait.swing;
    const down = turnBy(0, 0, -side.x * armDrop(skeleton, side) * 0.92);
    return [
      [`${side.name}UpperArm`, multiply(turnBy(swing), down)],
      [`${side.name}LowerArm`, multiply(turnBy(-gait.elbow + Math.min(0, swing) * 0.4), turnBy(0))],
    ];
  });
  const sway = wave(phase, 1, 0.25) * 0.07;
  const body: [string, Quaternion][] = [
    ['spine', turnBy(gait.lean, sway)],
    ['chest', turnBy(0, sway)],
    ['head', turnBy(-gait.lean, -sway * 2)],
  ];
  return { rotations: new Map([...legs, ...arms, ...body, ...extras(skeleton, phase, 0.28)]), rootOffset };
}

/** Waves with the right hand; the rest of the body idles. */
function greet(skeleton: Skeleton, phase: number): Pose {
  const base = idle(skeleton, phase);
  const raise = 1.3;
  const rotations = new Map(base.rotations);
  rotations.set('rightUpperArm', turnBy(-0.25, 0, -raise * 1));
  rotations.set('rightLowerArm', turnBy(0, 0, -0.75 - 0.35 * wave(phase, 3)));
  rotations.set('rightHand', turnBy(0, 0, -0.25 * wave(phase, 3, -0.1)));
  rotations.set('head', turnBy(-0.05, -0.12, 0.05 * wave(phase)));
  return { rotations, rootOffset: scale(base.rootOffset, 1) };
}
