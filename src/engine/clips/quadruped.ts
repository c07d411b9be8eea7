import { add, distance, sub, type Vec3 } from '../geometry/vec.js';
import { jointOf, type Skeleton, sides } from '../skeleton/skeleton.js';
import { type Clip, loop, multiply, type Pose, type Quaternion, reach, still, turnBy } from './clip.js';
import { keyedClip } from './creature/keyed.js';
import { quadrupedMotions } from './creature/quadruped.js';
import { extras } from './extras.js';
import type { Flesh } from './flesh.js';
import { footPath, strideOf } from './gait.js';
import { lowestOf } from './lowest.js';
import { wave } from './wave.js';

/** The clips of any quadruped. */
export function quadrupedClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const base = (phase: number) => idle(skeleton, phase);
  const legs = quadrupedLegs();
  const soles = new Map(legs.map(({ end }) => [end, soleOf(skeleton, flesh, end)]));
  const unit = jointOf(skeleton, 'hips').position[1];
  const trunk = distance(jointOf(skeleton, 'hips').position, jointOf(skeleton, 'leftFrontUpperLeg').position);
  const slope = Math.min(0.65, Math.asin(Math.min(1, (0.4 * unit) / trunk)));
  const going = (name: string, seconds: number, steps: Gait): Clip => ({
    ...loop(name, seconds, 20, (phase) => gait(skeleton, soles, phase, steps)),
    travel: strideOf(unit * steps.step, steps.stance),
  });
  return [
    loop('idle', 3.2, 16, (phase) => idle(skeleton, phase)),
    going('walk', 1.2, { step: 0.2, lift: 0.14, stance: 0.68, bounce: 0.012, order: walkOrder }),
    going('run', 0.62, { step: 0.34, lift: 0.24, stance: 0.45, bounce: 0.05, order: trotOrder }),
    loop('wag', 1.2, 20, (phase) => wag(skeleton, phase)),
    going('sprint', 0.48, { step: 0.46, lift: 0.3, stance: 0.34, bounce: 0.08, order: gallopOrder }),
    ...quadrupedMotions(slope).map((motion) => keyedClip({ skeleton, flesh, unit, legs, base }, motion)),
  ];
}

/** Phase of left front, right front, left back, right back: lateral-sequence walk and diagonal-pair trot. */
const walkOrder = [0.25, 0.75, 0, 0.5] as const;
const trotOrder = [0, 0.5, 0.5, 0] as const;
const gallopOrder = [0.5, 0.62, 0, 0.12] as const;

/** Of the height to which a step lifts the ankle: how far the whole sole is above the ground, at least. */
const clearance = 0.4;

type Gait = { step: number; lift: number; stance: number; bounce: number; order: readonly number[] };

export const quadrupedLegs = () =>
  (['Front', 'Back'] as const).flatMap((end) =>
    sides.map((side) => ({
      upper: `${side.name}${end}UpperLeg`,
      lower: `${side.name}${end}LowerLeg`,
      end: `${side.name}${end}Foot`,
      bends: end === 'Front' ? (-1 as const) : (1 as const),
    })),
  );

function planted(skeleton: Skeleton, rootOffset: Vec3): [string, Quaternion][] {
  return quadrupedLegs().flatMap((leg) =>
    reach(skeleton, leg, jointOf(skeleton, leg.end).position, rootOffset, leg.bends),
  );
}

function idle(skeleton: Skeleton, phase: number): Pose {
  const rootOffset: Vec3 = [0, -jointOf(skeleton, 'hips').position[1] * (0.012 + 0.006 * wave(phase)), 0];
  const body: [string, Quaternion][] = [
    ['neck', turnBy(0.03 * wave(phase), 0.05 * wave(phase, 1, 0.3))],
    ['head', turnBy(0.03 * wave(phase, 1, 0.2), 0.07 * wave(phase, 1, 0.25))],
  ];
  return {
    rotations: new Map([...planted(skeleton, rootOffset), ...body, ...extras(skeleton, phase, 0.15)]),
    rootOffset,
  };
}

/** Points of a foot and its toes, relative to the foot's joint. */
function soleOf({ joints }: Skeleton, flesh: Flesh | null, foot: string): readonly Vec3[] {
  const { position: ankle } = joints.find(({ name }) => name === foot)!;
  return joints.flatMap(({ name, parent, position, tail }) => {
    if (name !== foot && parent !== foot) return [];
    const hull = flesh?.hulls.get(name) ?? [];
    return [...hull.map((point) => add(point, sub(position, ankle))), sub(tail, ankle)];
  });
}

function gait(
  skeleton: Skeleton,
  soles: ReadonlyMap<string, readonly Vec3[]>,
  phase: number,
  { step, lift, stance, bounce, order }: Gait,
): Pose {
  const hip = jointOf(skeleton, 'hips').position[1];
  const rootOffset: Vec3 = [0, hip * (bounce * Math.cos(4 * Math.PI * phase) - bounce - 0.02), 0];
  const legs = quadrupedLegs().flatMap((leg, i) => {
    const path = footPath(phase + order[i]!, stance);
    const rest = jointOf(skeleton, leg.end).position;
    const pitch = turnBy(0.6 * path.lift);
    const sole = soles.get(leg.end)!;
    const raised = hip * lift * path.lift;
    // Long toes that point down would drag over the ground.
    const sunk = lowestOf(still, sole) - lowestOf(pitch, sole);
    const target = add(rest, [0, Math.max(raised, clearance * raised + sunk), hip * step * path.forward]);
    const rotations = reach(skeleton, leg, target, rootOffset, leg.bends);
    const foot = rotations.find(([name]) => name === leg.end)!;
    foot[1] = multiply(foot[1], pitch);
    return rotations;
  });
  const body: [string, Quaternion][] = [
    ['neck', turnBy(0.05 * wave(phase, 2))],
    ['head', turnBy(-0.05 * wave(phase, 2))],
  ];
  return { rotations: new Map([...legs, ...body, ...extras(skeleton, phase, 0.25)]), rootOffset };
}

function wag(skeleton: Skeleton, phase: number): Pose {
  const base = idle(skeleton, phase);
  const tail = skeleton.joints
    .filter(({ name }) => name.startsWith('tail'))
    .map(({ name }, i): [string, Quaternion] => [name, turnBy(0, 0.42 * wave(phase, 3, -0.08 * i))]);
  const head: [string, Quaternion] = ['head', turnBy(-0.06, 0, 0.16 * wave(phase))];
  return { rotations: new Map([...base.rotations, ...tail, head]), rootOffset: base.rootOffset };
}
