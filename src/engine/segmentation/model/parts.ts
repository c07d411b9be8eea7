/** Connected parts of a model with measurements. */
import { type Bounds, emptyBounds, includeVertex } from '../../geometry/mesh/bounds.js';
import { triangleArea } from '../../geometry/mesh/triangle.js';
import { distance, type Vec3 } from '../../geometry/vec.js';
import { connectedPieces } from '../../geometry/volume/surface.js';
import type { Piece } from '../../input/model/model.js';
import { partsThresholds } from './calibration.js';

const { twinsDiffer, beside } = partsThresholds;

/** Area, centroid and mean distance from it, all invariant under rotation. */
export type MeshPart = { area: number; middle: [number, number, number]; reach: number };

/**
 * `labels[p][v]` is the part of vertex `v` of piece `p`. `centre` halves the surface along each axis, counting whole
 * parts, so that a held item does not shift it. `size` is the greatest reach of any part from there.
 */
export type MeshParts = { parts: MeshPart[]; labels: readonly Uint32Array[]; centre: Vec3; size: number };

export function meshPartsOf(pieces: readonly Piece[]): MeshParts {
  const { labels, count } = connectedPieces(pieces);
  const parts = Array.from({ length: count }, (): MeshPart => ({ area: 0, middle: [0, 0, 0], reach: 0 }));
  const [middle, scratch] = [new Float64Array(3), new Float64Array(3)];
  const eachTriangle = (visit: (part: MeshPart, area: number) => void) =>
    pieces.forEach(({ positions: p, indices }, i) => {
      for (let t = 0; t < indices.length; t += 3) {
        const a = indices[t]! * 3;
        const b = indices[t + 1]! * 3;
        const c = indices[t + 2]! * 3;
        for (let k = 0; k < 3; k++) middle[k] = (p[a + k]! + p[b + k]! + p[c + k]!) / 3;
        visit(parts[labels[i]![indices[t]!]!]!, triangleArea(scratch, p, a, b, c));
      }
    });
  eachTriangle((part, area) => {
    part.area += area;
    for (let k = 0; k < 3; k++) part.middle[k]! += middle[k]! * area;
  });
  for (const part of parts) for (let k = 0; k < 3; k++) part.middle[k]! /= part.area || 1;
  eachTriangle((part, area) => {
    const x = middle[0]! - part.middle[0];
    const y = middle[1]! - part.middle[1];
    const z = middle[2]! - part.middle[2];
    part.reach += (area / (part.area || 1)) * Math.sqrt(x * x + y * y + z * z);
  });
  const centre: Vec3 = [medianOf(parts, 0), medianOf(parts, 1), medianOf(parts, 2)];
  const size = parts.reduce((most, { middle, reach }) => Math.max(most, reach + distance(middle, centre)), 0);
  return { parts, labels, centre, size };
}

function medianOf(parts: readonly MeshPart[], axis: 0 | 1 | 2): number {
  const ordered = [...parts].sort((a, b) => a.middle[axis] - b.middle[axis]);
  let rest = parts.reduce((sum, { area }) => sum + area, 0) / 2;
  const half = ordered.find(({ area }) => {
    rest -= area;
    return rest <= 0;
  });
  return (half ?? ordered[0]!).middle[axis];
}

/** Whether two parts form a pair, like shoes: the same size in two positions. */
export const areTwins = (a: MeshPart, b: MeshPart, { size }: Pick<MeshParts, 'size'>): boolean =>
  Math.abs(a.area - b.area) < twinsDiffer * a.area &&
  Math.abs(a.reach - b.reach) < twinsDiffer * a.reach &&
  distance(a.middle, b.middle) > beside * size;

/** The pieces without the triangles of some parts. */
export const without = (
  pieces: readonly Piece[],
  labels: readonly Uint32Array[],
  left: ReadonlySet<number>,
): Piece[] =>
  left.size === 0
    ? [...pieces]
    : pieces.map((piece, p) => ({
        ...piece,
        indices: piece.indices.filter((_, i) => !left.has(labels[p]![piece.indices[i - (i % 3)]!]!)),
      }));

/** The bounding box of each part. */
export function boundsOfEach(pieces: readonly Piece[], { parts, labels }: MeshParts): Bounds[] {
  const bounds = parts.map(emptyBounds);
  pieces.forEach(({ positions, indices }, p) => {
    for (const v of indices) includeVertex(bounds[labels[p]![v]!]!, positions, v);
  });
  return bounds;
}
