/**
 * Shares the weights of large bones with the small ones at their ends: fingers, upper chest and jaw. They need no
 * heat of their own, because position alone says what they move.
 */
import { type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import { closestOnSegment, distance, dot, normalize, smoothstep, sub, type Vec3 } from '../geometry/vec.js';
import { type Joint, jointIndex, type Skeleton, sides } from '../skeleton/skeleton.js';
import { type Skin, writeTopFour } from './influences.js';

/** Adds the shares of one vertex to `row`. */
type Sharer = { from: number; share(point: Vec3, weight: number, row: Float32Array): void };

export function shareDetail(skeleton: Skeleton): (mesh: Mesh, skin: Skin) => void {
  const index = jointIndex(skeleton);
  const sharers = [...fingersOf(skeleton, index), ...chestOf(skeleton, index), ...jawOf(skeleton, index)];
  const row = new Float32Array(skeleton.joints.length);
  return (mesh, skin) => {
    for (let v = 0; v < vertexCount(mesh) && sharers.length > 0; v++) {
      const held = sharers.flatMap((sharer) => {
        const at = [0, 1, 2, 3].find(
          (i) => skin.joints[v * 4 + i] === sharer.from && skin.weights[v * 4 + i]! > 0,
        );
        return at === undefined ? [] : [{ sharer, at }];
      });
      if (held.length === 0) continue;
      row.fill(0);
      for (let i = v * 4; i < v * 4 + 4; i++) row[skin.joints[i]!]! += skin.weights[i]!;
      for (const { sharer, at } of held) {
        const weight = skin.weights[v * 4 + at]!;
        row[sharer.from]! -= weight;
        sharer.share(vertexAt(mesh.positions, v), weight, row);
      }
      for (let i = v * 4; i < v * 4 + 4; i++) {
        skin.joints[i] = 0;
        skin.weights[i] = 0;
      }
      writeTopFour(skin, v, row);
    }
  };
}

const fingerNames = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;
/** Half the length over which one bone hands over to the next, as a part of a finger. */
const handover = 0.1;

function fingersOf({ joints }: Skeleton, index: ReadonlyMap<string, number>): Sharer[] {
  return sides.flatMap((side): Sharer[] => {
    const hand = index.get(`${side.name}Hand`);
    const chains = fingerNames.map((finger) =>
      joints.filter(({ name }) => name.startsWith(side.name + finger)).slice(-3),
    );
    if (hand === undefined || chains.some((bones) => bones.length === 0)) return [];
    return [
      {
        from: hand,
        share(point, weight, row) {
          const bones = nearestChain(chains, point);
          row[hand]! += shareAlong(bones, index, point, weight, handover, row);
        },
      },
    ];
  });
}

/** Gives each bone of a chain the weight along it. @returns the weight left for the bones above the chain */
function shareAlong(
  bones: readonly Joint[],
  index: ReadonlyMap<string, number>,
  point: Vec3,
  weight: number,
  width: number,
  row: Float32Array,
): number {
  const [first, last] = [bones[0]!.position, bones.at(-1)!.tail];
  const length = distance(first, last);
  const along = dot(sub(point, first), normalize(sub(last, first))) / length;
  let rest = weight;
  for (let i = bones.length - 1; i >= 0; i--) {
    const bound = distance(first, bones[i]!.position) / length;
    const share = rest * smoothstep(bound - width, bound + width, along);
    row[index.get(bones[i]!.name)!]! += share;
    rest -= share;
  }
  return rest;
}

/** Lets the hanging part of a cape, a scarf or hair follow a chain of joints. */
export function hangFrom(skeleton: Skeleton, bones: readonly Joint[]): (mesh: Mesh, skin: Skin) => void {
  const index = jointIndex(skeleton);
  const row = new Float32Array(skeleton.joints.length);
  return (mesh, skin) => {
    for (let v = 0; v < vertexCount(mesh); v++) {
      row.fill(0);
      const rest = shareAlong(bones, index, vertexAt(mesh.positions, v), 1, 0.2, row);
      if (rest === 1) continue;
      for (let i = v * 4; i < v * 4 + 4; i++) {
        row[skin.joints[i]!]! += rest * skin.weights[i]!;
        skin.joints[i] = 0;
        skin.weights[i] = 0;
      }
      writeTopFour(skin, v, row);
    }
  };
}

function nearestChain(chains: readonly (readonly Joint[])[], point: Vec3): readonly Joint[] {
  let [best, least] = [chains[0]!, Number.POSITIVE_INFINITY];
  for (const bones of chains) {
    const [from, to] = [bones[0]!.position, bones.at(-1)!.tail];
    const away = distance(point, closestOnSegment(point, from, to));
    if (away < least) [best, least] = [bones, away];
  }
  return best;
}

/** Above the middle of the chest, the upper chest takes over. */
function chestOf({ joints }: Skeleton, index: ReadonlyMap<string, number>): Sharer[] {
  const [from, to] = [index.get('chest'), index.get('upperChest')];
  if (from === undefined || to === undefined) return [];
  const [low, high] = [joints[from]!.position[1], joints[to]!.position[1]];
  const half = (high - low) * 0.45;
  return [
    {
      from,
      share(point, weight, row) {
        const share = smoothstep(high - half, high + half, point[1]);
        row[to]! += weight * share;
        row[from]! += weight * (1 - share);
      },
    },
  ];
}

/** The front of the face below the mouth. The jaw's bone points from its hinge to the chin. */
function jawOf({ joints, kind }: Skeleton, index: ReadonlyMap<string, number>): Sharer[] {
  const [from, to] = [index.get('head'), index.get('jaw')];
  if (from === undefined || to === undefined || kind !== 'biped') return [];
  const { position: hinge, tail: chin } = joints[to]!;
  const [drop, reach] = [hinge[1] - chin[1], chin[2] - hinge[2]];
  return [
    {
      from,
      share(point, weight, row) {
        const low = smoothstep(0.35 * drop, 0.75 * drop, hinge[1] - point[1]);
        const ahead = smoothstep(0.1 * reach, 0.55 * reach, point[2] - hinge[2]);
        const share = low * ahead;
        row[to]! += weight * share;
        row[from]! += weight * (1 - share);
      },
    },
  ];
}
