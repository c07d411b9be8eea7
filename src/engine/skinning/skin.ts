import type { Character, Solid } from '../character.js';
import { type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import { closestOnSegment, distance } from '../geometry/vec.js';
import { jointIndex, type Skeleton } from '../skeleton/skeleton.js';
import { hangFrom, shareDetail } from './detail.js';
import { heatWeights } from './heat.js';
import { type Skin, writeTopFour } from './influences.js';
import { createNeighbours } from './neighbours.js';

export type SkinnedSolid = { solid: Solid; mesh: Mesh; skin: Skin };

/** Weights for every mesh of the character; `meshes[i]` belongs to `character.solids[i]`. */
export function skinMeshes({ skeleton, solids }: Character, meshes: readonly Mesh[]): SkinnedSolid[] {
  const index = jointIndex(skeleton);
  const skins: Skin[] = [];
  const share = shareDetail(skeleton);
  let nearestTo: ReturnType<typeof createNeighbours> | null = null;
  solids.forEach((solid, i) => {
    const mesh = meshes[i]!;
    if (solid.binding.kind === 'rigid') skins.push(rigidSkin(mesh, index.get(solid.binding.joint)!));
    else if (solid.binding.kind === 'follow') {
      nearestTo ??= createNeighbours(meshes[0]!.positions);
      skins.push(followSkin(mesh, nearestTo, skins[0]!));
    } else if (solid.binding.kind === 'bones') skins.push(bonesSkin(mesh, skeleton, solid.binding.joints));
    else skins.push(heatSkin(mesh, skeleton, solid.binding.owner));
    if (solid.binding.kind === 'heat' || (solid.binding.kind === 'rigid' && ofMouth.test(solid.name)))
      share(mesh, skins[i]!);
    if (solid.hangs) hangFrom(skeleton, solid.hangs)(mesh, skins[i]!);
  });
  return solids.map((solid, i) => ({ solid, mesh: meshes[i]!, skin: skins[i]! }));
}

/** Parts of a face that the jaw moves. */
const ofMouth = /lips|mouth|teeth|beard|goatee/;

function rigidSkin(mesh: Mesh, joint: number): Skin {
  const count = vertexCount(mesh);
  const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
  for (let v = 0; v < count; v++) {
    skin.joints[v * 4] = joint;
    skin.weights[v * 4] = 1;
  }
  return skin;
}

function heatSkin(mesh: Mesh, skeleton: Skeleton, owner: (x: number, y: number, z: number) => string): Skin {
  const index = jointIndex(skeleton);
  const { values, joints } = heatWeights(
    mesh,
    skeleton,
    (v) => index.get(owner(...vertexAt(mesh.positions, v))) ?? 0,
  );
  const count = vertexCount(mesh);
  const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
  for (let v = 0; v < count; v++) writeTopFour(skin, v, values.subarray(v * joints, (v + 1) * joints));
  return skin;
}

/** Shares fall off with the fourth power of the distance to each bone. */
function bonesSkin(mesh: Mesh, skeleton: Skeleton, names: readonly string[]): Skin {
  const index = jointIndex(skeleton);
  const count = vertexCount(mesh);
  const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
  const row = new Float32Array(skeleton.joints.length);
  for (let v = 0; v < count; v++) {
    for (const name of names) {
      const joint = index.get(name)!;
      const { position, tail } = skeleton.joints[joint]!;
      row[joint] =
        1 /
        (distance(
          vertexAt(mesh.positions, v),
          closestOnSegment(vertexAt(mesh.positions, v), position, tail),
        ) +
          1e-3) **
          4;
    }
    writeTopFour(skin, v, row);
  }
  return skin;
}

const nearest = 6;

/** Inverse-distance mean over the nearest body vertices. */
function followSkin(mesh: Mesh, nearestTo: ReturnType<typeof createNeighbours>, bodySkin: Skin): Skin {
  const found = { vertices: new Int32Array(nearest), distances: new Float64Array(nearest) };
  const count = vertexCount(mesh);
  const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
  const mean = new Float32Array(256);
  for (let v = 0; v < count; v++) {
    mean.fill(0);
    const many = nearestTo(
      mesh.positions[v * 3]!,
      mesh.positions[v * 3 + 1]!,
      mesh.positions[v * 3 + 2]!,
      found,
    );
    for (let n = 0; n < many; n++) {
      const share = 1 / (found.distances[n]! + 1e-3);
      const first = found.vertices[n]! * 4;
      for (let at = first; at < first + 4; at++) mean[bodySkin.joints[at]!]! += share * bodySkin.weights[at]!;
    }
    writeTopFour(skin, v, mean);
  }
  return skin;
}
