/**
 * Weights for any mesh. Heat is solved on its own surface if that is connected, otherwise on the watertight surface
 * of its solid, which has no holes or loose pieces; each vertex then takes the mean of the nearest points that face
 * its way.
 */

import { type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import { segmentDistance } from '../geometry/vec.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import type { Volume } from '../geometry/volume/volume.js';
import { proxyThresholds } from './calibration.js';
import { spreadHeat } from './heat.js';
import { type Bone, createHeatSources } from './heat-sources.js';
import { type Skin, writeTopFour } from './influences.js';
import { createShell, type Shell } from './shell.js';
import { type Whole, wholeSurface } from './whole.js';

const { sharpness } = proxyThresholds;

type Part = Triangles & { normals: Float32Array };

/** One skin per part, all in one space with the solid and the bones. */
export function skinParts(
  volume: Volume,
  bones: readonly Bone[],
  joints: number,
  parts: readonly Part[],
): Skin[] {
  const whole = wholeSurface(parts);
  const shell = whole ? null : createShell(volume);
  const values = heatOn((whole ?? shell!).mesh, volume, bones, joints);
  return whole ? takeOwn(whole, values, joints) : takeNearest(shell!, values, joints, parts);
}

function heatOn(mesh: Mesh, volume: Volume, bones: readonly Bone[], joints: number): Float32Array {
  const heatSourceOf = createHeatSources(volume, bones);
  const { values } = spreadHeat(mesh, joints, (v) =>
    heatSourceOf(vertexAt(mesh.positions, v), vertexAt(mesh.normals, v)),
  );
  for (let i = 0; i < values.length; i++) values[i] = Math.max(0, values[i]!) ** sharpness;
  giveColdPlaces(mesh, bones, values, joints);
  return values;
}

/** Shares sum to 1 wherever heat arrives; below this sum none did. */
const coldest = 1e-3;

/** Surface islands that see no bone get no heat: they follow the nearest bone. */
function giveColdPlaces(mesh: Mesh, bones: readonly Bone[], values: Float32Array, joints: number): void {
  for (let v = 0; v < vertexCount(mesh); v++) {
    const row = values.subarray(v * joints, (v + 1) * joints);
    if (row.some((share) => share > coldest)) continue;
    const p = vertexAt(mesh.positions, v);
    const lengths = bones.map(({ from, to }) => segmentDistance(p, from, to));
    row[bones[lengths.indexOf(Math.min(...lengths))]!.joint] = 1;
  }
}

const emptySkin = (count: number): Skin => ({
  joints: new Uint8Array(count * 4),
  weights: new Float32Array(count * 4),
});

const takeOwn = ({ nodes }: Whole, values: Float32Array, joints: number): Skin[] =>
  nodes.map((list) => {
    const skin = emptySkin(list.length);
    list.forEach((node, v) => {
      writeTopFour(skin, v, values.subarray(node * joints, (node + 1) * joints));
    });
    return skin;
  });

const nearest = 6;

function takeNearest(
  { mesh, nearestTo }: Shell,
  values: Float32Array,
  joints: number,
  parts: readonly Part[],
): Skin[] {
  const row = new Float32Array(joints);
  const found = { vertices: new Int32Array(nearest), distances: new Float64Array(nearest) };
  return parts.map(({ positions, normals }) => {
    const count = vertexCount({ positions });
    const skin = emptySkin(count);
    for (let v = 0; v < count; v++) {
      row.fill(0);
      const [x, y, z] = [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!];
      const many = nearestTo(x, y, z, found);
      for (let n = 0; n < many; n++)
        addShare(row, mesh, values, found.vertices[n]!, found.distances[n]!, normals, v);
      writeTopFour(skin, v, row);
    }
    return skin;
  });
}

/** Points that face another way than the vertex get little weight, near ones the most. */
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
