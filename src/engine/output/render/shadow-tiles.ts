/** Which parts of a shadow map are wholly lit or dark. */
import type { Visible } from './raster.js';

/** Nearest and farthest depth in each tile and its neighbours: most points are fully lit or fully dark. */
export type ShadowTiles = {
  /** Pixels along a side of a tile: at least as many as a shadow is blurred by, so that its neighbours hold all that is read. */
  side: number;
  /** Tiles along a side. */
  count: number;
  /** Values of the tile alone. */
  low: Float32Array;
  high: Float32Array;
  /** Values of the tile and its neighbours in the row. */
  lowInRow: Float32Array;
  highInRow: Float32Array;
  nearest: Float32Array;
  farthest: Float32Array;
};

export function createTiles(mapSide: number, side: number): ShadowTiles {
  const count = Math.ceil(mapSide / side);
  const numbers = () => new Float32Array(count * count);
  return {
    side,
    count,
    low: numbers(),
    high: numbers(),
    lowInRow: numbers(),
    highInRow: numbers(),
    nearest: numbers(),
    farthest: numbers(),
  };
}

export const tileAt = ({ count, side }: ShadowTiles, x: number, y: number): number =>
  Math.floor(y / side) * count + Math.floor(x / side);

/** Measures only what was drawn on: a figure covers a quarter of the map. */
export function updateTiles(tiles: ShadowTiles, { depth, width, bounds }: Visible): void {
  const { count, low, high, lowInRow, highInRow, nearest, farthest } = tiles;
  for (const values of [low, high, lowInRow, highInRow, nearest, farthest])
    values.fill(Number.POSITIVE_INFINITY);
  const [left, top, right, bottom] = Array.from(bounds, (at) => Math.floor(at / tiles.side));
  if (right! < left!) return;
  for (let j = top!; j <= bottom!; j++)
    for (let i = left!; i <= right!; i++) measureTile(tiles, depth, width, i, j);
  const [first, last] = [Math.max(0, left! - 1), Math.min(count - 1, right! + 1)];
  for (let j = top!; j <= bottom!; j++) widenRow(tiles, j, first, last);
  for (let j = Math.max(0, top! - 1); j <= Math.min(count - 1, bottom! + 1); j++)
    widenColumns(tiles, j, first, last);
}

function measureTile(
  { count, side, low, high }: ShadowTiles,
  depth: Float32Array,
  width: number,
  i: number,
  j: number,
): void {
  let near = Number.POSITIVE_INFINITY;
  let far = Number.NEGATIVE_INFINITY;
  const [right, end] = [Math.min(width, (i + 1) * side), Math.min(width, (j + 1) * side)];
  for (let y = j * side; y < end; y++)
    for (let at = y * width + i * side; at < y * width + right; at++) {
      const d = depth[at]!;
      if (d < near) near = d;
      if (d > far) far = d;
    }
  low[j * count + i] = near;
  high[j * count + i] = far;
}

function widenRow(
  { count, low, high, lowInRow, highInRow }: ShadowTiles,
  j: number,
  first: number,
  last: number,
): void {
  const row = j * count;
  for (let i = first; i <= last; i++) {
    const before = row + Math.max(0, i - 1);
    const tile = row + i;
    const after = row + Math.min(count - 1, i + 1);
    lowInRow[tile] = Math.min(low[before]!, low[tile]!, low[after]!);
    highInRow[tile] = Math.max(high[before]!, high[tile]!, high[after]!);
  }
}

/** Points outside the map are infinitely far. */
function widenColumns(
  { count, lowInRow, highInRow, nearest, farthest }: ShadowTiles,
  j: number,
  first: number,
  last: number,
): void {
  const above = Math.max(0, j - 1) * count;
  const below = Math.min(count - 1, j + 1) * count;
  const isInner = j > 0 && j < count - 1;
  for (let i = first; i <= last; i++) {
    const tile = j * count + i;
    nearest[tile] = Math.min(lowInRow[above + i]!, lowInRow[tile]!, lowInRow[below + i]!);
    if (isInner && i > 0 && i < count - 1)
      farthest[tile] = Math.max(highInRow[above + i]!, highInRow[tile]!, highInRow[below + i]!);
  }
}
