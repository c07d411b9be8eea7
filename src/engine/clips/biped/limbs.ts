/** Rotations of arms and legs from the channels of a pose. */
import { add, smoothstep, sub, type Vec3 } from '../../geometry/vec.js';
import { blendTurns } from '../blend.js';
import { invert, multiply, type PosedJoint, type Quaternion, reachFrom, rotateBy, turnBy } from '../clip.js';
import { heightTurned } from '../lowest.js';
import type { ArmBones, Body, LegBones } from './body.js';
import { type Channel, channelAt } from './channels.js';

/** The rotation that a channel of three angles describes; `share` goes part of the way. */
export function turnOf(row: Float64Array, name: Channel, share = 1): Quaternion {
  const at = channelAt(name, 0);
  return turnBy(share * row[at]!, share * row[at + 1]!, share * row[at + 2]!);
}

export type ArmPose = { shoulder: Quaternion; upper: Quaternion; lower: Quaternion; hand: Quaternion };

/** World rotations of an arm; `chest` is the posed chest. */
export function armPose(arm: ArmBones, row: Float64Array, chest: PosedJoint): ArmPose {
  const { side, hang } = arm;
  const of = (component: number) => row[channelAt(`${side.name}Arm`, component)]!;
  const [swing, out, twist, elbow] = [of(0), of(1), of(2), of(3)];
  const [bend, aside] = [0, 1].map((i) => row[channelAt(`${side.name}Hand`, i)]!) as [number, number];
  const turned = multiply(
    multiply(turnBy(-swing), turnBy(0, 0, side.x * out)),
    turnBy(0, -side.x * twist, 0),
  );
  // A raised arm lifts its shoulder.
  const raised = Math.max(0, Math.max(out, Math.abs(swing)) - 1);
  const shoulder = multiply(chest.rotation, turnBy(0, 0, side.x * 0.28 * Math.min(1.4, raised)));
  const frame = multiply(chest.rotation, turned);
  const forearm = multiply(frame, turnBy(-elbow));
  const lower = multiply(forearm, hang[1]);
  // A hanging hand bends towards the palm, which faces the body.
  const hand = multiply(multiply(forearm, multiply(turnBy(0, 0, -side.x * bend), turnBy(aside))), hang[1]);
  return { shoulder, upper: multiply(frame, hang[0]), lower, hand };
}

/** World positions of the elbow, wrist and fingertips. */
export function armPlaces(
  arm: ArmBones,
  pose: ArmPose,
  chest: PosedJoint,
  chestRest: Vec3,
): [Vec3, Vec3, Vec3, Vec3] {
  const shoulder = add(chest.position, rotateBy(chest.rotation, sub(arm.shoulder, chestRest)));
  const upper = add(shoulder, rotateBy(pose.shoulder, sub(arm.upper, arm.shoulder)));
  const elbow = add(upper, rotateBy(pose.upper, sub(arm.elbow, arm.upper)));
  const wrist = add(elbow, rotateBy(pose.lower, sub(arm.wrist, arm.elbow)));
  return [upper, elbow, wrist, add(wrist, rotateBy(pose.hand, arm.hand))];
}

/** Turns the whole arm about its shoulder. */
export const turnArm = (pose: ArmPose, by: Quaternion): ArmPose => ({
  shoulder: pose.shoulder,
  upper: multiply(by, pose.upper),
  lower: multiply(by, pose.lower),
  hand: multiply(by, pose.hand),
});

/** Local rotations for the clip. */
export function armTurns({ side }: ArmBones, pose: ArmPose, chest: Quaternion, names: ReadonlySet<string>) {
  const parent = names.has(`${side.name}Shoulder`) ? pose.shoulder : chest;
  return [
    [`${side.name}Shoulder`, multiply(invert(chest), pose.shoulder)],
    [`${side.name}UpperArm`, multiply(invert(parent), pose.upper)],
    [`${side.name}LowerArm`, multiply(invert(pose.upper), pose.lower)],
    [`${side.name}Hand`, multiply(invert(pose.lower), pose.hand)],
  ].filter(([name]) => names.has(name as string)) as [string, Quaternion][];
}

/** Local rotations of a leg: towards the foot's place, or as it hangs from the hips. */
export function legTurns(
  leg: LegBones,
  row: Float64Array,
  hips: PosedJoint,
  body: Body,
): [string, Quaternion][] {
  const { side } = leg;
  const free = Math.max(row[channelAt('free', 0)]!, row[channelAt(`${side.name}Knee`, 0)]!);
  const reached = reachFoot(leg, row, hips, body);
  const of = (component: number) => row[channelAt(`${side.name}Leg`, component)]!;
  const pitch = row[channelAt(`${side.name}Foot`, 3)]!;
  const hung = [
    multiply(turnBy(-of(0)), turnBy(0, 0, side.x * of(1))),
    turnBy(of(2)),
    turnBy(pitch),
  ] as const;
  return (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part, i): [string, Quaternion] => [
    side.name + part,
    blendTurns(reached[i]!, hung[i]!, free),
  ]);
}

/** Radians of pitch from which a foot that turns does so on its ball instead of its heel. */
const onBall = 0.05;

/**
 * Where the ankle goes so that the foot stays above the ground, and rolls over its toes and turns on them instead of
 * sliding them.
 */
function ankleTarget(leg: LegBones, row: Float64Array, hip: number): Vec3 {
  const of = (component: number) => row[channelAt(`${leg.side.name}Foot`, component)]!;
  const [x, y, z] = [of(0), of(1), of(2)].map((part) => part * hip) as [number, number, number];
  const pitch = turnBy(of(3));
  let [low, ahead, ball] = [0, 0, 0];
  for (const point of leg.sole) {
    const height = heightTurned(pitch, point);
    if (height >= low) continue;
    low = height;
    ball = Math.max(0, point[2]);
    ahead = ball > 0 ? ball - rotateBy(pitch, point)[2] : 0;
  }
  const pivot = ball * smoothstep(0, onBall, of(3));
  const roll = add(rotateBy(turnBy(0, of(4)), [0, 0, ahead - pivot]), [0, 0, pivot]);
  const clear = of(5) * hip;
  return add(leg.ankle, [x + roll[0], Math.max(y, leg.soleDepth - low + clear), z + roll[2]]);
}

function reachFoot(
  leg: LegBones,
  row: Float64Array,
  hips: PosedJoint,
  body: Body,
): readonly [Quaternion, Quaternion, Quaternion] {
  const of = (component: number) => row[channelAt(`${leg.side.name}Foot`, component)]!;
  const level = multiply(turnBy(0, of(4)), turnBy(of(3)));
  const target = ankleTarget(leg, row, body.hip);
  const from = add(hips.position, rotateBy(hips.rotation, sub(leg.hip, body.places.get('hips')!)));
  const bones = [sub(leg.knee, leg.hip), sub(leg.ankle, leg.knee)] as const;
  const pole = rotateBy(hips.rotation, [leg.side.x * 0.12, 0, 1]);
  const [upper, lower] = reachFrom(hips.rotation, bones, sub(target, from), pole);
  return [
    multiply(invert(hips.rotation), upper),
    multiply(invert(upper), lower),
    multiply(invert(lower), level),
  ];
}
