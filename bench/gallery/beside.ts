/** Models of others in our light, with our characters of the same role in every style beside them. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import sharp from 'sharp';
import { makeRig } from '../../src/engine/index.js';
import { artStyles } from '../../src/engine/types.js';
import type { Tile } from './sheet.js';
import { tileOfText } from './text.js';

/** @param file its name ends with the role: `pack_Knight.glb` */
export async function tilesBeside(file: string, side: number): Promise<Tile[]> {
  const name = basename(file, extname(file));
  const { preview } = await makeRig({ kind: 'mesh', model: await readFile(file), previewSize: side });
  const rgb = await sharp(preview).removeAlpha().raw().toBuffer();
  const role = name
    .split(/[^A-Za-z]/)
    .at(-1)!
    .toLowerCase();
  const tiles: Tile[] = [{ caption: name, rgb }];
  for (const style of artStyles) {
    const tile = await tileOfText(`a chibi ${role}`, side, { seed: 3, parameters: { style } });
    tiles.push({ ...tile, caption: `${tile.caption}, ${style}` });
  }
  return tiles;
}
