/**
 * Weights for any mesh by way of its solid: heat is solved on a watertight surface of the solid, whatever holes or
 * loose pieces the mesh has, and each vertex takes the mean of the nearest places that face its way.
 */
import { closestOnSegment, segmentDistance, type Vec3 } from '../math/vec.js';
import { type Mesh, vertexAt, vertexCount } from '../mesh/mesh.js';
import { depthAt, sees, type Volume } from '../volume/volume.js';
import { type Hearth, spreadHeat } from './heat.js';
import { createShell, type Shell } from './shell.js';
import { type Skin, writeTopFour } from './skin.js';

/** A joint's bones; a joint with several children has one to each. */
export type Bone = { joint: number; from: Vec3; to: Vec3 };

export type ProxySkinner = (positions: Float32Array, normals: Float32Array) => Skin;

export function createProxySkinner(volume: Volume, bones: readonly Bone[], joints: number): ProxySkinner {
  const shell = createShell(volume);
  const hearthOf = createHearths(volume, bones);
  const { values } = spreadHeat(shell.mesh, joints, (v) => hearthOf(vertexAt(shell.mesh.positions, v)));
  giveColdPlaces(shell, bones, values, joints);
  return createTransfer(shell, values, joints);
}

/** Islands of the shell from which no bone is seen take no heat: they follow the nearest bone. */
function giveColdPlaces({ mesh }: Shell, bones: readonly Bone[], values: Float32Array, joints: number): void {
  for (let v = 0; v < vertexCount(mesh); v++) {
    const row = values.subarray(v * joints, (v + 1) * joints);
    if (row.some((share) => share > coldest)) continue;
    const p = vertexAt(mesh.positions, v);
    const lengths = bones.map(({ from, to }) => segmentDistance(p, from, to));
    row[bones[lengths.indexOf(Math.min(...lengths))]!.joint] = 1;
  }
}

/**
 * The nearest bone seen through the solid, measured in thicknesses of the solid around the bone: a chin belongs to the
 * wide skull rather than to the thin neck below it.
 */
function createHearths(volume: Volume, bones: readonly Bone[]): (p: Vec3) => Hearth | null {
  const orders = new Float64Array(bones.length);
  const measured = bones.map((bone) => ({ ...bone, thickness: thicknessAlong(volume, bone) }));
  return (p) => {
    measured.forEach(({ from, to, thickness }, b) => {
      const [ux, uy, uz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const [px, py, pz] = [p[0] - from[0], p[1] - from[1], p[2] - from[2]];
      const t = Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz || 1)));
      orders[b] = Math.hypot(px - ux * t, py - uy * t, pz - uz * t) * thickness[Math.round(t * samples)]!;
    });
    for (let tried = 0; tried < mostTried; tried++) {
      let best = 0;
      for (let b = 1; b < orders.length; b++) if (orders[b]! < orders[best]!) best = b;
      if (orders[best] === Infinity) return null;
      const { joint, from, to } = measured[best]!;
      const foot = closestOnSegment(p, from, to);
      if (sees(volume, p, foot, volume.cell))
        return { joint, distance: Math.hypot(p[0] - foot[0], p[1] - foot[1], p[2] - foot[2]) };
      orders[best] = Infinity;
    }
    return null;
  };
}

/** By what distances to the bone are multiplied, at even places along it. */
const thicknessAlong = (volume: Volume, { from, to }: Bone): Float64Array =>
  Float64Array.from({ length: samples + 1 }, (_, i) => {
    const at = (axis: 0 | 1 | 2) => from[axis] + ((to[axis] - from[axis]) * i) / samples;
    return (Math.max(0, depthAt(volume, at(0), at(1), at(2))) + volume.cell) ** -pull;
  });

/** Shares add up to 1 where heat comes. */
const coldest = 1e-3;
const samples = 24;
const mostTried = 8;
/** How far thickness counts: 0 not at all, 1 as much as distance. */
const pull = 0.7;
const nearest = 6;

function createTransfer({ mesh, nearestTo }: Shell, values: Float32Array, joints: number): ProxySkinner {
  const row = new Float32Array(joints);
  const found = { vertices: new Int32Array(nearest), distances: new Float64Array(nearest) };
  return (positions, normals) => {
    const count = vertexCount({ positions });
    const skin = { joints: new Uint8Array(count * 4), weights: new Float32Array(count * 4) };
    for (let v = 0; v < count; v++) {
      row.fill(0);
      const [x, y, z] = [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!];
      const many = nearestTo(x, y, z, found);
      for (let n = 0; n < many; n++)
        addShare(row, mesh, values, found.vertices[n]!, found.distances[n]!, normals, v);
      writeTopFour(skin, v, row);
    }
    return skin;
  };
}

/** Places that face another way than the vertex count little, near ones most. */
function addShare(
  row: Float32Array,
  { normals: facing }: Mesh,
  values: Float32Array,
  place: number,
  distance: number,
  normals: Float32Array,
  v: number,
): void {
  const alike =
    normals[v * 3]! * facing[place * 3]! +
    normals[v * 3 + 1]! * facing[place * 3 + 1]! +
    normals[v * 3 + 2]! * facing[place * 3 + 2]!;
  const share = Math.max(0.02, alike) / (distance + 1e-3);
  const start = place * row.length;
  for (let j = 0; j < row.length; j++) row[j]! += share * values[start + j]!;
}
