/** Pictures in folders KIND/SOURCE/NAME, their features, and what the pose network sees in them. */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { isAppError } from '../../src/base/errors.js';
import type { PoseNetwork } from '../../src/engine/index.js';
import { decodePicture } from '../../src/engine/input/image/decode.js';
import { maskPicture } from '../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../src/engine/segmentation/image/silhouette.js';
import { type Features, featuresOf } from '../../src/engine/segmentation/subject/features.js';
import { type PictureKind, pictureKinds } from '../../src/engine/segmentation/subject/kinds.js';
import { lookAt } from '../../src/engine/skeleton/pose/outline.js';

export type Shown = {
  kind: PictureKind;
  source: string;
  name: string;
  features: Features;
  seen: Float32Array;
};

/** Pixels along the longer side. */
const size = 320;

/** A stored row; null where no figure stands out. */
type Row = { id: string; shown: { features: Features; seen: number[] } | null };

/** Rows are kept in `cache`, one JSON a line. */
export async function picturesShown(folder: string, network: PoseNetwork, cache: string): Promise<Shown[]> {
  const text = await readFile(cache, 'utf8').catch(() => '');
  const rows = text.split('\n').filter(Boolean);
  const known = new Map(rows.map((line) => JSON.parse(line) as Row).map(({ id, shown }) => [id, shown]));
  await mkdir(dirname(cache), { recursive: true });
  const found: Shown[] = [];
  for (const { kind, source, name } of await picturesIn(folder)) {
    const id = `${kind}/${source}/${name}`;
    if (!known.has(id)) {
      const shown = await measure(await readFile(join(folder, id)), network);
      known.set(id, shown);
      await appendFile(cache, `${JSON.stringify({ id, shown })}\n`);
    }
    const shown = known.get(id);
    if (shown) found.push({ kind, source, name, ...shown, seen: Float32Array.from(shown.seen) });
  }
  return found;
}

async function picturesIn(folder: string) {
  const found: { kind: PictureKind; source: string; name: string }[] = [];
  for (const kind of pictureKinds)
    for (const source of (await readdir(join(folder, kind)).catch((): string[] => [])).sort())
      for (const name of (await readdir(join(folder, kind, source))).sort())
        found.push({ kind, source, name });
  return found;
}

async function measure(bytes: Uint8Array, network: PoseNetwork): Promise<Row['shown']> {
  const image = sharp(bytes, { density: 200 }).resize(size, size, { fit: 'inside' });
  try {
    const picture = await decodePicture(await image.png().toBuffer());
    const silhouette = silhouetteOf(maskPicture(picture), 1.6, 150);
    const { impression } = await lookAt(network, picture, silhouette.crop);
    const seen = [...impression!].map((value) => Number(value.toPrecision(4)));
    return { features: featuresOf(silhouette, picture), seen };
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
