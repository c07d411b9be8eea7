/**
 * Bone heat (Baran & Popovic 2007, section 4): each joint's weight is the equilibrium of heat that enters every vertex
 * from its own joint with strength 1/d^2 and spreads along the surface, so that an arm never drags the torso across
 * a gap. One sparse factor serves all joints.
 */
import { segmentDistance } from '../math/vec.js';
import { type Mesh, vertexAt, vertexCount } from '../mesh/mesh.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { factorise, type Sparse } from './ldl.js';

/** Row-major, vertices x joints, rows sum to 1. */
export type DenseWeights = { values: Float32Array; joints: number };

/** Where a vertex takes its heat from: a joint, and its distance to that joint's bone in metres. */
export type Hearth = { joint: number; distance: number };

/** @param ownerOf index of the joint that owns a vertex */
export function heatWeights(
  mesh: Mesh,
  skeleton: Skeleton,
  ownerOf: (vertex: number) => number,
): DenseWeights {
  return spreadHeat(mesh, skeleton.joints.length, (v) => {
    const owner = ownerOf(v);
    const { position, tail } = skeleton.joints[owner]!;
    return { joint: owner, distance: segmentDistance(vertexAt(mesh.positions, v), position, tail) };
  });
}

/** How firmly vertices hold to their own joint: 1 in the paper; artists' weights are firmer. */
const strength = 6;

/** @param hearthOf null for vertices that see no bone: they only take heat from their neighbours */
export function spreadHeat(
  mesh: Mesh,
  joints: number,
  hearthOf: (vertex: number) => Hearth | null,
): DenseWeights {
  const count = vertexCount(mesh);
  const { matrix, areas } = laplacian(mesh);
  const hearths = Array.from({ length: count }, (_, v) => hearthOf(v));
  const entering = hearths.map((hearth, v) =>
    hearth ? (strength * areas[v]!) / Math.max(hearth.distance, 1e-3) ** 2 : 0,
  );
  entering.forEach((heat, v) => {
    matrix.diagonal[v]! += heat;
  });
  const solve = factorise(matrix, mesh.positions);
  const values = new Float32Array(count * joints);
  for (let joint = 0; joint < joints; joint++) {
    const right = Float64Array.from(entering, (heat, v) => (hearths[v]?.joint === joint ? heat : 0));
    if (!right.some((heat) => heat > 0)) continue;
    solve(right).forEach((share, v) => {
      values[v * joints + joint] = share;
    });
  }
  return { values, joints };
}

/** Cotangent weights, kept positive so that shares stay between 0 and 1 on any triangulation. */
function laplacian(mesh: Mesh): { matrix: Sparse; areas: Float64Array } {
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
  const columns = new Uint32Array(pairs.size * 2);
  const values = new Float64Array(pairs.size * 2);
  // A vertex without neighbours and heat would make the matrix singular.
  const diagonal = new Float64Array(count).fill(1e-12);
  for (const [key, c] of pairs) {
    const [a, b] = [Math.floor(key / count), key % count];
    for (const [from, to] of [[a, b] as const, [b, a] as const]) {
      columns[cursor[from]!] = to;
      values[cursor[from]!++] = -c;
      diagonal[from]! += c;
    }
  }
  return { matrix: { starts: degrees, columns, values, diagonal }, areas };
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
