import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodePicture } from '../../src/engine/image/decode.js';
import { maskPicture } from '../../src/engine/image/mask.js';

/** Intersection over union of our mask and the given one, a drawing each. */
export async function maskOverlaps(folder: string): Promise<{ name: string; iou: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return Promise.all(names.map(async (name) => ({ name, iou: await overlap(join(folder, name)) })));
}

async function overlap(folder: string): Promise<number> {
  const picture = await decodePicture(await readFile(join(folder, 'texture.png')));
  const ours = maskPicture(picture);
  const truth = await sharp(join(folder, 'mask.png'))
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer();
  let [both, either] = [0, 0];
  truth.forEach((value, i) => {
    const [a, b] = [value > 127, insideOf(ours, i)];
    if (a && b) both++;
    if (a || b) either++;
  });
  return both / either;
}

const insideOf = (mask: ReturnType<typeof maskPicture>, i: number): boolean => mask.inside[i] === 1;
