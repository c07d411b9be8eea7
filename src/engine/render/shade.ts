/** Lighting of what a z-buffer sees: hemisphere and key light with soft shadow, a rim, one glossy lobe; linear RGB. */
import type { Look } from '../character.js';
import { cross, dot, normalize, type Vec3 } from '../math/vec.js';
import { linearOf } from '../output/glb.js';
import { createVisible, drawTriangles, type Projection, type Triangles } from './raster.js';

export type Lit = Triangles & {
  normals: Float32Array;
  uvs: Float32Array | null;
  material: Look /** The material's colour, linear. */;
  linear: Vec3;
};

export const keyLight: Vec3 = normalize([0.75, 1, 0.85]);
const shadowSize = 768;

/** Fraction of the key light that reaches a point, from an orthographic shadow map with a 5x5 filter. */
export function createShadow(meshes: readonly Lit[], reach: number): (p: Vec3) => number {
  const right = normalize(cross(keyLight, [0, 1, 0]));
  const up = cross(right, keyLight);
  const scale = shadowSize / (reach * 2.6);
  const middle: Vec3 = [0, reach * 0.45, 0];
  const project: Projection = ([x, y, z]) => {
    const p: Vec3 = [x - middle[0], y - middle[1], z - middle[2]];
    return [shadowSize / 2 + dot(p, right) * scale, shadowSize / 2 + dot(p, up) * scale, -dot(p, keyLight)];
  };
  const map = createVisible(shadowSize, shadowSize);
  drawTriangles(map, meshes, project);
  const bias = reach * 0.008;
  return (p) => {
    const [x, y, z] = project(p);
    let lit = 0;
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) {
        const [sx, sy] = [Math.floor(x) + dx * 2, Math.floor(y) + dy * 2];
        const outside = sx < 0 || sy < 0 || sx >= shadowSize || sy >= shadowSize;
        if (outside || map.depth[sy * shadowSize + sx]! > z - bias) lit++;
      }
    return lit / 25;
  };
}

const sky: Vec3 = [0.62, 0.68, 0.8];
const ground: Vec3 = [0.42, 0.36, 0.34];
const key: Vec3 = [0.95, 0.88, 0.78];

/** Light leaving a surface of linear colour `albedo` towards the eye. `view` points to the eye. */
export function shade(
  material: Look,
  albedo: Vec3,
  normal: Vec3,
  view: Vec3,
  lit: number,
  open: number,
): Vec3 {
  const facing = Math.max(0, dot(normal, keyLight));
  const diffuse = Math.min(
    1,
    (facing * 0.85 + 0.15 * Math.max(0, dot(normal, keyLight) * 0.5 + 0.5)) * lit + 0.04,
  );
  const above = normal[1] * 0.5 + 0.5;
  const half = normalize([keyLight[0] + view[0], keyLight[1] + view[1], keyLight[2] + view[2]]);
  const gloss = (1 - material.roughness) ** 2;
  const lobe =
    Math.max(0, dot(normal, half)) ** (8 + gloss * 220) * (0.05 + gloss * 1.1) * (0.25 + 0.75 * lit);
  const grazing = (1 - Math.max(0, dot(normal, view))) ** 3;
  const rim = grazing * 0.3 * above * open;
  const mirror = material.metalness * environment(normal, view) * open;
  return [0, 1, 2].map((i) => {
    const base = albedo[i]!;
    const ambient = (ground[i]! + (sky[i]! - ground[i]!) * above) * open;
    const body = base * (ambient * 0.62 + key[i]! * diffuse) * (1 - 0.55 * material.metalness);
    const shine = material.metalness > 0.5 ? base * 0.8 + 0.2 : 1;
    return body + shine * (lobe + mirror * 0.75) + rim * (0.35 * base + 0.12) + base * (material.glow ?? 0);
  }) as unknown as Vec3;
}

/** A studio of a bright ceiling, a band of horizon and a dark floor, for metals to mirror. */
function environment(normal: Vec3, view: Vec3): number {
  const up = 2 * dot(normal, view) * normal[1] - view[1];
  const band = Math.exp(-(((up - 0.12) / 0.16) ** 2)) * 0.5;
  return Math.max(0.06, up > 0.1 ? 0.3 + 0.5 * up : 0.1) + band;
}

/** Linear colour of the material at barycentric `v`, `w` of a triangle. */
export function albedoAt(mesh: Lit, t: number, v: number, w: number): Vec3 {
  const { texture } = mesh.material;
  if (!texture || !mesh.uvs) return mesh.linear;
  const [a, b, c] = [mesh.indices[t]! * 2, mesh.indices[t + 1]! * 2, mesh.indices[t + 2]! * 2];
  const at = (i: number) => mesh.uvs![a + i]! * (1 - v - w) + mesh.uvs![b + i]! * v + mesh.uvs![c + i]! * w;
  const x = texel(at(0), texture.width);
  const y = texel(at(1), texture.height);
  const pixel = (y * texture.width + x) * 4;
  return [0, 1, 2].map((i) => linearOf(texture.pixels[pixel + i]! / 255)) as unknown as Vec3;
}

/** Coordinates beyond the picture repeat it. */
function texel(uv: number, size: number): number {
  const within = uv >= 0 && uv <= 1 ? uv : uv - Math.floor(uv);
  return Math.min(size - 1, Math.floor(within * size)) || 0;
}
