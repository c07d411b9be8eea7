import { boundsOfVertices, spansOf } from '../geometry/mesh/bounds.js';
import type { NearestVertices } from './shell.js';

/** Fills `found`, nearest first, and returns the count, at least one. */
type NearestTo = (x: number, y: number, z: number, found: NearestVertices) => number;

/** In cells: from here on, a linear scan is faster than visiting empty cells. */
const widestReach = 4;
const none: readonly number[] = [];

/** Nearest points by a uniform hash grid with about four points per cell. */
export function createNeighbours(positions: Float32Array): NearestTo {
  const cell = spacing(positions) * 2;
  const cells = new Map<number, number[]>();
  for (let v = 0; v < positions.length; v += 3) {
    const key = keyOf(
      Math.floor(positions[v]! / cell),
      Math.floor(positions[v + 1]! / cell),
      Math.floor(positions[v + 2]! / cell),
    );
    const list = cells.get(key);
    if (list) list.push(v / 3);
    else cells.set(key, [v / 3]);
  }
  return (x, y, z, found) => {
    for (let reach = 1; reach <= widestReach; reach *= 2) {
      const count = scanCells(cells, cell, reach, positions, x, y, z, found);
      if (count === found.vertices.length) return count;
    }
    return scanAll(positions, x, y, z, found);
  };
}

const keyOf = (i: number, j: number, k: number) => ((i + 512) * 1024 + (j + 512)) * 1024 + (k + 512);

function scanCells(
  cells: ReadonlyMap<number, readonly number[]>,
  cell: number,
  reach: number,
  positions: Float32Array,
  x: number,
  y: number,
  z: number,
  found: NearestVertices,
): number {
  const ci = Math.floor(x / cell);
  const cj = Math.floor(y / cell);
  const ck = Math.floor(z / cell);
  let count = 0;
  for (let i = ci - reach; i <= ci + reach; i++)
    for (let j = cj - reach; j <= cj + reach; j++)
      for (let k = ck - reach; k <= ck + reach; k++) {
        const inside = cells.get(keyOf(i, j, k)) ?? none;
        for (let n = 0; n < inside.length; n++)
          count = insert(found, count, inside[n]!, distanceTo(positions, inside[n]!, x, y, z));
      }
  return count;
}

function scanAll(positions: Float32Array, x: number, y: number, z: number, found: NearestVertices): number {
  let count = 0;
  for (let v = 0; v * 3 < positions.length; v++)
    count = insert(found, count, v, distanceTo(positions, v, x, y, z));
  return count;
}

function distanceTo(positions: Float32Array, v: number, x: number, y: number, z: number): number {
  const dx = positions[v * 3]! - x;
  const dy = positions[v * 3 + 1]! - y;
  const dz = positions[v * 3 + 2]! - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Keeps the nearest, and of equally near ones the first by number. @returns how many are kept */
function insert(
  { vertices, distances }: NearestVertices,
  count: number,
  vertex: number,
  distance: number,
): number {
  const isBehind = (rank: number) =>
    distances[rank]! > distance || (distances[rank] === distance && vertices[rank]! > vertex);
  if (count === vertices.length && !isBehind(count - 1)) return count;
  let rank = count < vertices.length ? count : count - 1;
  for (; rank > 0 && isBehind(rank - 1); rank--) {
    distances[rank] = distances[rank - 1]!;
    vertices[rank] = vertices[rank - 1]!;
  }
  distances[rank] = distance;
  vertices[rank] = vertex;
  return Math.min(count + 1, vertices.length);
}

/** Approximate distance between neighbours, from the bounding box's surface. */
function spacing(positions: Float32Array): number {
  const [w, h, d] = spansOf(boundsOfVertices([{ positions }])) as [number, number, number];
  return Math.sqrt((2 * (w * h + h * d + d * w)) / (positions.length / 3));
}
