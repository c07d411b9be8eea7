import {
  CubeTexture,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
  Vector3,
} from 'three';

const FACE_PX = 64;
const LAST_LEVEL = 3;

/** Soft studio lights: direction, radiance, and sharpness (spherical Gaussians). */
const LIGHTS = [
  { from: new Vector3(0.5, 0.75, 0.6).normalize(), radiance: [5.2, 5, 4.7], narrow: 26 },
  { from: new Vector3(-0.9, 0.35, 0.35).normalize(), radiance: [2.3, 2.6, 3.1], narrow: 18 },
  { from: new Vector3(0.2, 0.5, -1).normalize(), radiance: [2.6, 2.7, 3], narrow: 12 },
  { from: new Vector3(0, 1, 0), radiance: [2, 2, 2.1], narrow: 8 },
] as const;
/** Brightness increases linearly from floor to ceiling. */
const AMBIENT = { middle: [0.5, 0.5, 0.54], rise: [0.4, 0.41, 0.44] } as const;

/**
 * Ambient light for reflections and soft shading as a prefiltered cube map for three.js, with one level per
 * roughness. three.js filters on the GPU, which takes seconds without a graphics card; Gaussian lights are widened by
 * a formula instead.
 * @see Wang et al. 2009, All-Frequency Rendering of Dynamic, Spatially-Varying Reflectance (the lobe of GGX)
 */
export function createEnvironment(): CubeTexture {
  // three.js counts levels as for its own cube maps, which start with the sharpest: ours need one more at the end.
  const levels = Array.from({ length: LAST_LEVEL + 2 }, (_, level) => drawCube(level));
  const [sharpest, ...rest] = levels;
  const texture = new CubeTexture(sharpest);
  texture.mipmaps = rest.map((faces) => ({ image: faces })) as never;
  texture.type = HalfFloatType;
  texture.format = RGBAFormat;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.isPMREMTexture = true;
  texture.needsUpdate = true;
  return texture;
}

function drawCube(level: number): DataTexture[] {
  const size = FACE_PX >> level;
  const roughness = 1 - Math.sqrt(1 - Math.min(level / LAST_LEVEL, 1));
  // The roughest level is the cosine lobe of diffuse light.
  const lobe = Math.max(1 / (2 * Math.max(roughness, 0.04) ** 4), 2.1);
  const towards = new Vector3();
  return faces.map((face) => {
    const data = new Uint16Array(size * size * 4);
    for (let at = 0; at < size * size; at++) {
      const s = (2 * ((at % size) + 0.5)) / size - 1;
      const t = (2 * (Math.floor(at / size) + 0.5)) / size - 1;
      towards.set(...face(s, t)).normalize();
      // A cube map is seen from inside, so x is mirrored.
      towards.x = -towards.x;
      radianceFrom(towards, lobe).forEach((value, channel) => {
        data[at * 4 + channel] = DataUtils.toHalfFloat(value);
      });
      data[at * 4 + 3] = DataUtils.toHalfFloat(1);
    }
    return new DataTexture(data, size, size, RGBAFormat, HalfFloatType);
  });
}

/** Directions of a cube map's six faces in OpenGL's order. */
const faces: ((s: number, t: number) => [number, number, number])[] = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
];

/** Radiance averaged over a Gaussian lobe: widening preserves each light's energy. */
function radianceFrom(towards: Vector3, lobe: number): [number, number, number] {
  const meanCosine = 1 / Math.tanh(lobe) - 1 / lobe;
  const sum = AMBIENT.middle.map((middle, i) => middle + AMBIENT.rise[i]! * towards.y * meanCosine);
  for (const { from, radiance, narrow } of LIGHTS) {
    const widened = (narrow * lobe) / (narrow + lobe);
    const share = (widened / narrow) * Math.exp(widened * (from.dot(towards) - 1));
    for (const [i, value] of radiance.entries()) sum[i]! += value * share;
  }
  return sum as [number, number, number];
}
