/** A picture of a figure, and its rig from the front, from the side and from the back. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { restPose } from '../../src/engine/clips/clip.js';
import type { PoseNetwork } from '../../src/engine/index.js';
import { renderStill } from '../../src/engine/output/render/still.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { interpretImage } from '../../src/engine/pipeline/pictures.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import type { Tile } from './sheet.js';
import { tileOfText } from './text.js';

/** Yaw of each view in radians. */
const angles = { front: 0, side: Math.PI / 2, back: Math.PI } as const;

/** Characters that are drawn in flat tones, as pictures without a background. */
export const drawnPictures: readonly string[] = [
  'a toon knight with a red cape',
  'a toon girl in a yellow dress',
  'a toon robot',
  'a toon bear in a blue shirt',
  'a toon wizard with a staff',
  'a toon elf with a green hood',
];

const pictureSide = 512;

/** A picture that the engine draws of a sentence. */
export async function tilesOfPicture(
  prompt: string,
  side: number,
  pose: PoseNetwork | null,
): Promise<Tile[]> {
  const { rgb } = await tileOfText(prompt, pictureSide, { seed: 5, yaw: 0 });
  const raw = { width: pictureSide, height: pictureSide, channels: 3 } as const;
  return tilesOf({ name: prompt, image: await sharp(rgb, { raw }).png().toBuffer() }, side, pose);
}

export const tilesOfFile = async (file: string, side: number, pose: PoseNetwork | null): Promise<Tile[]> =>
  tilesOf({ name: basename(file), image: await readFile(file) }, side, pose);

type Picture = { name: string; image: Buffer };

async function tilesOf({ name, image }: Picture, side: number, pose: PoseNetwork | null): Promise<Tile[]> {
  const shown = await sharp(image)
    .resize(side, side, { fit: 'contain', background: '#ccc' })
    .flatten({ background: '#ccc' })
    .raw()
    .toBuffer();
  try {
    const interpreted = await interpretImage({ kind: 'image', image, parameters: { detail: 'low' } }, pose);
    const progress = createProgress({});
    const { skeleton, surfaces } = await makeCharacter(interpreted, progress, { clips: ['idle'] });
    const views = Object.entries(angles).map(([view, yaw]) => ({
      caption: view === 'front' ? [skeleton.kind, ...(interpreted.notes ?? [])].join(' · ') : view,
      rgb: renderStill(skeleton, surfaces, restPose, side, yaw),
    }));
    return [{ caption: name, rgb: shown }, ...views];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const blank = new Uint8Array(side * side * 3).fill(60);
    return [
      { caption: name, rgb: shown },
      ...Object.keys(angles).map((_, i) => ({ caption: i === 0 ? why : '', rgb: blank })),
    ];
  }
}
