/** From the channels of a pose to rotations of a person's joints. */
import { add, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { invert, multiply, type Pose, type Quaternion, rotateBy, turnBy, turnTo } from '../clip.js';
import { radiusAt, settle } from '../flesh.js';
import type { ArmBones, Body } from './body.js';
import { raiseToBrow } from './brow.js';
import { type Channel, channelAt } from './channels.js';
import { fingerTurns } from './fingers.js';
import { type ArmPose, armPlaces, armPose, armTurns, legTurns, type Placed, turnArm } from './limbs.js';

const trunk = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'] as const;

export function solvePose(body: Body, row: Float64Array): Pose {
  const turns: [string, Quaternion][] = [];
  const placed = placeTrunk(body, row, turns);
  const hips = placed.get('hips')!;
  for (const leg of body.legs) turns.push(...legTurns(leg, row, hips, body));
  // The shoulders hang on the highest joint of the chest.
  const girdle = body.names.has('upperChest') ? 'upperChest' : 'chest';
  const chest = placed.get(girdle)!;
  for (const arm of body.arms) {
    const kept = keepOutside(body, arm, armPose(arm, row, chest), placed, girdle);
    const share = arm.side.name === 'right' ? row[channelAt('brow', 0)]! : 0;
    const pose = raiseToBrow(body, arm, kept, placed, { girdle, share });
    turns.push(...armTurns(arm, pose, chest.rotation, body.names), ...fingerTurns(arm, row));
  }
  if (body.names.has('jaw')) turns.push(['jaw', turnBy(row[channelAt('jaw', 0)]!)]);
  const rest = body.places.get('hips')!;
  const pose: Pose = { rotations: new Map(turns), rootOffset: sub(hips.position, rest) };
  const lying = row[channelAt('lying', 0)]!;
  return lying > 0 && body.flesh ? settle(body.skeleton, body.flesh, pose, lying) : pose;
}

/** Poses hips to head. With an upper chest, the chest's turn is shared by both. */
function placeTrunk(body: Body, row: Float64Array, turns: [string, Quaternion][]): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  const of = (name: Channel, share = 1): Quaternion =>
    turnBy(...([0, 1, 2].map((i) => share * row[channelAt(name, i)]!) as [number, number, number]));
  const split = body.names.has('upperChest');
  let before: { name: string; at: Placed } | null = null;
  for (const name of trunk) {
    const rest = body.places.get(name);
    if (!rest) continue;
    const chestPart = name === 'upperChest' || (name === 'chest' && split);
    const turn: Quaternion = chestPart ? of('chest', 0.5) : of(name as Channel);
    turns.push([name, turn]);
    const at: Placed = before
      ? {
          position: add(
            before.at.position,
            rotateBy(before.at.rotation, sub(rest, body.places.get(before.name)!)),
          ),
          rotation: multiply(before.at.rotation, turn),
        }
      : {
          position: add(rest, [0, 1, 2].map((i) => row[channelAt('move', i)]! * body.hip) as unknown as Vec3),
          rotation: turn,
        };
    placed.set(name, at);
    before = { name, at };
  }
  return placed;
}

/** Attempts to move an arm out of the trunk and head; each takes the deepest point to the surface. */
const attempts = 8;

function keepOutside(
  body: Body,
  arm: ArmBones,
  wanted: ArmPose,
  placed: ReadonlyMap<string, Placed>,
  girdle: string,
): ArmPose {
  if (!body.flesh) return wanted;
  let pose = wanted;
  for (let i = 0; i < attempts; i++) {
    const places = armPlaces(arm, pose, placed.get(girdle)!, body.places.get(girdle)!);
    const worst = deepest(body, arm, places, placed);
    if (!worst) return pose;
    const from = sub(worst.point, places[0]);
    pose = turnArm(pose, turnTo(from, add(from, scale(worst.out, worst.depth))));
  }
  return pose;
}

function deepest(
  { flesh }: Body,
  arm: ArmBones,
  [, elbow, wrist, tip]: readonly [Vec3, Vec3, Vec3, Vec3],
  placed: ReadonlyMap<string, Placed>,
): { point: Vec3; out: Vec3; depth: number } | null {
  const [forearm, hand] = arm.radii;
  const mix = (a: Vec3, b: Vec3, t: number): Vec3 => add(a, scale(sub(b, a), t));
  const points = [
    { point: elbow, radius: forearm },
    { point: mix(elbow, wrist, 0.5), radius: forearm },
    { point: wrist, radius: hand },
    { point: mix(wrist, tip, 0.5), radius: hand },
    { point: tip, radius: hand * 0.5 },
  ];
  let worst: { point: Vec3; out: Vec3; depth: number } | null = null;
  for (const [name, profile] of flesh!.profiles) {
    const joint = placed.get(name);
    if (!joint) continue;
    const back = invert(joint.rotation);
    for (const { point, radius } of points) {
      const away = sub(point, joint.position);
      const reach = profile.reach + radius;
      if (dot(away, away) > reach * reach) continue;
      const local = rotateBy(back, away);
      if (local[1] < profile.low - radius * 0.3 || local[1] > profile.high + radius * 0.3) continue;
      const depth = radiusAt(profile, local) + radius - Math.sqrt(local[0] * local[0] + local[2] * local[2]);
      if (depth <= 0 || (worst && depth <= worst.depth)) continue;
      const out = rotateBy(joint.rotation, normalize([local[0] + arm.side.x * 1e-3, 0, local[2]]));
      worst = { point, out, depth };
    }
  }
  return worst;
}
