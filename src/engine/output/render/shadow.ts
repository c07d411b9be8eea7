/** Soft shadows of one distant light from an orthographic depth map. */
import { cross, normalize, type Vec3 } from '../../geometry/vec.js';
import {
  clearVisible,
  depthMapFrom,
  drawTriangles,
  type Projection,
  type RasterTriangles,
  type Visible,
} from './raster.js';
import { createTiles, type ShadowTiles, tileAt, updateTiles } from './shadow-tiles.js';
import { newArrays, type Stock } from './stock.js';

export type Shadow = { map: Visible; tiles: ShadowTiles; view: View };

/**
 * Light space: the directions towards the light, to its right and up; map pixels per metre; height of the map's
 * centre above the floor.
 */
type View = {
  light: Vec3;
  right: Vec3;
  up: Vec3;
  scale: number;
  lift: number;
  side: number;
  bias: number;
  blur: Blur;
  /** All rays that reach a point. */
  rays: number;
};

/** The depths around a point that soften the edge: so many to each side, and so many pixels of the map apart. */
type Blur = { depths: number; apart: number };

/** @param side pixels along a side of the map */
export type ShadowCare = { side: number; blur: Blur };

/** @param reach largest absolute coordinate in metres */
export function createShadow(
  reach: number,
  light: Vec3,
  { side, blur }: ShadowCare,
  stock: Stock = newArrays,
): Shadow {
  const right = normalize(cross(light, [0, 1, 0]));
  const up = cross(right, light);
  const lift = reach * 0.45;
  return {
    map: depthMapFrom(stock, side, side),
    tiles: createTiles(side, Math.max(2, blur.depths * blur.apart)),
    view: {
      light,
      right,
      up,
      scale: side / (reach * 2.6),
      lift,
      side,
      bias: reach * 0.008,
      blur,
      rays: (2 * blur.depths + 1) ** 2,
    },
  };
}

/** Renders these meshes into the depth map and discards earlier ones. */
export function castShadow({ map, tiles, view }: Shadow, meshes: readonly RasterTriangles[]): void {
  clearVisible(map);
  drawTriangles(map, meshes, projectOnto(view));
  updateTiles(tiles, map);
}

/**
 * How many of the rays of the light reach a point. It comes in an array, and the places are computed here, because
 * numbers that are no integers are allocated for each call.
 */
export function raysAt({ map, tiles, view }: Shadow, place: Float32Array): number {
  const { right, up, light, scale, lift, side, rays, blur } = view;
  const x = place[0]!;
  const y = place[1]! - lift;
  const z = place[2]!;
  const across = side / 2 + (x * right[0] + y * right[1] + z * right[2]) * scale;
  const above = side / 2 + (x * up[0] + y * up[1] + z * up[2]) * scale;
  if (across < 0 || above < 0 || across >= side || above >= side) return rays;
  const limit = -(x * light[0] + y * light[1] + z * light[2]) - view.bias;
  const column = Math.floor(across) | 0;
  const row = Math.floor(above) | 0;
  const tile = tileAt(tiles, column, row);
  if (tiles.nearest[tile]! > limit) return rays;
  if (tiles.farthest[tile]! <= limit) return 0;
  // How many of the depths around are farther than the limit; all those outside the map are.
  const { depth } = map;
  const { apart } = blur;
  const reach = blur.depths * apart;
  const first = Math.max(column - reach, column % apart);
  const last = Math.min(column + reach, side - 1);
  const bottom = Math.min(row + reach, side - 1);
  let lit = rays;
  for (let y = Math.max(row - reach, row % apart); y <= bottom; y += apart)
    for (let at = y * side + first, end = y * side + last; at <= end; at += apart)
      if (depth[at]! <= limit) lit--;
  return lit;
}

/** The map tile that a point falls on; -1 outside the map, where everything is lit. */
export function tileUnder({ tiles, view }: Shadow, place: Float32Array): number {
  const { right, up, scale, lift, side } = view;
  const x = place[0]!;
  const y = place[1]! - lift;
  const z = place[2]!;
  const across = side / 2 + (x * right[0] + y * right[1] + z * right[2]) * scale;
  const above = side / 2 + (x * up[0] + y * up[1] + z * up[2]) * scale;
  if (across < 0 || above < 0 || across >= side || above >= side) return -1;
  return tileAt(tiles, Math.floor(across) | 0, Math.floor(above) | 0);
}

/** Whether any part of a tile may be in shadow. */
export const isShaded = ({ tiles }: Shadow, tile: number): boolean =>
  tile >= 0 && tiles.nearest[tile]! < Number.POSITIVE_INFINITY;

const projectOnto =
  (view: View): Projection =>
  (points) =>
    placesOn(view, points);

function placesOn({ light, right, up, scale, lift, side }: View, points: Float32Array): Float32Array {
  const screen = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]! - lift;
    const z = points[i + 2]!;
    screen[i] = side / 2 + (x * right[0] + y * right[1] + z * right[2]) * scale;
    screen[i + 1] = side / 2 + (x * up[0] + y * up[1] + z * up[2]) * scale;
    screen[i + 2] = -(x * light[0] + y * light[1] + z * light[2]);
  }
  return screen;
}
