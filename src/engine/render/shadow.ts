/** Soft shadows of one far light, from an orthographic depth map. */
import { cross, dot, normalize, type Vec3 } from '../math/vec.js';
import { createVisible, drawTriangles, type Projection, type Triangles } from './raster.js';

/** @param reach the largest coordinate in metres; @returns the part (0-1) of the light that reaches a point */
export function createShadow(
  meshes: readonly Triangles[],
  reach: number,
  light: Vec3,
  side = 768,
): (x: number, y: number, z: number) => number {
  const right = normalize(cross(light, [0, 1, 0]));
  const up = cross(right, light);
  const scale = side / (reach * 2.6);
  const lift = reach * 0.45;
  const project: Projection = ([x, y, z]) => {
    const p: Vec3 = [x, y - lift, z];
    return [side / 2 + dot(p, right) * scale, side / 2 + dot(p, up) * scale, -dot(p, light)];
  };
  const map = createVisible(side, side);
  drawTriangles(map, meshes, project);
  const bias = reach * 0.008;
  const { depth } = map;
  const step = side / 384;
  return (x, y, z) => {
    const h = y - lift;
    const px = side / 2 + (x * right[0] + h * right[1] + z * right[2]) * scale;
    const py = side / 2 + (x * up[0] + h * up[1] + z * up[2]) * scale;
    const limit = -(x * light[0] + h * light[1] + z * light[2]) - bias;
    let lit = 0;
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) {
        const sx = Math.floor(px + dx * step);
        const sy = Math.floor(py + dy * step);
        if (sx < 0 || sy < 0 || sx >= side || sy >= side || depth[sy * side + sx]! > limit) lit++;
      }
    return lit / 25;
  };
}
