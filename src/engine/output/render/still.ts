import type { Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { frameCamera, portraitPitch } from './camera.js';
import { develop, samples } from './canvas.js';
import { poseScene, reachOf } from './scene.js';
import { createStudio } from './studio.js';

/** Renders a character alone in a square picture. @returns 8-bit RGB rows */
export function renderStill(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
  pixels: number,
  yaw: number,
): Uint8Array {
  const scene = poseScene(skeleton, surfaces, pose);
  const side = pixels * samples;
  const extent = [side * 0.88, side * 0.88] as const;
  const camera = frameCamera(scene.points, yaw, portraitPitch, extent, [side / 2, side / 2]);
  const studio = createStudio(pixels, camera, reachOf(scene));
  return develop(studio.paint(scene.meshes));
}
