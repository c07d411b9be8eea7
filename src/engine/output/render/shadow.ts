/** Soft shadows of one distant light from an orthographic depth map. */
import { cross, normalize, type Vec3 } from '../../geometry/vec.js';
import {
  clearVisible,
  createDepthMap,
  drawTriangles,
  type Projection,
  type RasterTriangles,
  type Visible,
} from './raster.js';

export type Shadow = { map: Visible; tiles: Tiles; view: View };

/**
 * Light space: the directions towards the light, to its right and up; map pixels per metre; height of the map's
 * centre above the floor.
 */
type View = { light: Vec3; right: Vec3; up: Vec3; scale: number; lift: number; side: number; bias: number };

/** The depths around a point that soften the edge: `kernel` steps to each side of `side / 384` pixels. */
const kernel = 2;
const kernelSide = 384;
const most = (2 * kernel + 1) ** 2;

/** @param reach largest absolute coordinate in metres */
export function createShadow(reach: number, light: Vec3, side: number): Shadow {
  const right = normalize(cross(light, [0, 1, 0]));
  const up = cross(right, light);
  const lift = reach * 0.45;
  return {
    map: createDepthMap(side, side),
    tiles: createTiles(side),
    view: { light, right, up, scale: side / (reach * 2.6), lift, side, bias: reach * 0.008 },
  };
}

/** Renders these meshes into the depth map and discards earlier ones. */
export function castShadow({ map, tiles, view }: Shadow, meshes: readonly RasterTriangles[]): void {
  clearVisible(map);
  drawTriangles(map, meshes, projectOnto(view));
  updateTiles(tiles, map);
}

/**
 * Fraction (0-1) of the light that reaches a point. It comes in an array, because numbers that are no integers are
 * allocated for each call.
 */
export function lightAt({ map: { depth }, tiles, view }: Shadow, place: Float32Array): number {
  const { side } = view;
  const px = across(view, place, 0);
  const py = above(view, place, 0);
  if (px < 0 || py < 0 || px >= side || py >= side) return 1;
  const limit = away(view, place, 0) - view.bias;
  const tile = tileAt(tiles, px, py);
  if (tiles.nearest[tile]! > limit) return 1;
  if (tiles.farthest[tile]! <= limit) return 0;
  return litAround(depth, side, Math.floor(px), Math.floor(py), limit) / most;
}

/** How many of the depths around a pixel are farther than `limit`; all those outside the map are. */
function litAround(depth: Float32Array, side: number, x: number, y: number, limit: number): number {
  const step = side / kernelSide;
  const reach = kernel * step;
  const left = x >= reach ? x - reach : (x + reach) % step;
  const right = Math.min(side - 1, x + reach);
  let lit = most;
  for (let sy = y - reach; sy <= y + reach; sy += step) {
    if (sy < 0 || sy >= side) continue;
    for (let at = sy * side + left; at <= sy * side + right; at += step) if (depth[at]! <= limit) lit--;
  }
  return lit;
}

/** The map tile that a point falls on; -1 outside the map, where everything is lit. */
export function tileUnder({ tiles, view }: Shadow, place: Float32Array): number {
  const px = across(view, place, 0);
  const py = above(view, place, 0);
  return px < 0 || py < 0 || px >= view.side || py >= view.side ? -1 : tileAt(tiles, px, py);
}

/** Whether any part of a tile may be in shadow. */
export const isShaded = ({ tiles }: Shadow, tile: number): boolean =>
  tile >= 0 && tiles.nearest[tile]! < Number.POSITIVE_INFINITY;

/** Of the point at `i`. */
const across = ({ right, scale, lift, side }: View, points: Float32Array, i: number) =>
  side / 2 + (points[i]! * right[0] + (points[i + 1]! - lift) * right[1] + points[i + 2]! * right[2]) * scale;
const above = ({ up, scale, lift, side }: View, points: Float32Array, i: number) =>
  side / 2 + (points[i]! * up[0] + (points[i + 1]! - lift) * up[1] + points[i + 2]! * up[2]) * scale;
const away = ({ light, lift }: View, points: Float32Array, i: number) =>
  -(points[i]! * light[0] + (points[i + 1]! - lift) * light[1] + points[i + 2]! * light[2]);

const projectOnto =
  (view: View): Projection =>
  (points) =>
    placesOn(view, points);

function placesOn(view: View, points: Float32Array): Float32Array {
  const screen = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    screen[i] = across(view, points, i);
    screen[i + 1] = above(view, points, i);
    screen[i + 2] = away(view, points, i);
  }
  return screen;
}

/** As long as the reach of the kernel in the finest map, so that a tile and its neighbours hold all it reads. */
const tileSide = 4;

/** Nearest and farthest depth in each tile and its neighbours: most points are fully lit or fully dark. */
type Tiles = {
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

function createTiles(side: number): Tiles {
  const count = Math.ceil(side / tileSide);
  const numbers = () => new Float32Array(count * count);
  return {
    count,
    low: numbers(),
    high: numbers(),
    lowInRow: numbers(),
    highInRow: numbers(),
    nearest: numbers(),
    farthest: numbers(),
  };
}

const tileAt = ({ count }: Tiles, x: number, y: number) =>
  Math.floor(y / tileSide) * count + Math.floor(x / tileSide);

/** Measures only what was drawn on: a figure covers a quarter of the map. */
function updateTiles(tiles: Tiles, { depth, width: side, bounds }: Visible): void {
  const { count, low, high } = tiles;
  low.fill(Number.POSITIVE_INFINITY);
  high.fill(Number.POSITIVE_INFINITY);
  const [left, top, right, bottom] = Array.from(bounds, (at) => Math.floor(at / tileSide));
  for (let j = top!; j <= bottom!; j++)
    for (let i = left!; i <= right!; i++) measureTile(tiles, depth, side, i, j);
  for (let j = 0; j < count; j++) widenRow(tiles, j);
  for (let j = 0; j < count; j++) widenColumns(tiles, j);
}

function measureTile(
  { count, low, high }: Tiles,
  depth: Float32Array,
  side: number,
  i: number,
  j: number,
): void {
  let near = Number.POSITIVE_INFINITY;
  let far = Number.NEGATIVE_INFINITY;
  const [right, end] = [Math.min(side, (i + 1) * tileSide), Math.min(side, (j + 1) * tileSide)];
  for (let y = j * tileSide; y < end; y++)
    for (let at = y * side + i * tileSide; at < y * side + right; at++) {
      const d = depth[at]!;
      if (d < near) near = d;
      if (d > far) far = d;
    }
  low[j * count + i] = near;
  high[j * count + i] = far;
}

function widenRow({ count, low, high, lowInRow, highInRow }: Tiles, j: number): void {
  const [first, last] = [j * count, (j + 1) * count - 1];
  for (let tile = first; tile <= last; tile++) {
    const before = Math.max(first, tile - 1);
    const after = Math.min(last, tile + 1);
    lowInRow[tile] = Math.min(low[before]!, low[tile]!, low[after]!);
    highInRow[tile] = Math.max(high[before]!, high[tile]!, high[after]!);
  }
}

/** Points outside the map are infinitely far. */
function widenColumns({ count, lowInRow, highInRow, nearest, farthest }: Tiles, j: number): void {
  const above = Math.max(0, j - 1) * count;
  const below = Math.min(count - 1, j + 1) * count;
  const isInner = j > 0 && j < count - 1;
  for (let i = 0; i < count; i++) {
    const tile = j * count + i;
    nearest[tile] = Math.min(lowInRow[above + i]!, lowInRow[tile]!, lowInRow[below + i]!);
    farthest[tile] =
      isInner && i > 0 && i < count - 1
        ? Math.max(highInRow[above + i]!, highInRow[tile]!, highInRow[below + i]!)
        : Number.POSITIVE_INFINITY;
  }
}
