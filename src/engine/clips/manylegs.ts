/** Insects, spiders, crabs and octopuses: legs move in two alternating groups, so half of them are always planted. */
import { add, distance, type Vec3 } from '../geometry/vec.js';
import { legRows } from '../skeleton/legs.js';
import { jointOf, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import {
  type Clip,
  loop,
  multiply,
  type Pose,
  type Quaternion,
  reachAsBent,
  type TwoBoneLimb,
  turnBy,
} from './clip.js';
import { type Creature, keyedClip } from './creature/keyed.js';
import { manyLeggedMotions } from './creature/manylegs.js';
import type { Flesh } from './flesh.js';
import { footPath, strideOf } from './gait.js';
import { hold, pulse, wave } from './wave.js';

type Leg = { limb: TwoBoneLimb; side: Side; row: number; group: 0 | 1; reach: number };

export function manyLeggedClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const legs = gaitLegsOf(skeleton);
  const creature: Creature = {
    skeleton,
    flesh,
    unit: typicalReach(legs),
    legs: legs.map(({ limb }) => limb),
    base: (phase) => idle(skeleton, legs, phase),
  };
  const flies = skeleton.joints.some(({ name }) => name === 'leftForeWing');
  const going = (name: string, seconds: number, steps: Gait): Clip => ({
    ...loop(name, seconds, 20, (phase) => gait(skeleton, legs, phase, steps)),
    travel: strideOf(stepOf(skeleton, legs, steps), steps.stance),
  });
  return [
    loop('idle', 3.2, 20, (phase) => idle(skeleton, legs, phase)),
    going('walk', 0.9, { step: 0.16, lift: 0.16, stance: 0.6 }),
    going('run', 0.5, { step: 0.24, lift: 0.2, stance: 0.52 }),
    loop('attack', 1.5, 26, (phase) => attack(skeleton, legs, phase)),
    ...manyLeggedMotions.map((motion) => keyedClip(creature, motion)),
    ...(flies ? [loop('flap', 0.5, 20, (phase) => flap(skeleton, legs, phase))] : []),
  ];
}

const has = (skeleton: Skeleton, name: string): boolean =>
  skeleton.joints.some((joint) => joint.name === name);

/**
 * Left front, right middle and left back move together (the tripod gait of insects); in spiders neighbours alternate
 * too.
 */
export function gaitLegsOf(skeleton: Skeleton): Leg[] {
  const rows = legRows[skeleton.kind === 'hexapod' ? 'hexapod' : 'octopod'];
  return sides.flatMap((side, s) =>
    rows.map((row, r): Leg => {
      const name = side.name + row;
      // An octopus stands on the middle of its arms.
      const limb = has(skeleton, `${name}Arm1`)
        ? { upper: `${name}Arm1`, lower: `${name}Arm2`, end: `${name}Arm3` }
        : { upper: `${name}UpperLeg`, lower: `${name}LowerLeg`, end: `${name}Foot` };
      const reach = distance(jointOf(skeleton, limb.upper).position, jointOf(skeleton, limb.end).position);
      return { limb, side, row: r, group: ((r + s) % 2) as 0 | 1, reach };
    }),
  );
}

type Gait = { step: number; lift: number; stance: number };

const typicalReach = (legs: readonly Leg[]): number =>
  legs.reduce((sum, { reach }) => sum + reach, 0) / legs.length;

/** Remaining reach of the straightest legs, as a fraction of their length. */
const slackOf = (skeleton: Skeleton, legs: readonly Leg[]): number =>
  Math.min(
    ...legs.map(({ limb, reach }) => {
      const [a, b, c] = [limb.upper, limb.lower, limb.end].map(
        (name) => jointOf(skeleton, name).position,
      ) as [Vec3, Vec3, Vec3];
      return 1 - reach / (distance(a, b) + distance(b, c));
    }),
  );

const stand = (skeleton: Skeleton, legs: readonly Leg[], rootOffset: Vec3): [string, Quaternion][] =>
  legs.flatMap(({ limb }) => reachAsBent(skeleton, limb, jointOf(skeleton, limb.end).position, rootOffset));

/** In metres, shorter where the legs are straight already. */
const stepOf = (skeleton: Skeleton, legs: readonly Leg[], { step }: Gait): number =>
  typicalReach(legs) * step * Math.min(1, 12 * slackOf(skeleton, legs));

function gait(skeleton: Skeleton, legs: readonly Leg[], phase: number, steps: Gait): Pose {
  const { lift, stance } = steps;
  const size = typicalReach(legs);
  const step = stepOf(skeleton, legs, steps);
  const rootOffset: Vec3 = [0, size * (0.012 * Math.cos(4 * Math.PI * phase) - 0.035), 0];
  const turns = legs.flatMap(({ limb, group }) => {
    const path = footPath(phase + group / 2, stance);
    const rest = jointOf(skeleton, limb.end).position;
    const target = add(rest, [0, size * lift * path.lift, step * path.forward]);
    return reachAsBent(skeleton, limb, target, rootOffset);
  });
  return { rotations: new Map([...turns, ...trimmings(skeleton, phase, 2, 0.7)]), rootOffset };
}

function idle(skeleton: Skeleton, legs: readonly Leg[], phase: number): Pose {
  const rootOffset: Vec3 = [0, -typicalReach(legs) * (0.03 + 0.015 * wave(phase)), 0];
  const head = has(skeleton, 'head')
    ? ([['head', turnBy(0.04 * wave(phase), 0.16 * (pulse(phase, 0.3, 0.6) - pulse(phase, 0.65, 0.95)))]] as [
        string,
        Quaternion,
      ][])
    : [];
  return {
    rotations: new Map([...stand(skeleton, legs, rootOffset), ...trimmings(skeleton, phase, 1, 1), ...head]),
    rootOffset,
  };
}

/** Secondary motion of antennae, abdomens, tails, claws, free arms and folded wings. */
function trimmings(skeleton: Skeleton, phase: number, cycles: number, size: number): [string, Quaternion][] {
  return skeleton.joints.flatMap(({ name }): [string, Quaternion][] => {
    const turn = trimmingTurn(name, (shift) => wave(phase, cycles, shift), size);
    return turn ? [[name, turn]] : [];
  });
}

function trimmingTurn(name: string, sway: (shift: number) => number, size: number): Quaternion | null {
  const x = name.startsWith('left') ? 1 : -1;
  const late = x > 0 ? 0 : 0.18;
  if (/Antenna$/.test(name)) return turnBy(size * 0.16 * sway(late), size * 0.1 * sway(late + 0.3));
  if (/AntennaTip$/.test(name)) return turnBy(size * 0.2 * sway(late + 0.15));
  if (/^abdomen/.test(name)) return turnBy(size * 0.035 * sway(0.1));
  if (name === 'mantle' || name === 'mantleTip')
    return turnBy(size * 0.04 * sway(0.2), 0, size * 0.03 * sway(0.45));
  if (/^tail\d$/.test(name))
    return turnBy(size * 0.04 * sway(0.08 * Number(name.slice(4))), size * 0.05 * sway(0.3));
  if (/(Fore|Hind)Wing$/.test(name)) return turnBy(0, 0, x * size * 0.05 * sway(0.4));
  if (/Arm4$/.test(name))
    return turnBy(size * 0.14 * sway(late + 0.1 * name.length), 0, x * size * 0.14 * sway(0.25));
  if (/UpperArm$/.test(name)) return turnBy(size * 0.05 * sway(late), x * size * 0.06 * sway(late + 0.2));
  if (/Pincer$/.test(name)) return turnBy(-size * 0.14 * Math.max(0, sway(late)));
  return null;
}

/** Rears up on the back legs, raises the front legs and snaps. */
function attack(skeleton: Skeleton, legs: readonly Leg[], phase: number): Pose {
  const size = typicalReach(legs);
  const rear = hold(phase, 0.05, 0.9, 0.22);
  const snap = pulse(phase, 0.4, 0.56) + pulse(phase, 0.56, 0.72);
  const rootOffset: Vec3 = [0, size * (0.06 * rear - 0.03), size * 0.12 * snap];
  const threat = has(skeleton, 'leftUpperArm') ? [] : [0];
  const steps = legs.flatMap(({ limb, side, row }): [string, Quaternion][] => {
    const rest = jointOf(skeleton, limb.end).position;
    const up = threat.includes(row) ? rear : 0;
    const target = add(rest, [
      -side.x * size * 0.12 * up,
      size * 0.62 * up,
      size * (0.3 * up + 0.16 * snap * up),
    ]);
    return reachAsBent(skeleton, limb, target, rootOffset);
  });
  const arms = sides.flatMap((side): [string, Quaternion][] => [
    [`${side.name}UpperArm`, turnBy(-0.35 * rear + 0.25 * snap, side.x * 0.2 * rear)],
    [`${side.name}LowerArm`, turnBy(-0.3 * rear + 0.4 * snap)],
    [`${side.name}Pincer`, turnBy(-0.5 * rear * (1 - snap))],
    [`${side.name}Mandible`, turnBy(0, side.x * 0.4 * rear * (1 - snap))],
    [`${side.name}Fang`, turnBy(-0.5 * rear + 0.4 * snap)],
    [`${side.name}Antenna`, turnBy(-0.35 * rear)],
  ]);
  const tail = skeleton.joints
    .filter(({ name }) => /^tail\d$/.test(name))
    .map(({ name }): [string, Quaternion] => [name, turnBy(0.16 * snap - 0.07 * rear)]);
  const head: [string, Quaternion][] = [['head', turnBy(-0.2 * rear + 0.3 * snap)]];
  return {
    rotations: new Map([...steps, ...[...arms, ...tail, ...head].filter(([name]) => has(skeleton, name))]),
    rootOffset,
  };
}

/** Hovering flight: wings beat, the hind pair slightly delayed, legs hang down. */
function flap(skeleton: Skeleton, legs: readonly Leg[], phase: number): Pose {
  const size = typicalReach(legs);
  const hang = legs.flatMap(({ limb, side, row }): [string, Quaternion][] => [
    [limb.upper, turnBy(0.12 * (row - 1), 0, -side.x * (0.32 + 0.04 * wave(phase, 2, row * 0.2)))],
    [limb.lower, turnBy(0.1 * (1 - row), 0, -side.x * 0.22)],
  ]);
  const wings = sides.flatMap((side): [string, Quaternion][] =>
    (['Fore', 'Hind'] as const).flatMap((pair, i): [string, Quaternion][] => {
      const beat = wave(phase, 2, -0.08 * i);
      return [
        [
          `${side.name}${pair}Wing`,
          multiply(turnBy(0, 0, side.x * (0.62 * beat + 0.12)), turnBy(-0.14 * wave(phase, 2, 0.25))),
        ],
        [`${side.name}${pair}WingTip`, turnBy(0, 0, side.x * 0.28 * wave(phase, 2, -0.2 - 0.08 * i))],
      ];
    }),
  );
  return {
    rotations: new Map([
      ...trimmings(skeleton, phase, 1, 0.6),
      ...hang,
      ...wings.filter(([name]) => has(skeleton, name)),
    ]),
    rootOffset: [0, size * (0.75 + 0.06 * wave(phase, 2, 0.25)), 0],
  };
}
