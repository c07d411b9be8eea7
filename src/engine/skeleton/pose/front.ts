/**
 * Renders a solid's surfaces from the front for the pose network and maps the detected joints back into the solid.
 */
import type { Vec3 } from '../../geometry/vec.js';
import { depthAt, type Volume } from '../../geometry/volume/volume.js';
import { createVisible, drawTriangles, type RasterTriangles } from '../../output/render/raster.js';
import type { Skeleton } from '../skeleton.js';
import { frontThresholds } from './calibration.js';
import { fuseSkeleton } from './fuse.js';
import type { PoseNetwork, Rgb } from './network.js';
import { type PixelBox, sightOf } from './sighting.js';

const { clay, wall, surely } = frontThresholds;

/** Pixels along the figure's longer side. */
const resolution = 240;

export async function looksHuman(
  network: PoseNetwork,
  surfaces: readonly RasterTriangles[],
): Promise<boolean> {
  const { picture, box } = frontOf(surfaces);
  const sighting = await sightOf(network, picture, box);
  return sighting !== null && sighting.score >= surely;
}

type Front = {
  picture: Rgb;
  box: PixelBox;
  height: number;
  toModel(x: number, y: number): readonly [number, number];
};

/**
 * Adjusts the skeleton fitted to a solid that faces +Z to the joints a network detects in a picture of its surfaces,
 * if it detects a person.
 */
export async function fuseModel(
  network: PoseNetwork | null | undefined,
  fitted: Skeleton,
  surfaces: readonly RasterTriangles[],
  volume: Volume,
): Promise<{ skeleton: Skeleton; seen?: { by: string; score: number } }> {
  if (!network || fitted.kind !== 'biped') return { skeleton: fitted };
  const { picture, box, toModel, height } = frontOf(surfaces);
  const sighting = await sightOf(network, picture, box);
  if (!sighting) return { skeleton: fitted };
  const { by, score, places } = sighting;
  const lifted = [...places].flatMap(([name, [u, v]]): [string, Vec3][] => {
    const [x, y] = toModel(u, v);
    const z = middleAt(volume, x, y);
    return z === null ? [] : [[name, [x, y, z]]];
  });
  return { skeleton: fuseSkeleton(fitted, new Map(lifted), height), seen: { by, score } };
}

/** An orthographic picture; the light comes from the viewer, slightly from above. */
function frontOf(surfaces: readonly RasterTriangles[]): Front {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { positions } of surfaces)
    for (let i = 0; i < positions.length; i += 3) {
      left = Math.min(left, positions[i]!);
      right = Math.max(right, positions[i]!);
      low = Math.min(low, positions[i + 1]!);
      high = Math.max(high, positions[i + 1]!);
    }
  const perUnit = resolution / Math.max(right - left, high - low);
  const margin = resolution * 0.15;
  const box = {
    left: margin,
    top: margin,
    width: (right - left) * perUnit,
    height: (high - low) * perUnit,
  };
  const [width, height] = [Math.ceil(box.width + margin * 2), Math.ceil(box.height + margin * 2)];
  const visible = createVisible(width, height);
  drawTriangles(visible, surfaces, (points) => {
    const screen = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      screen[i] = margin + (points[i]! - left) * perUnit;
      screen[i + 1] = margin + (high - points[i + 1]!) * perUnit;
      screen[i + 2] = -points[i + 2]!;
    }
    return screen;
  });
  const pixels = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const mesh = visible.mesh[pixel]!;
    const light = mesh < 0 ? 1 : lightOn(surfaces[mesh]!, visible.triangle[pixel]!);
    for (let c = 0; c < 3; c++) pixels[pixel * 3 + c] = (mesh < 0 ? wall : clay)[c]! * light;
  }
  return {
    picture: { pixels, width, height },
    box,
    height: high - low,
    toModel: (x, y) => [left + (x - margin) / perUnit, high - (y - margin) / perUnit],
  };
}

/** Brightness of a triangle regardless of winding: 0.35 to 1. */
function lightOn({ positions: p, indices }: RasterTriangles, t: number): number {
  const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
  const [e, f] = [b, c].map((v) => [0, 1, 2].map((i) => p[v + i]! - p[a + i]!)) as [number[], number[]];
  const nx = e[1]! * f[2]! - e[2]! * f[1]!;
  const ny = e[2]! * f[0]! - e[0]! * f[2]!;
  const nz = e[0]! * f[1]! - e[1]! * f[0]!;
  const up = nz < 0 ? -ny : ny;
  return 0.35 + 0.65 * Math.max(0, (Math.abs(nz) * 0.9 + up * 0.43) / (Math.hypot(nx, ny, nz) || 1));
}

/** The depth at which a limb seen at this point is thickest: where it stops getting deeper behind its front. */
function middleAt(volume: Volume, x: number, y: number): number | null {
  const { size, origin, cell } = volume;
  let [best, deepest] = [0, 0];
  for (let z = origin[2] + (size[2] - 1) * cell; z >= origin[2]; z -= cell / 2) {
    const depth = depthAt(volume, x, y, z);
    if (depth > deepest) [best, deepest] = [z, depth];
    else if (deepest > 0 && depth < deepest - cell / 4) break;
  }
  return deepest > 0 ? best : null;
}
