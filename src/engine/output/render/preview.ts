import type { Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { frameCamera, portraitPitch, portraitYaw } from './camera.js';
import { develop, samples } from './canvas.js';
import { drawSkeleton } from './overlay.js';
import { poseScene, reachOf } from './scene.js';
import type { Stock } from './stock.js';
import { createStudio } from './studio.js';
import { plainSurface } from './turntable.js';

const usualSize = 640;

/** What a preview shows: plain data, which another thread can receive. `size`: pixels along a side. */
export type PortraitScene = {
  skeleton: Skeleton;
  surfaces: readonly ShownSurface[];
  pose: Pose;
  size: number;
};

export const portraitScene = (
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
  size = usualSize,
): PortraitScene => ({ skeleton, surfaces: surfaces.map(plainSurface), pose, size });

/** A pose, slightly from the side and above, with the skeleton in a small second view. @returns 8-bit RGB rows */
export function drawPortrait({ skeleton, surfaces, pose, size }: PortraitScene, stock?: Stock): Uint8Array {
  const scene = poseScene(skeleton, surfaces, pose);
  const side = size * samples;
  const seen = (extent: readonly [number, number], centre: readonly [number, number]) =>
    frameCamera(scene.points, portraitYaw(skeleton), portraitPitch, extent, centre);
  const camera = seen([side * 0.86, side * 0.92], [side * 0.48, side * 0.5]);
  const canvas = createStudio(size, camera, reachOf(scene), { stock }).paint(scene.meshes);
  const inset = seen([side * 0.2, side * 0.26], [side * 0.865, side * 0.82]);
  drawSkeleton(canvas, scene, inset, skeleton);
  return develop(canvas);
}
