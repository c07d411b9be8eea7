/**
 * Bone heat (Baran & Popovic 2007, section 4): a joint's weight is the equilibrium of heat that enters every vertex
 * from its own joint with strength 1/d^2 and spreads along the surface, so that an arm never drags the torso across a
 * gap. One sparse factorisation serves all joints.
 */

import { type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import { segmentDistance } from '../geometry/vec.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { heatThresholds } from './calibration.js';
import { factorise, lanes, type Solver, type Sparse } from './ldl.js';

const { strength } = heatThresholds;

/** Row-major, vertices x joints; rows sum to 1. */
export type DenseWeights = { values: Float32Array; joints: number };

/** A vertex's heat source: a joint, and the distance to that joint's bone in metres. */
export type HeatSource = { joint: number; distance: number };

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

/** @param heatSourceOf null for vertices that see no bone; they take heat only from their neighbours */
export function spreadHeat(
  mesh: Mesh,
  joints: number,
  heatSourceOf: (vertex: number) => HeatSource | null,
): DenseWeights {
  const count = vertexCount(mesh);
  const { matrix, areas } = laplacian(mesh);
  const owners = new Int32Array(count).fill(-1);
  const entering = new Float64Array(count);
  for (let v = 0; v < count; v++) {
    const source = heatSourceOf(v);
    if (!source) continue;
    owners[v] = source.joint;
    entering[v] = (strength * areas[v]!) / Math.max(source.distance, 1e-3) ** 2;
    matrix.diagonal[v]! += entering[v]!;
  }
  const solve = factorise(matrix, mesh.positions);
  const values = new Float32Array(count * joints);
  const warm = [...new Set(owners)].filter((joint) => joint >= 0);
  for (let first = 0; first < warm.length; first += lanes)
    solveLanes(solve, warm.slice(first, first + lanes), owners, entering, { values, joints });
  return { values, joints };
}

/** Solves the shares of up to `lanes` joints at once. */
function solveLanes(
  solve: Solver,
  some: readonly number[],
  owners: Int32Array,
  entering: Float64Array,
  { values, joints }: DenseWeights,
): void {
  const sides = new Float64Array(owners.length * lanes);
  owners.forEach((owner, v) => {
    const lane = some.indexOf(owner);
    if (lane >= 0) sides[v * lanes + lane] = entering[v]!;
  });
  solve(sides);
  some.forEach((joint, lane) => {
    for (let v = 0; v < owners.length; v++) values[v * joints + joint] = sides[v * lanes + lane]!;
  });
}

/** Cotangent weights, clamped to positive so that shares stay between 0 and 1 on any triangulation. */
function laplacian(mesh: Mesh): { matrix: Sparse; areas: Float64Array } {
  const count = vertexCount(mesh);
  const areas = new Float64Array(count).fill(1e-12);
  // Without it, a vertex without neighbours and heat would make the matrix singular.
  const diagonal = new Float64Array(count).fill(1e-12);
  const ends = new Uint32Array(count + 1);
  for (const { indices } of mesh.groups) for (const v of indices) ends[v + 1]! += 4;
  for (let v = 0; v < count; v++) ends[v + 1]! += ends[v]!;
  const columns = new Uint32Array(ends[count]!);
  const values = new Float64Array(ends[count]!);
  const cursor = ends.slice(0, count);
  const put = (row: number, column: number, value: number) => {
    diagonal[row]! += value;
    let at = ends[row]!;
    while (at < cursor[row]! && columns[at] !== column) at++;
    if (at === cursor[row]!) cursor[row]!++;
    columns[at] = column;
    values[at]! -= value;
  };
  const corner: Corner = { cotangent: 0, area: 0 };
  for (const { indices } of mesh.groups)
    for (let t = 0; t < indices.length; t++) {
      const first = t - (t % 3);
      const o = indices[t]!;
      const a = indices[first + ((t + 1) % 3)]!;
      const b = indices[first + ((t + 2) % 3)]!;
      measureCorner(corner, mesh.positions, o, a, b);
      put(a, b, corner.cotangent / 2);
      put(b, a, corner.cotangent / 2);
      areas[o]! += corner.area / 3;
    }
  return { matrix: pack({ starts: ends, columns, values, diagonal }, cursor), areas };
}

/** Compacts rows that were allocated with four entries per corner. */
function pack({ starts, columns, values, diagonal }: Sparse, ends: Uint32Array): Sparse {
  const packed = new Uint32Array(starts.length);
  let at = 0;
  for (let row = 0; row < ends.length; row++) {
    packed[row] = at;
    columns.copyWithin(at, starts[row]!, ends[row]!);
    values.copyWithin(at, starts[row]!, ends[row]!);
    at += ends[row]! - starts[row]!;
  }
  packed[ends.length] = at;
  return { starts: packed, columns: columns.slice(0, at), values: values.slice(0, at), diagonal };
}

type Corner = { cotangent: number; area: number };

/** The corner of a triangle at `o`. */
function measureCorner(corner: Corner, p: Float32Array, o: number, a: number, b: number): void {
  const ux = p[a * 3]! - p[o * 3]!;
  const uy = p[a * 3 + 1]! - p[o * 3 + 1]!;
  const uz = p[a * 3 + 2]! - p[o * 3 + 2]!;
  const vx = p[b * 3]! - p[o * 3]!;
  const vy = p[b * 3 + 1]! - p[o * 3 + 1]!;
  const vz = p[b * 3 + 2]! - p[o * 3 + 2]!;
  const double = Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2);
  corner.cotangent = Math.min(Math.max((ux * vx + uy * vy + uz * vz) / Math.max(double, 1e-12), 0.05), 4);
  corner.area = double / 2;
}
