/** Generated characters as bare triangles with known joints, and the ways in which an upload may differ from them. */
import { MeshoptSimplifier } from 'meshoptimizer';
import {
  multiply,
  type Pose,
  poseSkeleton,
  type Quaternion,
  restPose,
  rotateBy,
  turnBy,
  turnTo,
} from '../../src/engine/clips/clip.js';
import { boundsOfVertices, longestSide } from '../../src/engine/geometry/mesh/bounds.js';
import { sub, type Vec3 } from '../../src/engine/geometry/vec.js';
import type { RigParameters, SkeletonKind } from '../../src/engine/index.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';
import { createRandom } from '../../src/engine/random.js';
import { jointOf } from '../../src/engine/skeleton/skeleton.js';
import { deform } from '../../src/engine/skinning/deform.js';

export type Part = { positions: Float32Array; indices: Uint32Array };
export type Creature = {
  name: string;
  kind: SkeletonKind;
  parts: Part[];
  joints: Map<string, Vec3>;
  /** Its facing and up directions. */
  front: Vec3;
  up: Vec3;
};

/** The pose of a character: as modelled, at a moment of its first walk, or a person with the arms out or down. */
export const stances = ['modelled', 'walking', 'arms out', 'arms down'] as const;
export type Stance = (typeof stances)[number];

export async function makeCreature(
  prompt: string,
  stance: Stance = 'modelled',
  proportions: RigParameters['proportions'] = 'natural',
): Promise<Creature> {
  const request = { kind: 'text', prompt, seed: 5, parameters: { detail: 'low', proportions } } as const;
  const { skeleton, surfaces, clips } = await makeCharacter(interpretText(request), createProgress({}));
  const arms = (way: Vec3): Pose => {
    const turns = (['left', 'right'] as const).map((side): [string, Quaternion] => {
      const [from, to] = [jointOf(skeleton, `${side}UpperArm`), jointOf(skeleton, `${side}Hand`)];
      const aim: Vec3 = side === 'left' ? way : [-way[0], way[1], way[2]];
      return [`${side}UpperArm`, turnTo(sub(to.position, from.position), aim)];
    });
    return { ...restPose, rotations: new Map(turns) };
  };
  const upright = skeleton.kind === 'biped';
  const walk = clips.find(({ name }) => /walk|swim|slither/.test(name)) ?? clips[0]!;
  const pose =
    stance === 'walking'
      ? walk.poses[2]!
      : upright && stance === 'arms out'
        ? arms([1, 0, 0])
        : upright && stance === 'arms down'
          ? arms([0.12, -1, 0])
          : restPose;
  const placed = poseSkeleton(skeleton, pose);
  return {
    name: prompt,
    kind: skeleton.kind,
    parts: surfaces.map((surface) => ({
      positions: deform(surface, skeleton, pose).positions,
      indices: surface.indices,
    })),
    joints: new Map(skeleton.joints.map(({ name }, i) => [name, placed[i]!.position])),
    front: [0, 0, 1],
    up: [0, 1, 0],
  };
}

const moved = (creature: Creature, place: (p: Vec3) => Vec3, aim: (v: Vec3) => Vec3 = place): Creature => ({
  ...creature,
  parts: creature.parts.map(({ positions, indices }) => ({ positions: mapped(positions, place), indices })),
  joints: new Map([...creature.joints].map(([name, p]) => [name, place(p)])),
  front: aim(creature.front),
  up: aim(creature.up),
});

function mapped(positions: Float32Array, place: (p: Vec3) => Vec3): Float32Array {
  const made = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    made.set(place([positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
  return made;
}

const turned = (creature: Creature, turn: Quaternion) => moved(creature, (p) => rotateBy(turn, p));
const degrees = Math.PI / 180;

/** Mirrors a body: left becomes right. */
function mirrored(creature: Creature): Creature {
  const made = moved(creature, ([x, y, z]) => [-x, y, z]);
  const other = (name: string) =>
    name.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));
  return {
    ...made,
    parts: made.parts.map(({ positions, indices }) => ({ positions, indices: indices.slice().reverse() })),
    joints: new Map([...made.joints].map(([name, p]) => [other(name), p])),
  };
}

async function decimated(creature: Creature, share: number): Promise<Creature> {
  await MeshoptSimplifier.ready;
  const parts = creature.parts.map(({ positions, indices }) => {
    const wanted = Math.max(24, Math.round((indices.length * share) / 3) * 3);
    const [kept] = MeshoptSimplifier.simplify(indices, positions, 3, Math.min(wanted, indices.length), 1);
    return { positions, indices: kept };
  });
  return { ...creature, parts };
}

/** Removes the triangles around some of its points. */
function holed(creature: Creature): Creature {
  const random = createRandom(7);
  const parts = creature.parts.map(({ positions, indices }) => {
    const holes = Array.from({ length: 6 }, () => {
      const v = indices[Math.floor(random() * indices.length)]! * 3;
      return [positions[v]!, positions[v + 1]!, positions[v + 2]!] as Vec3;
    });
    const reach = 0.03 * sizeOf(creature);
    const gone = (v: number) =>
      holes.some((hole) => Math.hypot(...hole.map((h, a) => h - positions[v * 3 + a]!)) < reach);
    return { positions, indices: indices.filter((_, i) => !gone(indices[i - (i % 3)]!)) };
  });
  return { ...creature, parts };
}

function noisy(creature: Creature): Creature {
  const random = createRandom(3);
  const reach = 0.004 * sizeOf(creature);
  return {
    ...creature,
    parts: creature.parts.map(({ positions, indices }) => ({
      positions: positions.map((value) => value + (random() * 2 - 1) * reach),
      indices,
    })),
  };
}

/** Its longest side. */
export const sizeOf = ({ parts }: Creature): number => longestSide(boundsOfVertices(parts));

export const alterations: Record<string, (creature: Creature) => Creature | Promise<Creature>> = {
  'as made': (creature) => creature,
  'a quarter turn': (creature) => turned(creature, turnBy(0, 90 * degrees)),
  'half a turn': (creature) => turned(creature, turnBy(0, 180 * degrees)),
  '45 degrees': (creature) => turned(creature, turnBy(0, 45 * degrees)),
  '-20 degrees': (creature) => turned(creature, turnBy(0, -20 * degrees)),
  'Z up': (creature) => turned(creature, turnBy(90 * degrees)),
  'on its back': (creature) => turned(creature, turnBy(-90 * degrees)),
  'Z up and turned': (creature) => turned(creature, multiply(turnBy(90 * degrees), turnBy(0, 90 * degrees))),
  mirrored,
  'a tenth of the triangles': (creature) => decimated(creature, 0.1),
  'with holes': holed,
  noisy,
  'half a metre around the origin': (creature) => {
    const { low, high } = boundsOfVertices(creature.parts);
    const size = sizeOf(creature);
    const middle = low.map((value, a) => (value + high[a]!) / 2);
    return moved(
      creature,
      (p) => p.map((value, a) => (value - middle[a]!) / size) as unknown as Vec3,
      (v) => v,
    );
  },
  'in centimetres, far off': (creature) =>
    moved(
      creature,
      ([x, y, z]) => [x * 100 + 900, y * 100 - 300, z * 100 + 50],
      (v) => v,
    ),
};
