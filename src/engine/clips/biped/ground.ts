/** Puts knees and palms on the ground, wherever this body has them. */
import { clamp, distance, length, sub, type Vec3 } from '../../geometry/vec.js';
import { blendTurns } from '../blend.js';
import { aim, bentTo, multiply, type PosedJoint, type Quaternion, rotateBy, still, turnBy } from '../clip.js';
import { lowestWithJoint } from '../lowest.js';
import type { ArmBones, Body, LegBones } from './body.js';
import { channelAt } from './channels.js';
import { type ArmPose, armPlaces, turnOf } from './limbs.js';

/** How straight the arms of a body on all fours are, where its trunk allows it. */
const stretched = 0.93;
/** Of the trunk's pitch, how much the neck and the head turn back, to look ahead. */
const lookAhead = { neck: 0.25, head: 0.55 };
/** The least and the most pitch of a trunk on all fours. */
const pitches = [0.75, 1.5] as const;
/** Least and greatest bend of a kneeling knee, and how the interval around the right one is found, in radians. */
const bends = [0.6, 2.6] as const;
const [coarse, halvings] = [0.2, 18];

/** The pose with the hips at the height of kneeling legs; on all fours, also with a trunk that the arms can carry. */
export function lowerToKnees(body: Body, given: Float64Array): Float64Array {
  const kneeling = body.legs.filter(({ side }) => given[channelAt(`${side.name}Knee`, 0)]! > 0);
  if (kneeling.length === 0) return given;
  const row = Float64Array.from(given);
  leanOnPalms(body, row);
  const turn = turnOf(row, 'hips');
  const heights = kneeling.map((leg) => {
    const of = (component: number) => row[channelAt(`${leg.side.name}Leg`, component)]!;
    const thigh = multiply(turn, multiply(turnBy(-of(0)), turnBy(0, 0, leg.side.x * of(1))));
    const { bend, depth } = kneelOn(leg, thigh, row[channelAt(`${leg.side.name}Foot`, 3)]!);
    row[channelAt(`${leg.side.name}Leg`, 2)] = bend;
    return depth - rotateBy(turn, sub(leg.hip, body.places.get('hips')!))[1];
  });
  const share = Math.max(...kneeling.map(({ side }) => row[channelAt(`${side.name}Knee`, 0)]!));
  const wanted = body.ground + Math.max(...heights) - body.places.get('hips')![1];
  const at = channelAt('move', 1);
  row[at] = row[at]! * (1 - share) + (wanted / body.hip) * share;
  return row;
}

/** The bend of the knee that lays both shin and foot on the ground, and how deep they are below the hip joint. */
function kneelOn(leg: LegBones, thigh: Quaternion, pitch: number): { bend: number; depth: number } {
  const knee = rotateBy(thigh, sub(leg.knee, leg.hip))[1];
  const depths = (bend: number) => {
    const lower = multiply(thigh, turnBy(bend));
    const ankle = rotateBy(lower, sub(leg.ankle, leg.knee))[1];
    const foot = lowestWithJoint(multiply(lower, turnBy(pitch)), leg.sole);
    return { shin: knee + lowestWithJoint(lower, leg.shin), foot: knee + ankle + foot };
  };
  const isLaid = (bend: number): boolean => {
    const { shin, foot } = depths(bend);
    return foot >= shin;
  };
  // The least bend: the hem of a robe on the shin may allow several, and poses must not change between them.
  let [low, high]: [number, number] = [...bends];
  for (let bend = low; bend < bends[1]; bend += coarse) {
    if (isLaid(bend)) {
      high = bend;
      break;
    }
    low = bend;
  }
  for (let i = 0; i < halvings; i++) {
    const bend = (low + high) / 2;
    if (isLaid(bend)) high = bend;
    else low = bend;
  }
  const { shin, foot } = depths(high);
  return { bend: high, depth: -Math.min(shin, foot) };
}

/** Pitches the trunk until the arms reach the ground, with thighs and head turned back by as much. */
function leanOnPalms(body: Body, row: Float64Array): void {
  const share = Math.max(...body.arms.map(({ side }) => row[channelAt(`${side.name}Palm`, 0)]!));
  const [arm, leg] = [body.arms[0], body.legs[0]];
  if (share <= 0 || !arm || !leg) return;
  const thigh = kneelOn(leg, still, row[channelAt(`${leg.side.name}Foot`, 3)]!).depth;
  const reach = distance(arm.upper, arm.elbow) + distance(arm.elbow, arm.wrist);
  const rise = stretched * reach - lowestWithJoint(flat(arm), arm.palm) - thigh;
  const trunk = distance(leg.hip, arm.upper);
  const pitch = clamp(Math.acos(clamp(rise / trunk, -1, 1)), ...pitches);
  const more = (at: number, value: number) => {
    row[at]! += share * value;
  };
  more(channelAt('hips', 0), pitch);
  more(channelAt('neck', 0), -lookAhead.neck * pitch);
  more(channelAt('head', 0), -lookAhead.head * pitch);
  for (const { side } of body.legs) more(channelAt(`${side.name}Leg`, 0), pitch);
}

/** The world rotation of a hand that lies on the ground, fingers forward. A hanging hand faces the body. */
const flat = ({ side, hang }: ArmBones): Quaternion =>
  multiply(multiply(turnBy(0, 0, (side.x * Math.PI) / 2), turnBy(-Math.PI / 2)), hang[1]);

/** Brings a palm to the ground before its shoulder, the hand turned by `turn` if it holds something; the elbow points back. */
export function plantPalm(
  body: Body,
  arm: ArmBones,
  pose: ArmPose,
  chest: PosedJoint,
  row: Float64Array,
  turn: Quaternion | null,
): ArmPose {
  const of = (component: number) => row[channelAt(`${arm.side.name}Palm`, component)]!;
  const [share, forward, up] = [of(0), of(1), of(2)];
  if (share <= 0) return pose;
  const [shoulder] = armPlaces(arm, pose, chest, body.places.get(body.girdle)!);
  const lying = turn ? multiply(turn, flat(arm)) : flat(arm);
  const wrist: Vec3 = [
    shoulder[0],
    body.ground - lowestWithJoint(lying, arm.palm) + up * body.hip,
    shoulder[2] + forward * body.hip,
  ];
  const [upper, lower] = [sub(arm.elbow, arm.upper), sub(arm.wrist, arm.elbow)];
  const lengths = [length(upper), length(lower)] as const;
  const [elbow, forearm] = bentTo(lengths, sub(wrist, shoulder), [0.6 * arm.side.x, 0.3, -1]);
  return {
    shoulder: pose.shoulder,
    upper: blendTurns(pose.upper, aim(pose.upper, upper, elbow), share),
    lower: blendTurns(pose.lower, aim(pose.lower, lower, forearm), share),
    hand: blendTurns(pose.hand, lying, share),
  };
}
