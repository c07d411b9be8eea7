/** New bodies from known ones: posed with their artist's weights, or with noise on every vertex. */
import { multiply, type Quaternion, rotateBy, turnBy } from '../../src/engine/clips/clip.js';
import { add, sub, type Vec3 } from '../../src/engine/geometry/vec.js';
import { createRandom } from '../../src/engine/random.js';
import { type Body, heightOf, type Point, withPositions } from './body.js';

/**
 * Largest rotations in radians about X, Y and Z at the head of a bone. Of several names, without their sides, the first
 * one that a body has is turned.
 */
const ranges: readonly (readonly [names: readonly string[], x: number, y: number, z: number])[] = [
  [['upperarm01', 'upperarm', 'arm_upper'], 0.4, 0.4, 0.6],
  [['lowerarm01', 'lowerarm', 'arm_lower'], 0.5, 0.3, 0.3],
  [['wrist', 'hand'], 0.2, 0.2, 0.2],
  [['upperleg01', 'upperleg', 'leg_upper'], 0.5, 0.2, 0.15],
  [['lowerleg01', 'lowerleg', 'leg_lower'], 0.4, 0, 0],
  [['spine03', 'chest', 'body_upper'], 0.12, 0.15, 0.08],
  [['neck01', 'head'], 0.2, 0.3, 0.15],
];

const isLowerLeg = (bone: string): boolean => /^(lowerleg|leg_lower)/.test(bone);

const unsided = (bone: string): string => bone.replace(/\.[lr]$/i, '');

/** Names of the bones that poses turn, with the turns' ranges. */
function turnedBones({ truth }: Body): Map<string, readonly [number, number, number]> {
  const bones = Object.keys(truth.bones);
  const known = new Set(bones.map(unsided));
  return new Map(
    ranges.flatMap(([names, ...most]) => {
      const name = names.find((one) => known.has(one));
      return bones.filter((bone) => unsided(bone) === name).map((bone) => [bone, most] as const);
    }),
  );
}

/** Whether poses move a body at all; a skeleton with unknown names stays at rest. */
export const isPosable = (body: Body): boolean => turnedBones(body).size > 0;

/** The transform of each bone, for rotations drawn from `seed`. */
export function drawPose(body: Body, seed: number): (bone: string) => (p: Vec3) => Vec3 {
  const random = createRandom(seed);
  const turned = turnedBones(body);
  const turns = new Map<string, Quaternion>();
  for (const bone of Object.keys(body.truth.bones)) {
    const range = turned.get(bone);
    if (!range) continue;
    const [x, y, z] = range.map((most) => (random() * 2 - 1) * most) as [number, number, number];
    turns.set(bone, turnBy(isLowerLeg(bone) ? Math.abs(x) : x, y, z));
  }
  return moversOf(body, turns);
}

export function poseBody(body: Body, seed: number): Body {
  const moved = drawPose(body, seed);
  const positions = new Float64Array(body.positions.length);
  const total = new Float64Array(body.positions.length / 3);
  for (const [bone, rows] of Object.entries(body.truth.weights)) {
    const move = moved(bone);
    for (const [v, weight] of rows) {
      const at: Vec3 = [body.positions[v * 3]!, body.positions[v * 3 + 1]!, body.positions[v * 3 + 2]!];
      move(at).forEach((value, axis) => {
        positions[v * 3 + axis]! += value * weight;
      });
      total[v]! += weight;
    }
  }
  for (let i = 0; i < positions.length; i++)
    positions[i] =
      total[Math.floor(i / 3)]! > 0 ? positions[i]! / total[Math.floor(i / 3)]! : body.positions[i]!;
  const bones = Object.fromEntries(
    Object.entries(body.truth.bones).map(([name, bone]) => {
      const move = moved(name);
      return [name, { ...bone, head: [...move(bone.head)] as Point, tail: [...move(bone.tail)] as Point }];
    }),
  );
  return withPositions(body, `${body.name}, pose ${seed}`, positions, bones);
}

/** The transform of each bone. */
function moversOf({ truth }: Body, turns: ReadonlyMap<string, Quaternion>) {
  type Placed = { rotation: Quaternion; head: Vec3 };
  const placed = new Map<string, Placed>();
  const place = (name: string): Placed => {
    const known = placed.get(name);
    if (known) return known;
    const bone = truth.bones[name]!;
    const parent = bone.parent ? place(bone.parent) : null;
    const above = parent?.rotation ?? ([0, 0, 0, 1] as const);
    const head: Vec3 = parent
      ? add(parent.head, rotateBy(above, sub(bone.head, truth.bones[bone.parent!]!.head)))
      : bone.head;
    const made = { rotation: multiply(above, turns.get(name) ?? [0, 0, 0, 1]), head };
    placed.set(name, made);
    return made;
  };
  return (name: string) => {
    const { rotation, head } = place(name);
    const rest = truth.bones[name]!.head;
    return (p: Vec3): Vec3 => add(head, rotateBy(rotation, sub(p, rest)));
  };
}

/** @param share largest displacement of a vertex, in heights */
export function roughen(body: Body, seed: number, share: number): Body {
  const random = createRandom(seed);
  const reach = heightOf(body) * share;
  const positions = body.positions.map((value) => value + (random() * 2 - 1) * reach);
  return withPositions(body, `${body.name}, noise`, positions, body.truth.bones);
}
