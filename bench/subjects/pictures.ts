/** Pictures of characters and of other things, in folders KIND/SOURCE/NAME.png, and their features. */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { isAppError } from '../../src/base/errors.js';
import { decodePicture } from '../../src/engine/input/image/decode.js';
import { maskPicture } from '../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../src/engine/segmentation/image/silhouette.js';
import { type Features, featuresOf } from '../../src/engine/segmentation/subject/features.js';

export type Kind = 'characters' | 'objects' | 'food' | 'busts';
export type Labelled = { kind: Kind; source: string; name: string; path: string };

/** @param most pictures of each source, evenly spread over its names */
export async function picturesIn(
  folder: string,
  kinds: readonly Kind[],
  most = Infinity,
): Promise<Labelled[]> {
  const found: Labelled[] = [];
  for (const kind of kinds)
    for (const source of (await readdir(join(folder, kind)).catch((): string[] => [])).sort()) {
      const names = (await readdir(join(folder, kind, source))).sort();
      const step = Math.max(1, names.length / most);
      for (let i = 0; i < names.length; i += step) {
        const name = names[Math.floor(i)]!;
        found.push({ kind, source, name, path: join(folder, kind, source, name) });
      }
    }
  return found;
}

/** A stored row; `features` is null where no figure stands out. */
type Row = { id: string; features: Features | null };

/** Each picture as it is, and turned a little for characters. Rows are kept in `cache`, one JSON a line. */
export async function measureAll(pictures: readonly Labelled[], cache: string) {
  const text = await readFile(cache, 'utf8').catch(() => '');
  const rows = text.split('\n').filter(Boolean);
  const known = new Map(rows.map((line) => JSON.parse(line) as Row).map((row) => [row.id, row.features]));
  await mkdir(dirname(cache), { recursive: true });
  const measured: (Labelled & { turn: number; features: Features })[] = [];
  for (const picture of pictures)
    for (const turn of picture.kind === 'characters' ? [0, 9] : [0]) {
      const id = `${picture.kind}/${picture.source}/${picture.name}#${turn}`;
      if (!known.has(id)) {
        known.set(id, await measure(picture.path, turn));
        await appendFile(cache, `${JSON.stringify({ id, features: known.get(id) })}\n`);
      }
      const features = known.get(id);
      if (features) measured.push({ ...picture, turn, features });
    }
  return measured;
}

async function measure(path: string, turn: number): Promise<Features | null> {
  const bytes = await readFile(path);
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .removeAlpha()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const background = { r: red, g: green, b: blue };
  const turned = turn === 0 ? bytes : await sharp(bytes).rotate(turn, { background }).png().toBuffer();
  try {
    const picture = await decodePicture(turned);
    return featuresOf(silhouetteOf(maskPicture(picture), 1.6, 150), picture);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
