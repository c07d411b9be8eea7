/**
 * Bone heat (Baran & Popovic 2007, section 4): each joint's weight is the equilibrium of heat that enters every vertex
 * from its own joint with strength 1/d^2 and spreads along the surface, so that an arm never drags the torso across
 * a gap. Solved by Gauss-Seidel sweeps over all joints at once.
 */
import { segmentDistance } from '../math/vec.js';
import { type Mesh, vertexAt, vertexCount } from '../mesh/mesh.js';
import type { Skeleton } from '../skeleton/skeleton.js';

/** Row-major, vertices x joints, rows sum to 1. */
export type DenseWeights = { values: Float32Array; joints: number };

const sweeps = 48;

/** @param ownerOf index of the joint that owns a vertex */
export function heatWeights(
  mesh: Mesh,
  skeleton: Skeleton,
  ownerOf: (vertex: number) => number,
): DenseWeights {
  const count = vertexCount(mesh);
  const joints = skeleton.joints.length;
  const values = new Float32Array(count * joints);
  const owners = Int32Array.from({ length: count }, (_, v) => ownerOf(v));
  const { neighbours, starts, conductance, areas } = laplacian(mesh);
  const entering = Float64Array.from({ length: count }, (_, v) => {
    const joint = skeleton.joints[owners[v]!]!;
    const d = Math.max(segmentDistance(vertexAt(mesh.positions, v), joint.position, joint.tail), 1e-3);
    return areas[v]! / (d * d);
  });
  for (let v = 0; v < count; v++) values[v * joints + owners[v]!] = 1;
  const row = new Float64Array(joints);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let step = 0; step < count; step++) {
      const v = sweep % 2 ? count - 1 - step : step;
      row.fill(0);
      row[owners[v]!] = entering[v]!;
      let total = entering[v]!;
      for (let e = starts[v]!; e < starts[v + 1]!; e++) {
        const c = conductance[e]!;
        const from = neighbours[e]! * joints;
        total += c;
        for (let j = 0; j < joints; j++) row[j]! += c * values[from + j]!;
      }
      for (let j = 0; j < joints; j++) values[v * joints + j] = row[j]! / total;
    }
  }
  return { values, joints };
}

/** Cotangent weights, kept positive so that the sweeps converge on any triangulation. */
function laplacian(mesh: Mesh) {
  const count = vertexCount(mesh);
  const pairs = new Map<number, number>();
  const areas = new Float64Array(count).fill(1e-12);
  for (const { indices } of mesh.groups) {
    for (let t = 0; t < indices.length; t += 3) {
      const corners = [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const;
      addTriangle(mesh.positions, corners, pairs, areas, count);
    }
  }
  const degrees = new Uint32Array(count + 1);
  for (const key of pairs.keys()) {
    degrees[Math.floor(key / count) + 1]!++;
    degrees[(key % count) + 1]!++;
  }
  for (let v = 0; v < count; v++) degrees[v + 1]! += degrees[v]!;
  const cursor = degrees.slice();
  const neighbours = new Uint32Array(pairs.size * 2);
  const conductance = new Float64Array(pairs.size * 2);
  for (const [key, c] of pairs) {
    const [a, b] = [Math.floor(key / count), key % count];
    for (const [from, to] of [[a, b] as const, [b, a] as const]) {
      neighbours[cursor[from]!] = to;
      conductance[cursor[from]!++] = c;
    }
  }
  return { neighbours, starts: degrees, conductance, areas };
}

function addTriangle(
  positions: Float32Array,
  corners: readonly [number, number, number],
  pairs: Map<number, number>,
  areas: Float64Array,
  count: number,
): void {
  for (let i = 0; i < 3; i++) {
    const [o, a, b] = [corners[i]!, corners[(i + 1) % 3]!, corners[(i + 2) % 3]!];
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[a * 3 + k]! - positions[o * 3 + k]!) as [
      number,
      number,
      number,
    ];
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[b * 3 + k]! - positions[o * 3 + k]!) as [
      number,
      number,
      number,
    ];
    const double = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    const cotangent = Math.min(Math.max((ux * vx + uy * vy + uz * vz) / Math.max(double, 1e-12), 0.05), 4);
    const key = Math.min(a, b) * count + Math.max(a, b);
    pairs.set(key, (pairs.get(key) ?? 0) + cotangent / 2);
    areas[o]! += double / 6;
  }
}
