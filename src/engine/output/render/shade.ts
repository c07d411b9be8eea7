/**
 * Shades z-buffer samples: hemisphere and key light, rim light, one glossy lobe, and a reflected studio; linear RGB.
 */
import type { Pixels, RenderMaterial } from '../../character.js';
import { linearOf } from '../../colour.js';
import type { RasterTriangles, Visible } from './raster.js';

export type Lit = RasterTriangles & {
  normals: Float32Array;
  uvs: Float32Array | null;
  tints: Float32Array | null;
  material: RenderMaterial;
  /** The material's colour in linear light. */
  linear: Float32Array;
  /** See `glintOf`. */
  glint: Float32Array;
};

/** Three reused numbers: a picture needs millions of them. */
export type Triple = Float32Array | Float64Array;

const sky = [0.62, 0.68, 0.8] as const;
const ground = [0.42, 0.36, 0.34] as const;
const key = [0.95, 0.88, 0.78] as const;
/** Below it a glossy lobe adds less than one display step. */
const faintest = 0.5;
const glintSteps = 1024;
const glints = new WeakMap<RenderMaterial, Float32Array>();

/** The glossy lobe of a material from `faintest` to 1 in even steps: powers take long, and it is read for each pixel. */
export function glintOf(material: RenderMaterial): Float32Array {
  const known = glints.get(material);
  if (known) return known;
  const gloss = glossOf(material);
  const made = Float32Array.from({ length: glintSteps + 2 }, (_, i) => {
    const shine = faintest + (1 - faintest) * (i / glintSteps);
    return shine ** (8 + gloss * 220) * (0.05 + gloss * 1.1);
  });
  glints.set(material, made);
  return made;
}

const glossOf = ({ roughness }: RenderMaterial): number => (1 - roughness) ** 2;

/**
 * Writes the light leaving a surface of linear colour `albedo` towards the eye to `out`, in single precision.
 * @param view unit vector to the eye
 * @param light unit vector to the key light
 * @param arriving the fraction (0-1) of the key light that arrives, and of the sky that is visible
 */
export function shade(
  out: Float64Array,
  { material, glint }: Lit,
  albedo: Float64Array,
  normal: Float64Array,
  view: Float64Array,
  light: Float64Array,
  arriving: Float64Array,
): void {
  if (material.unlit) {
    for (let i = 0; i < 3; i++) out[i] = Math.fround(albedo[i]!);
    return;
  }
  const lit = arriving[0]!;
  const open = arriving[1]!;
  const nx = normal[0]!;
  const ny = normal[1]!;
  const nz = normal[2]!;
  const vx = view[0]!;
  const vy = view[1]!;
  const vz = view[2]!;
  const lx = light[0]!;
  const ly = light[1]!;
  const lz = light[2]!;
  const facing = nx * lx + ny * ly + nz * lz;
  const soft = Math.max(0, facing * 0.5 + 0.5);
  const diffuse = Math.min(1, (Math.max(0, facing) * 0.85 + 0.15 * soft) * lit + 0.04);
  const above = ny * 0.5 + 0.5;
  const towards = nx * vx + ny * vy + nz * vz;
  const halfSize = Math.sqrt((lx + vx) ** 2 + (ly + vy) ** 2 + (lz + vz) ** 2) || 1;
  const shine = Math.max(0, (facing + towards) / halfSize);
  let lobe = 0;
  if (shine >= faintest) {
    const at = Math.min(glintSteps, (shine - faintest) * (glintSteps / (1 - faintest)));
    const step = at | 0;
    lobe = (glint[step]! + (glint[step + 1]! - glint[step]!) * (at - step)) * (0.25 + 0.75 * lit);
  }
  const aslant = 1 - Math.max(0, towards);
  const rim = aslant * aslant * aslant * 0.3 * above * open;
  const { metalness } = material;
  const mirror = metalness > 0 ? metalness * studio(2 * towards * ny - vy) * open * 0.75 : 0;
  const matt = 1 - 0.55 * metalness;
  const glow = material.glow ?? 0;
  for (let i = 0; i < 3; i++) {
    const base = albedo[i]!;
    const ambient = (ground[i]! + (sky[i]! - ground[i]!) * above) * open;
    const tint = metalness > 0.5 ? base * 0.8 + 0.2 : 1;
    out[i] = Math.fround(
      base * (ambient * 0.62 + key[i]! * diffuse) * matt +
        tint * (lobe + mirror) +
        rim * (0.35 * base + 0.12) +
        base * glow,
    );
  }
}

/**
 * Reflected by metals: a bright ceiling, a horizon band and a dark floor. `up` is the height of the reflected ray.
 */
function studio(up: number): number {
  const band = Math.exp(-(((up - 0.12) / 0.16) ** 2)) * 0.5;
  return Math.max(0.06, up > 0.1 ? 0.3 + 0.5 * up : 0.1) + band;
}

const linearOfByte = Float32Array.from({ length: 256 }, (_, byte) => linearOf(byte / 255));

/** Adds the linear colour of a textured mesh at a sample to `out`. */
export function addTexel(
  out: Triple,
  { indices }: Lit,
  uvs: Float32Array,
  texture: Pixels,
  visible: Visible,
  sample: number,
): void {
  const t = visible.triangle[sample]!;
  const v = visible.second[sample]!;
  const w = visible.third[sample]!;
  const [a, b, c] = [indices[t]! * 2, indices[t + 1]! * 2, indices[t + 2]! * 2];
  const u = 1 - v - w;
  const x = texel(uvs[a]! * u + uvs[b]! * v + uvs[c]! * w, texture.width);
  const y = texel(uvs[a + 1]! * u + uvs[b + 1]! * v + uvs[c + 1]! * w, texture.height);
  const pixel = (y * texture.width + x) * 4;
  for (let i = 0; i < 3; i++) out[i]! += linearOfByte[texture.pixels[pixel + i]!]!;
}

/** Multiplies `out` by the colour of the vertices around a sample. */
export function applyTint(
  out: Triple,
  { indices }: Lit,
  tints: Float32Array,
  visible: Visible,
  sample: number,
): void {
  const t = visible.triangle[sample]!;
  const v = visible.second[sample]!;
  const w = visible.third[sample]!;
  const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
  for (let i = 0; i < 3; i++) out[i]! *= tints[a + i]! * (1 - v - w) + tints[b + i]! * v + tints[c + i]! * w;
}

/** Coordinates outside the picture repeat it. */
function texel(uv: number, size: number): number {
  const within = uv >= 0 && uv <= 1 ? uv : uv - Math.floor(uv);
  return Math.min(size - 1, Math.floor(within * size)) || 0;
}
