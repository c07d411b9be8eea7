/** Birds stand with folded wings, walk on two legs, fly in place and peck. */
import { add, cross, dot, lerp, normalize, scale, sub, type Vec3 } from '../geometry/vec.js';
import { type Joint, jointOf, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import { type Clip, loop, multiply, type Pose, type Quaternion, reach, turnBy } from './clip.js';
import { avianMotions } from './creature/avian.js';
import { type Creature, keyedClip } from './creature/keyed.js';
import type { Flesh } from './flesh.js';
import { frameTurn } from './frame.js';
import { footPath, strideOf } from './gait.js';
import { pulse, wave } from './wave.js';

export function avianClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const wings = wingsOf(skeleton);
  const creature: Creature = {
    skeleton,
    flesh,
    unit: hipHeight(skeleton),
    legs: sides.map(legOf),
    base: (phase) => calm(skeleton, wings, phase),
  };
  return [
    loop('idle', 3.2, 20, (phase) => idle(skeleton, wings, phase)),
    {
      ...loop('walk', 0.9, 20, (phase) => walk(skeleton, wings, phase)),
      travel: strideOf(hipHeight(skeleton) * gait.step, gait.stance),
    },
    loop('flap', 0.9, 20, (phase) => flap(skeleton, wings, phase)),
    loop('peck', 1.8, 24, (phase) => peck(skeleton, wings, phase)),
    loop('glide', 2.4, 20, (phase) => glide(skeleton, wings, phase)),
    ...avianMotions.map((motion) => keyedClip(creature, motion)),
  ];
}

/** Orientation of a wing: along its bones and towards its trailing edge. */
type Lie = { along: Vec3; trail: Vec3 };
type Wing = { side: Side; rest: Lie; folded: Lie; spread: Lie };

function wingsOf(skeleton: Skeleton): Wing[] {
  const [hips, chest] = ['hips', 'chest'].map((name) => jointOf(skeleton, name).position) as [Vec3, Vec3];
  const body = normalize(sub(chest, hips));
  const back = normalize(sub([0, 1, 0], scale(body, body[1])));
  const out = dot(back, back) > 0.5 ? back : ([0, 0, -1] as const);
  return sides.map((side): Wing => {
    const root = jointOf(skeleton, `${side.name}UpperWing`).position;
    const along = normalize(sub(jointOf(skeleton, `${side.name}WingTip`).tail, root));
    const open = Math.abs(along[0]);
    const trail = lerp(out, normalize(add(scale(body, -1), [0, 0, -0.6])), open);
    const tail = scale(body, -1);
    return {
      side,
      rest: { along, trail },
      // The hand lies slightly away from the rump and the feathers lean over the back.
      folded: {
        along: normalize(add(tail, [side.x * 0.1, 0, 0])),
        trail: normalize(add(out, [-side.x * 0.55, 0, 0])),
      },
      spread: {
        along: normalize([side.x, 0.1, -0.05]),
        trail: normalize(add(scale(body, -1), [0, 0, -0.6])),
      },
    };
  });
}

/** Wing pose with hand and forearm drawn in like a folding wing. `open` runs from 0 (folded) to 1 (spread). */
function wingPose({ side, rest, folded, spread }: Wing, open: number, beat: number): [string, Quaternion][] {
  const lie: Lie = {
    along: normalize(lerp(folded.along, spread.along, open)),
    trail: normalize(lerp(folded.trail, spread.trail, open)),
  };
  const about = (angle: number): Quaternion => turnBy(0, 0, side.x * angle);
  const normal = normalize(cross(rest.along, rest.trail));
  const inPlane = (angle: number): Quaternion => [
    ...(scale(normal, Math.sin(angle / 2)) as [number, number, number]),
    Math.cos(angle / 2),
  ];
  return [
    [`${side.name}UpperWing`, multiply(about(beat), frameTurn(rest.along, rest.trail, lie.along, lie.trail))],
    [`${side.name}LowerWing`, multiply(about(beat * 0.35), inPlane(0.12 * (1 - open)))],
    [`${side.name}WingTip`, multiply(about(beat * 0.3), inPlane(0.16 * (1 - open)))],
  ];
}

const legOf = (side: Side) => ({
  upper: `${side.name}UpperLeg`,
  lower: `${side.name}LowerLeg`,
  end: `${side.name}Foot`,
});

const hipHeight = (skeleton: Skeleton): number => jointOf(skeleton, 'leftUpperLeg').position[1];

function standing(skeleton: Skeleton, rootOffset: Vec3): [string, Quaternion][] {
  return sides.flatMap((side) =>
    reach(skeleton, legOf(side), jointOf(skeleton, `${side.name}Foot`).position, rootOffset, -1),
  );
}

const tails = (skeleton: Skeleton, turn: Quaternion): [string, Quaternion][] =>
  skeleton.joints
    .filter(({ name }: Joint) => /^tail\d$/.test(name))
    .map(({ name }): [string, Quaternion] => [name, turn]);

function idle(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const rootOffset: Vec3 = [0, -hipHeight(skeleton) * (0.02 + 0.012 * wave(phase)), 0];
  // Birds look around in quick turns rather than a slow sway.
  const look = pulse(phase, 0.28, 0.55) - pulse(phase, 0.62, 0.92);
  return {
    rotations: new Map([
      ...standing(skeleton, rootOffset),
      ...wings.flatMap((wing) => wingPose(wing, 0, 0.03 * wave(phase, 1, 0.2))),
      ['neck', turnBy(0.03 * wave(phase))],
      ['head', turnBy(-0.02 * wave(phase), 0.34 * look, 0.08 * look)],
      ...tails(skeleton, turnBy(0.05 * wave(phase, 2))),
    ]),
    rootOffset,
  };
}

const gait = { step: 0.3, lift: 0.2, stance: 0.62 } as const;

/** The head lags behind and catches up with each step. */
function walk(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const hip = hipHeight(skeleton);
  const rootOffset: Vec3 = [0, hip * (0.02 * Math.cos(4 * Math.PI * phase) - 0.05), 0];
  const legs = sides.flatMap((side, i) => {
    const path = footPath(phase + i / 2, gait.stance);
    const rest = jointOf(skeleton, `${side.name}Foot`).position;
    const target = add(rest, [0, hip * gait.lift * path.lift, hip * gait.step * path.forward]);
    const rotations = reach(skeleton, legOf(side), target, rootOffset, -1);
    const foot = rotations.find(([name]) => name === `${side.name}Foot`)!;
    foot[1] = multiply(foot[1], turnBy(0.5 * path.lift));
    return rotations;
  });
  const bob = wave(phase, 2, 0.1);
  const roll = 0.06 * wave(phase, 1, 0.25);
  return {
    rotations: new Map([
      ...legs,
      ...wings.flatMap((wing) => wingPose(wing, 0.03 + 0.02 * bob, 0.03 * bob)),
      ['spine', turnBy(0, 0, roll)],
      ['neck', turnBy(0.16 * bob)],
      ['head', turnBy(-0.16 * bob, 0, -roll)],
      ...tails(skeleton, turnBy(0.04 * bob, 0.08 * wave(phase, 1, 0.25))),
    ]),
    rootOffset,
  };
}

/** Standing without looking around. */
function calm(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const { rotations, rootOffset } = idle(skeleton, wings, phase);
  return { rotations: new Map([...rotations, ['head', turnBy(0)]]), rootOffset };
}

/** Spread wings that rock on the air, legs drawn back. */
function glide(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const roll = 0.1 * wave(phase);
  const legs = sides.flatMap((side): [string, Quaternion][] => [
    [`${side.name}UpperLeg`, turnBy(0.7)],
    [`${side.name}Foot`, turnBy(0.6)],
  ]);
  return {
    rotations: new Map([
      ...legs,
      ...wings.flatMap((wing) => wingPose(wing, 1, 0.1 + 0.04 * wave(phase, 2))),
      ['hips', turnBy(0.12, 0, roll)],
      ['head', turnBy(-0.12, 0, -roll)],
      ...tails(skeleton, turnBy(0.04 * wave(phase, 2), 0, -roll)),
    ]),
    rootOffset: [0, hipHeight(skeleton) * (1.1 + 0.08 * wave(phase, 1, 0.2)), 0],
  };
}

/** Hovering flight: fast downstrokes with the whole wing, slow upstrokes with bent hands. */
function flap(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const hip = hipHeight(skeleton);
  const beat = 0.72 * wave(phase, 2) + 0.1;
  const rise = hip * (1.1 + 0.16 * wave(phase, 2, -0.2));
  const dangle = sides.flatMap((side): [string, Quaternion][] => [
    [`${side.name}UpperLeg`, turnBy(0.35 + 0.05 * wave(phase, 2, 0.3))],
    [`${side.name}LowerLeg`, turnBy(0.25)],
    [`${side.name}Foot`, turnBy(0.5)],
  ]);
  return {
    rotations: new Map([
      ...dangle,
      ...wings.flatMap((wing) => {
        const [upper, lower, tip] = wingPose(wing, 1, beat) as [
          [string, Quaternion],
          [string, Quaternion],
          [string, Quaternion],
        ];
        const late = wing.side.x * 0.45 * wave(phase, 2, -0.18);
        return [
          upper,
          [lower[0], turnBy(0, 0, late * 0.8)] as [string, Quaternion],
          [tip[0], turnBy(0, 0, late)] as [string, Quaternion],
        ];
      }),
      ['spine', turnBy(0.08 * wave(phase, 2, 0.4))],
      ['head', turnBy(-0.1 * wave(phase, 2, 0.4))],
      ...tails(skeleton, turnBy(0.16 * wave(phase, 2, 0.3))),
    ]),
    rootOffset: [0, rise, 0],
  };
}

/** Pecks at the ground twice, then looks up. */
function peck(skeleton: Skeleton, wings: readonly Wing[], phase: number): Pose {
  const down = pulse(phase, 0.08, 0.34) + pulse(phase, 0.34, 0.6);
  const rootOffset: Vec3 = [0, -hipHeight(skeleton) * (0.02 + 0.12 * down), 0];
  const jaw = skeleton.joints.some(({ name }) => name === 'jaw');
  return {
    rotations: new Map([
      ...standing(skeleton, rootOffset),
      ...wings.flatMap((wing) => wingPose(wing, 0.05 * down, 0.05 * down)),
      ['spine', turnBy(0.42 * down)],
      ['neck', turnBy(0.5 * down, 0.1 * wave(phase))],
      ['head', turnBy(0.35 * down, 0.24 * pulse(phase, 0.64, 0.96))],
      ...(jaw ? ([['jaw', turnBy(0.3 * pulse(phase, 0.64, 0.96))]] as [string, Quaternion][]) : []),
      ...tails(skeleton, turnBy(0.25 * down)),
    ]),
    rootOffset,
  };
}
