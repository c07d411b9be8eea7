/**
 * Cuts a surface into charts: connected triangles that face about the same way, so that a projection along their mean
 * normal flattens them with little distortion.
 */

import { triangleNormal } from '../../geometry/mesh/triangle.js';

/** A chart's triangles and the unit direction they face. */
export type Chart = { faces: number[]; facing: Float64Array };

type Triangles = { positions: Float32Array; indices: Uint32Array };

/** Cosine of the angle to the chart's mean normal up to which a triangle joins it. */
const joins = 0.6;
/** Cosine up to which triangles of a small chart may join a neighbour. */
const merges = 0.25;
const smallChart = 12;

export function cutCharts(surface: Triangles): Chart[] {
  const normals = faceNormals(surface);
  const neighbours = faceNeighbours(surface);
  const owner = new Int32Array(normals.length / 3).fill(-1);
  const sums: Float64Array[] = [];
  for (let face = 0; face < owner.length; face++)
    if (owner[face] === -1) sums.push(growChart(face, sums.length, owner, normals, neighbours));
  mergeSmall(owner, sums, normals, neighbours);
  const charts = sums.map((facing): Chart => ({ faces: [], facing: unit(facing) }));
  for (let face = 0; face < owner.length; face++) charts[owner[face]!]!.faces.push(face);
  return charts.filter(({ faces }) => faces.length > 0);
}

/** Normals as long as the triangle's area. */
function faceNormals({ positions, indices }: Triangles): Float64Array {
  const normals = new Float64Array(indices.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
    triangleNormal(normal, positions, a, b, c);
    for (let i = 0; i < 3; i++) normals[t + i] = normal[i]! / 2;
  }
  return normals;
}

/** For each triangle the triangles across its three edges, -1 for none. */
function faceNeighbours({ positions, indices }: Triangles): Int32Array {
  const start = new Uint32Array(positions.length / 3 + 1);
  for (const v of indices) start[v + 1]!++;
  for (let v = 1; v < start.length; v++) start[v]! += start[v - 1]!;
  const next = start.slice();
  const around = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) around[next[indices[i]!]!++] = Math.floor(i / 3);
  const neighbours = new Int32Array(indices.length).fill(-1);
  for (let i = 0; i < indices.length; i++) {
    const face = Math.floor(i / 3);
    const [from, to] = [indices[i]!, indices[i % 3 === 2 ? i - 2 : i + 1]!];
    for (let k = start[from]!; k < start[from + 1]!; k++) {
      const other = around[k]!;
      const at = other * 3;
      if (other !== face && (indices[at] === to || indices[at + 1] === to || indices[at + 2] === to))
        neighbours[i] = other;
    }
  }
  return neighbours;
}

/** Spreads from one triangle to its free neighbours. @returns the sum of the chart's normals */
function growChart(
  seed: number,
  chart: number,
  owner: Int32Array,
  normals: Float64Array,
  neighbours: Int32Array,
): Float64Array {
  const sum = new Float64Array(3);
  const queue = [seed];
  owner[seed] = chart;
  addTo(sum, normals, seed);
  for (let head = 0; head < queue.length; head++)
    for (let edge = queue[head]! * 3; edge < queue[head]! * 3 + 3; edge++) {
      const other = neighbours[edge]!;
      if (other < 0 || owner[other] !== -1 || alignment(sum, normals, other) < joins) continue;
      owner[other] = chart;
      addTo(sum, normals, other);
      queue.push(other);
    }
  return sum;
}

/** Gives the triangles of small charts to a neighbouring chart they can be flattened with. */
function mergeSmall(
  owner: Int32Array,
  sums: Float64Array[],
  normals: Float64Array,
  neighbours: Int32Array,
): void {
  const faces: number[][] = sums.map(() => []);
  owner.forEach((chart, face) => {
    faces[chart]!.push(face);
  });
  for (const [chart, own] of faces.entries()) {
    if (own.length > smallChart) continue;
    const beside = new Set<number>();
    for (const face of own)
      for (let edge = face * 3; edge < face * 3 + 3; edge++)
        if (neighbours[edge]! >= 0) beside.add(owner[neighbours[edge]!]!);
    beside.delete(chart);
    for (const other of beside) {
      if (own.some((face) => alignment(sums[other]!, normals, face) < merges)) continue;
      for (const face of own) {
        owner[face] = other;
        faces[other]!.push(face);
      }
      faces[chart] = [];
      break;
    }
  }
}

function addTo(sum: Float64Array, normals: Float64Array, face: number): void {
  for (let i = 0; i < 3; i++) sum[i]! += normals[face * 3 + i]!;
}

/** Cosine between a direction and a triangle's normal; 1 for a triangle without area, which fits anywhere. */
function alignment(direction: Float64Array, normals: Float64Array, face: number): number {
  const [x, y, z] = [normals[face * 3]!, normals[face * 3 + 1]!, normals[face * 3 + 2]!];
  const size = Math.sqrt(
    (x * x + y * y + z * z) * (direction[0]! ** 2 + direction[1]! ** 2 + direction[2]! ** 2),
  );
  return size < 1e-18 ? 1 : (direction[0]! * x + direction[1]! * y + direction[2]! * z) / size;
}

function unit(v: Float64Array): Float64Array {
  const size = Math.hypot(v[0]!, v[1]!, v[2]!);
  return size < 1e-12 ? Float64Array.of(0, 1, 0) : v.map((x) => x / size);
}
