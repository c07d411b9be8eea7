import sharp from 'sharp';
import type { Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { frameCamera, portraitPitch, portraitYaw } from './camera.js';
import { develop, samples } from './canvas.js';
import { drawSkeleton } from './overlay.js';
import { poseScene, reachOf } from './scene.js';
import { createStudio } from './studio.js';

const usualSize = 640;

/** A square PNG of a pose, slightly from the side and above, with the skeleton in a small second view. */
export async function renderPreview(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
  size = usualSize,
): Promise<Uint8Array> {
  const scene = poseScene(skeleton, surfaces, pose);
  const side = size * samples;
  const seen = (extent: readonly [number, number], centre: readonly [number, number]) =>
    frameCamera(scene.points, portraitYaw(skeleton), portraitPitch, extent, centre);
  const camera = seen([side * 0.86, side * 0.92], [side * 0.48, side * 0.5]);
  const canvas = createStudio(size, camera, reachOf(scene)).paint(scene.meshes);
  const inset = seen([side * 0.2, side * 0.26], [side * 0.865, side * 0.82]);
  drawSkeleton(canvas, scene, inset, skeleton);
  const png = sharp(develop(canvas), { raw: { width: size, height: size, channels: 3 } });
  return new Uint8Array(await png.png({ compressionLevel: 7 }).toBuffer());
}
