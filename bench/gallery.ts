/**
 * `npm run gallery`: the characters of many sentences on one sheet, `docs/gallery.webp`; with `--pictures FILE...`, the
 * rigs of pictures from the front, the side and the back.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createMoveNet } from '../src/engine/index.js';
import { portrait } from '../src/engine/output/portrait.js';
import { portraitYaw } from '../src/engine/output/render/camera.js';
import { renderStill } from '../src/engine/output/render/still.js';
import { makeCharacter } from '../src/engine/pipeline/build.js';
import { createProgress } from '../src/engine/pipeline/progress.js';
import { interpretText } from '../src/engine/pipeline/text.js';
import { tilesOfPicture } from './gallery/pictured.js';
import { prompts } from './gallery/prompts.js';
import { drawSheet, type Tile } from './gallery/sheet.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', short: 'o', default: 'docs/gallery.webp' },
    side: { type: 'string', default: '232' },
    columns: { type: 'string', default: '9' },
    yaw: { type: 'string' },
    pictures: { type: 'boolean', default: false },
  },
});

async function tileOf(prompt: string, side: number): Promise<Tile> {
  const interpreted = interpretText({ kind: 'text', prompt });
  const { skeleton, shown, clips } = await makeCharacter(interpreted, createProgress({}));
  const yaw = values.yaw === undefined ? portraitYaw(skeleton) : Number(values.yaw);
  return {
    caption: prompt,
    rgb: renderStill(skeleton, shown, portrait(clips, interpreted.pose), side, yaw),
  };
}

const wanted = positionals.length > 0 ? positionals : prompts;
const side = Number(values.side);
const tiles: Tile[] = [];
const pose = values.pictures ? await createMoveNet() : null;
for (const [i, one] of wanted.entries()) {
  if (values.pictures) tiles.push(...(await tilesOfPicture(one, side, pose)));
  else tiles.push(await tileOf(one, side));
  process.stderr.write(`${i + 1} of ${wanted.length}: ${one}\n`);
}
await mkdir(dirname(values.out), { recursive: true });
const sheet = await drawSheet(
  tiles,
  side,
  Math.min(values.pictures ? 8 : Number(values.columns), tiles.length),
);
await writeFile(values.out, sheet);
console.log(`${values.out}: ${wanted.length} characters, ${Math.round(sheet.length / 1024)} kB`);
