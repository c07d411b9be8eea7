/**
 * `npm run gallery`: contact sheets. Without arguments all of them, `docs/gallery.webp` and others in `out/gallery`;
 * `--only NAME...` chooses. With sentences, a sheet of those; with `--pictures FILE...`, the rigs of pictures from the
 * front, the side and the back; with `--beside MODEL...`, our characters beside models of others.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createMoveNet } from '../src/engine/index.js';
import { tilesBeside } from './gallery/beside.js';
import { clipTiles, faces, faceTiles, movers } from './gallery/moving.js';
import { drawnPictures, tilesOfFile, tilesOfPicture } from './gallery/pictured.js';
import { prompts } from './gallery/prompts.js';
import { drawSheet, type Tile } from './gallery/sheet.js';
import { siblings, siblingTiles, tileOfText } from './gallery/text.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', short: 'o' },
    side: { type: 'string' },
    columns: { type: 'string' },
    yaw: { type: 'string' },
    only: { type: 'string', multiple: true },
    pictures: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
  },
});
const yaw = values.yaw === undefined ? undefined : Number(values.yaw);

type Sheet = {
  out: string;
  side: number;
  columns: number;
  rows: readonly string[];
  tiles: (row: string, side: number) => Promise<Tile[]>;
};

const sentences = (rows: readonly string[]): Sheet => ({
  out: 'docs/gallery.webp',
  side: 232,
  columns: 9,
  rows,
  tiles: async (prompt, side) => [await tileOfText(prompt, side, { yaw })],
});
const pose = await createMoveNet();
const pictures = { side: 232, columns: 8 };

const sheets: Record<string, Sheet> = {
  text: sentences(prompts),
  siblings: { out: 'out/gallery/siblings.webp', side: 200, columns: 9, rows: siblings, tiles: siblingTiles },
  clips: { out: 'out/gallery/clips.webp', side: 120, columns: 16, rows: movers, tiles: clipTiles },
  faces: { out: 'out/gallery/faces.webp', side: 150, columns: 14, rows: faces, tiles: faceTiles },
  pictures: {
    ...pictures,
    out: 'out/gallery/pictures.webp',
    rows: drawnPictures,
    tiles: (prompt, side) => tilesOfPicture(prompt, side, pose),
  },
};

function chosen(): Sheet[] {
  if (values.pictures)
    return [
      {
        ...pictures,
        out: 'out/gallery/files.webp',
        rows: positionals,
        tiles: (file, side) => tilesOfFile(file, side, pose),
      },
    ];
  if (values.beside)
    return [{ out: 'out/gallery/beside.webp', side: 320, columns: 5, rows: positionals, tiles: tilesBeside }];
  if (positionals.length > 0) return [{ ...sentences(positionals), out: 'out/gallery/sentences.webp' }];
  const names = values.only ?? Object.keys(sheets);
  return names.map((name) => {
    const sheet = sheets[name];
    if (!sheet) throw new Error(`--only takes ${Object.keys(sheets).join(', ')}`);
    return sheet;
  });
}

const wanted = chosen();
if (values.out && wanted.length > 1) throw new Error('--out is for one sheet: choose it with --only');
for (const sheet of wanted) {
  const { rows, tiles: draw } = sheet;
  const [side, out] = [Number(values.side ?? sheet.side), values.out ?? sheet.out];
  const tiles: Tile[] = [];
  for (const [i, row] of rows.entries()) {
    tiles.push(...(await draw(row, side)));
    process.stderr.write(`${i + 1} of ${rows.length}: ${row}\n`);
  }
  await mkdir(dirname(out), { recursive: true });
  const columns = Math.min(Number(values.columns ?? sheet.columns), tiles.length);
  const image = await drawSheet(tiles, side, columns);
  await writeFile(out, image);
  console.log(`${out}: ${rows.length} rows, ${Math.round(image.length / 1024)} kB`);
}
