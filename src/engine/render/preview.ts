import sharp from 'sharp';
import type { Pose } from '../clips/clip.js';
import type { ShownSurface } from '../output/assemble.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { frameCamera } from './camera.js';
import { createCanvas, develop } from './canvas.js';
import { drawSkeleton } from './overlay.js';
import { createVisible } from './raster.js';
import { keyLight, paintScene, poseScene } from './scene.js';

export const previewSize = 640;

/** Where a character of this class looks best from, radians. */
export const portraitYaw = ({ kind }: Pick<Skeleton, 'kind'>): number => (kind === 'biped' ? 0.42 : 0.82);
export const portraitPitch = 0.16;

/** Seen a little from the side and above, in a pose, with the skeleton over a small second view. PNG 640x640. */
export async function renderPreview(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
): Promise<Uint8Array> {
  const scene = poseScene(skeleton, surfaces, pose);
  const canvas = createCanvas(previewSize);
  const { image, side } = canvas;
  const yaw = portraitYaw(skeleton);
  const camera = frameCamera(
    scene.points,
    yaw,
    portraitPitch,
    [side * 0.86, side * 0.92],
    [side * 0.48, side * 0.5],
  );
  paintScene(canvas, createVisible(side, side), camera, scene, keyLight());
  const inset = frameCamera(
    scene.points,
    yaw,
    portraitPitch,
    [side * 0.2, side * 0.26],
    [side * 0.865, side * 0.82],
  );
  drawSkeleton(image, side, scene.meshes, inset, skeleton, scene.posed);
  const png = sharp(develop(canvas), { raw: { width: previewSize, height: previewSize, channels: 3 } });
  return new Uint8Array(await png.png({ compressionLevel: 7 }).toBuffer());
}
