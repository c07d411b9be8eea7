import type { Pose } from '../clips/clip.js';
import type { ShownSurface } from '../output/assemble.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { frameCamera } from './camera.js';
import { createCanvas, develop } from './canvas.js';
import { portraitPitch } from './preview.js';
import { createVisible } from './raster.js';
import { keyLight, paintScene, poseScene } from './scene.js';

/** A character alone in a square picture. @returns 8-bit RGB rows */
export function renderStill(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
  pixels: number,
  yaw: number,
): Uint8Array {
  const scene = poseScene(skeleton, surfaces, pose);
  const canvas = createCanvas(pixels);
  const { side } = canvas;
  const camera = frameCamera(
    scene.points,
    yaw,
    portraitPitch,
    [side * 0.88, side * 0.88],
    [side / 2, side / 2],
  );
  paintScene(canvas, createVisible(side, side), camera, scene, keyLight());
  return develop(canvas);
}
