/** Soft shadows of one far light, from an orthographic depth map. */
import { cross, normalize, type Vec3 } from '../math/vec.js';
import { clearVisible, createVisible, drawTriangles, type Projection, type Triangles } from './raster.js';

export type Shadow = {
  /** Takes the light from what is behind these; what was cast before is forgotten. */
  cast(meshes: readonly Triangles[]): void;
  /** The part (0-1) of the light that reaches a point. */
  lit(x: number, y: number, z: number): number;
};

const kernel = 2;

/** @param reach the largest coordinate in metres */
export function createShadow(reach: number, light: Vec3, side = 768): Shadow {
  const right = normalize(cross(light, [0, 1, 0]));
  const up = cross(right, light);
  const scale = side / (reach * 2.6);
  const lift = reach * 0.45;
  const across = (x: number, y: number, z: number) =>
    side / 2 + (x * right[0] + (y - lift) * right[1] + z * right[2]) * scale;
  const above = (x: number, y: number, z: number) =>
    side / 2 + (x * up[0] + (y - lift) * up[1] + z * up[2]) * scale;
  const away = (x: number, y: number, z: number) => -(x * light[0] + (y - lift) * light[1] + z * light[2]);
  const project: Projection = (points) => {
    const screen = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      const [x, y, z] = [points[i]!, points[i + 1]!, points[i + 2]!];
      screen[i] = across(x, y, z);
      screen[i + 1] = above(x, y, z);
      screen[i + 2] = away(x, y, z);
    }
    return screen;
  };
  const map = createVisible(side, side);
  const { depth } = map;
  const bias = reach * 0.008;
  const step = side / 384;
  const tiles = createTiles(depth, side);
  return {
    cast(meshes) {
      clearVisible(map);
      drawTriangles(map, meshes, project);
      tiles.update();
    },
    lit(x, y, z) {
      const px = across(x, y, z);
      const py = above(x, y, z);
      if (px < 0 || py < 0 || px >= side || py >= side) return 1;
      const limit = away(x, y, z) - bias;
      const tile = tiles.at(px, py);
      if (tiles.nearest[tile]! > limit) return 1;
      if (tiles.farthest[tile]! <= limit) return 0;
      let lit = 0;
      for (let dy = -kernel; dy <= kernel; dy++)
        for (let dx = -kernel; dx <= kernel; dx++) {
          const sx = Math.floor(px + dx * step);
          const sy = Math.floor(py + dy * step);
          if (sx < 0 || sy < 0 || sx >= side || sy >= side || depth[sy * side + sx]! > limit) lit++;
        }
      return lit / (2 * kernel + 1) ** 2;
    },
  };
}

const tileSide = 16;

/** Nearest and farthest depth in each tile and its neighbours: most points are wholly lit or wholly dark. */
function createTiles(depth: Float32Array, side: number) {
  const count = Math.ceil(side / tileSide);
  const [low, high] = [new Float32Array(count * count), new Float32Array(count * count)];
  const [nearest, farthest] = [new Float32Array(count * count), new Float32Array(count * count)];
  const update = () => {
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const tile = Math.floor(y / tileSide) * count + Math.floor(x / tileSide);
        const d = depth[y * side + x]!;
        if (d < low[tile]!) low[tile] = d;
        if (d > high[tile]!) high[tile] = d;
      }
    for (let tile = 0; tile < count * count; tile++) widen(tile);
  };
  const widen = (tile: number) => {
    const [i, j] = [tile % count, Math.floor(tile / count)];
    const inner = i > 0 && j > 0 && i < count - 1 && j < count - 1;
    let [near, far] = [low[tile]!, inner ? high[tile]! : Number.POSITIVE_INFINITY];
    for (let y = Math.max(0, j - 1); y <= Math.min(count - 1, j + 1); y++)
      for (let x = Math.max(0, i - 1); x <= Math.min(count - 1, i + 1); x++) {
        near = Math.min(near, low[y * count + x]!);
        far = Math.max(far, high[y * count + x]!);
      }
    nearest[tile] = near;
    farthest[tile] = far;
  };
  const at = (x: number, y: number) => Math.floor(y / tileSide) * count + Math.floor(x / tileSide);
  return { nearest, farthest, update, at };
}
