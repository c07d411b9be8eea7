/**
 * Weights for any mesh by way of its solid: heat is solved on a watertight surface of the solid, whatever holes or
 * loose pieces the mesh has, and each vertex takes the mean of the nearest places that face its way.
 */
import { leaf } from '../field/field.js';
import { closestOnSegment, distance, dot, type Vec3 } from '../math/vec.js';
import { type Mesh, vertexAt, vertexCount } from '../mesh/mesh.js';
import { meshField } from '../mesh/surface-nets.js';
import { depthAt, sees, type Volume } from '../volume/volume.js';
import { type Hearth, spreadHeat } from './heat.js';
import { createNeighbours } from './neighbours.js';
import { type Skin, writeTopFour } from './skin.js';

/** A joint's bones; a joint with several children has one to each. */
export type Bone = { joint: number; from: Vec3; to: Vec3 };

export type ProxySkinner = (positions: Float32Array, normals: Float32Array) => Skin;

export function createProxySkinner(volume: Volume, bones: readonly Bone[], joints: number): ProxySkinner {
  const proxy = meshField(fieldOf(volume), volume.cell, 'proxy');
  const { values } = spreadHeat(proxy, joints, (v) => hearthOf(volume, bones, vertexAt(proxy.positions, v)));
  return createTransfer(proxy, values, joints);
}

function fieldOf(volume: Volume) {
  const { size, origin, cell } = volume;
  const max = [0, 1, 2].map((a) => origin[a]! + (size[a]! - 1) * cell) as unknown as Vec3;
  return leaf({ min: origin, max }, (x, y, z) => -depthAt(volume, x, y, z));
}

/**
 * The nearest bone seen through the solid, measured in thicknesses of the solid around the bone: a chin belongs to the
 * wide skull rather than to the thin neck below it.
 */
function hearthOf(volume: Volume, bones: readonly Bone[], p: Vec3): Hearth | null {
  const feet = bones.map(({ from, to }) => closestOnSegment(p, from, to));
  const spans = feet.map((foot) => distance(p, foot));
  const orders = feet.map(
    (foot, b) => spans[b]! / (Math.max(0, depthAt(volume, ...foot)) + volume.cell) ** pull,
  );
  for (let tried = 0; tried < mostTried; tried++) {
    const best = orders.reduce((least, order, b) => (order < orders[least]! ? b : least), 0);
    if (orders[best] === Infinity) return null;
    if (sees(volume, p, feet[best]!, volume.cell))
      return { joint: bones[best]!.joint, distance: spans[best]! };
    orders[best] = Infinity;
  }
  return null;
}

const mostTried = 8;
/** How far thickness counts: 0 not at all, 1 as much as distance. */
const pull = 0.3;
const nearest = 6;

function createTransfer(proxy: Mesh, values: Float32Array, joints: number): ProxySkinner {
  const neighbours = createNeighbours(proxy.positions);
  const row = new Float32Array(joints);
  return (positions, normals) => {
    const count = vertexCount({ positions });
    const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
    for (let v = 0; v < count; v++) {
      row.fill(0);
      const normal = vertexAt(normals, v);
      for (const { vertex, distance } of neighbours.nearest(vertexAt(positions, v), nearest)) {
        const alike = Math.max(0.02, dot(normal, vertexAt(proxy.normals, vertex)));
        const share = alike / (distance + 1e-3);
        for (let j = 0; j < joints; j++) row[j]! += share * values[vertex * joints + j]!;
      }
      writeTopFour(skin, v, row);
    }
    return skin;
  };
}
