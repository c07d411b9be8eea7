/** From the channels of a pose to rotations of a person's joints. */
import { add, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { invert, multiply, type Pose, type Quaternion, rotateBy, turnBy, turnTo } from '../clip.js';
import { type Flesh, settle } from '../flesh.js';
import { radiusAt } from '../profile.js';
import type { ArmBones, Body } from './body.js';
import { raiseToBrow } from './brow.js';
import { channelAt } from './channels.js';
import { fingerTurns } from './fingers.js';
import { lowerToKnees, plantPalm } from './ground.js';
import {
  type ArmPose,
  armPlaces,
  armPose,
  armTurns,
  legTurns,
  type Placed,
  turnArm,
  turnOf,
} from './limbs.js';

const trunk = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'] as const;

export function solvePose(body: Body, given: Float64Array): Pose {
  const row = lowerToKnees(body, given);
  const turns: [string, Quaternion][] = [];
  const placed = placeTrunk(body, row, turns);
  const hips = placed.get('hips')!;
  const lying = row[channelAt('lying', 0)]!;
  for (const leg of body.legs) {
    const turned = legTurns(leg, row, hips, body);
    turns.push(...turned);
    for (const [i, [name, turn]] of turned.entries())
      placeBelow(body, placed, turned[i - 1]?.[0] ?? 'hips', name, turn);
  }
  const chest = placed.get(body.girdle)!;
  for (const arm of body.arms) {
    const share = arm.side.name === 'right' ? row[channelAt('brow', 0)]! : 0;
    const wanted = raiseToBrow(body, arm, armPose(arm, row, chest), placed, share);
    const kept = keepOutside(body, arm, wanted, placed, lying > 0 ? -Infinity : body.ground);
    const pose = plantPalm(body, arm, kept, chest, row);
    turns.push(...armTurns(arm, pose, chest.rotation, body.names), ...fingerTurns(arm, row));
  }
  if (body.names.has('jaw')) turns.push(['jaw', turnBy(row[channelAt('jaw', 0)]!)]);
  const rest = body.places.get('hips')!;
  const pose: Pose = { rotations: new Map(turns), rootOffset: sub(hips.position, rest) };
  return lying > 0 && body.flesh ? settle(body.skeleton, body.flesh, pose, lying) : pose;
}

/** Poses hips to head. With an upper chest, the chest's turn is shared by both. */
function placeTrunk(body: Body, row: Float64Array, turns: [string, Quaternion][]): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  const split = body.names.has('upperChest');
  let before: string | null = null;
  for (const name of trunk) {
    const rest = body.places.get(name);
    if (!rest) continue;
    const chestPart = name === 'upperChest' || (name === 'chest' && split);
    const turn: Quaternion = chestPart ? turnOf(row, 'chest', 0.5) : turnOf(row, name);
    turns.push([name, turn]);
    if (before) placeBelow(body, placed, before, name, turn);
    else
      placed.set(name, {
        position: add(rest, [0, 1, 2].map((i) => row[channelAt('move', i)]! * body.hip) as unknown as Vec3),
        rotation: turn,
      });
    before = name;
  }
  return placed;
}

function placeBelow(
  { places }: Body,
  placed: Map<string, Placed>,
  above: string,
  name: string,
  turn: Quaternion,
): void {
  const { position, rotation } = placed.get(above)!;
  placed.set(name, {
    position: add(position, rotateBy(rotation, sub(places.get(name)!, places.get(above)!))),
    rotation: multiply(rotation, turn),
  });
}

/** Attempts to move an arm out of the body and the ground; each takes the deepest point to the surface. */
const attempts = 24;
/** Distance kept from the body, in heights of the hips: the skin between two joints is not where either has it. */
const clearance = 0.006;

function keepOutside(
  body: Body,
  arm: ArmBones,
  wanted: ArmPose,
  placed: ReadonlyMap<string, Placed>,
  ground: number,
): ArmPose {
  if (!body.flesh) return wanted;
  let pose = wanted;
  let best = { pose, depth: Infinity };
  for (let i = 0; i < attempts; i++) {
    const places = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
    const points = outlineOf(arm, pose, places);
    const worst = deeper(
      deepest(body.flesh, points, placed, clearance * body.hip),
      lowestUnder(ground, points),
    );
    if (!worst) return pose;
    if (worst.depth < best.depth) best = { pose, depth: worst.depth };
    const from = sub(worst.point, places[0]);
    pose = turnArm(pose, turnTo(from, add(from, scale(worst.out, worst.depth))));
  }
  return best.pose;
}

/** Points of the surfaces of the forearm and the hand in the world. */
const outlineOf = (
  { outlines: [forearm, hand] }: ArmBones,
  pose: ArmPose,
  [, elbow, wrist]: readonly [Vec3, Vec3, Vec3, Vec3],
): Vec3[] => [
  ...forearm.map((point) => add(elbow, rotateBy(pose.lower, point))),
  ...hand.map((point) => add(wrist, rotateBy(pose.hand, point))),
];

type Inside = { point: Vec3; out: Vec3; depth: number };

const deeper = (a: Inside | null, b: Inside | null): Inside | null =>
  !a || (b && b.depth > a.depth) ? b : a;

function lowestUnder(ground: number, points: readonly Vec3[]): Inside | null {
  let lowest: Inside | null = null;
  for (const point of points)
    if (ground - point[1] > (lowest?.depth ?? 0))
      lowest = { point, out: [0, 1, 0], depth: ground - point[1] };
  return lowest;
}

function deepest(
  { profiles }: Flesh,
  points: readonly Vec3[],
  placed: ReadonlyMap<string, Placed>,
  margin: number,
): Inside | null {
  let worst: Inside | null = null;
  for (const [name, profile] of profiles) {
    const joint = placed.get(name);
    if (!joint) continue;
    const back = invert(joint.rotation);
    const reach = profile.reach + margin;
    // Where a joint ends, the surface goes on to the next one.
    const slack = (profile.high - profile.low) / profile.slices / 2;
    for (const point of points) {
      const away = sub(point, joint.position);
      if (dot(away, away) > reach * reach) continue;
      const local = rotateBy(back, away);
      if (local[1] < profile.low - slack || local[1] > profile.high + slack) continue;
      const radius = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
      const depth = radiusAt(profile, local) + margin - radius;
      if (depth <= 0 || (worst && depth <= worst.depth)) continue;
      const out = rotateBy(joint.rotation, normalize([local[0], 0, local[2]]));
      worst = { point, out, depth };
    }
  }
  return worst;
}
