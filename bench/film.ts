/** `npm run pictures`: turning characters on one moving picture, `docs/characters.webp`. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { makeRig } from '../src/engine/index.js';

const { values } = parseArgs({
  options: { out: { type: 'string', short: 'o', default: 'docs/characters.webp' } },
});

const prompts = [
  'a red fox with a blue scarf',
  'a chibi knight with a silver shield and a red cape',
  'an owl wizard with a purple hat',
  'a green dragon with purple wings',
  'a pirate captain with a black beard',
  'a golden robot with blue eyes',
  'a viking with a ginger beard and an axe',
  'a chibi mage in a purple robe',
  'a penguin with a yellow scarf',
  'an orange octopus',
];
const columns = 5;
const side = 176;
const gap = 4;
const paper = '#171a21';

/** Share of a frame cropped on each side, where no character reaches. */
const margin = 0.06;

/** The frames of a character's turntable, as large as a tile. */
async function filmOf(prompt: string): Promise<Buffer[]> {
  const { turntable } = await makeRig({ kind: 'text', prompt, turntable: true });
  if (turntable === undefined) throw new Error(`no turntable for "${prompt}"`);
  const { pages = 1, width: whole = side } = await sharp(turntable, { animated: true }).metadata();
  const cut = Math.round(whole * margin);
  const middle = { left: cut, top: cut, width: whole - 2 * cut, height: whole - 2 * cut };
  const frames = Array.from({ length: pages }, (_, page) =>
    sharp(turntable, { page }).extract(middle).resize(side, side).removeAlpha().raw().toBuffer(),
  );
  return Promise.all(frames);
}

const films: Buffer[][] = [];
for (const prompt of prompts) {
  films.push(await filmOf(prompt));
  process.stderr.write(`${films.length} of ${prompts.length}: ${prompt}\n`);
}

const width = columns * (side + gap) + gap;
const height = Math.ceil(films.length / columns) * (side + gap) + gap;
const count = Math.min(...films.map((frames) => frames.length));
const sheets = Array.from({ length: count }, (_, frame) =>
  sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(
      films.map((frames, i) => ({
        input: frames[frame]!,
        raw: { width: side, height: side, channels: 3 as const },
        left: gap + (i % columns) * (side + gap),
        top: gap + Math.floor(i / columns) * (side + gap),
      })),
    )
    .removeAlpha() // composite adds it
    .raw()
    .toBuffer(),
);
const raw = { width, height: height * count, channels: 3, pageHeight: height } as const;
const delay = Array.from({ length: count }, () => 100);
const film = await sharp(Buffer.concat(await Promise.all(sheets)), { raw })
  .webp({ quality: 60, effort: 4, loop: 0, delay })
  .toBuffer();
await writeFile(values.out, film);
console.log(`${values.out}: ${films.length} characters, ${Math.round(film.length / 1024)} kB`);
