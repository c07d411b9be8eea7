/** `npm run bodies`: one picture of every class of body, numbered like the buttons, `data/pictures/bodies.webp`. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { portrait } from '../src/engine/output/portrait.js';
import { portraitYaw } from '../src/engine/output/render/camera.js';
import { renderStill } from '../src/engine/output/render/still.js';
import { makeCharacter } from '../src/engine/pipeline/build.js';
import { createProgress } from '../src/engine/pipeline/progress.js';
import { interpretText } from '../src/engine/pipeline/text.js';

/** In the order of the buttons; the last tile is a question mark. */
const prompts = [
  'a boy in a blue shirt and brown trousers',
  'a brown horse',
  'a red parrot',
  'an orange goldfish',
  'a green snake',
  'a black ant',
  'a purple octopus',
] as const;
const side = 148;
const gap = 4;
const columns = 4;

async function still(prompt: string): Promise<Buffer> {
  const interpreted = interpretText({ kind: 'text', prompt });
  const { skeleton, surfaces, clips } = await makeCharacter(interpreted, createProgress({}));
  const rgb = renderStill(skeleton, surfaces, portrait(clips, interpreted.pose), side, portraitYaw(skeleton));
  return sharp(Buffer.from(rgb), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

const drawn = (content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-weight="bold" text-anchor="middle">${content}</svg>`,
  );
const number = (n: number): Buffer =>
  drawn(
    `<circle cx="17" cy="17" r="12" fill="#6d5dfc"/><text x="17" y="22" font-size="14" fill="#fff">${n}</text>`,
  );
const unknown = drawn(
  `<rect width="${side}" height="${side}" fill="#2a2f3a"/><text x="${side / 2}" y="${side * 0.66}" font-size="72" fill="#c9cfdb">?</text>`,
);

const tiles = [...(await Promise.all(prompts.map(still))), unknown];
const place = (i: number) => ({
  left: gap + (i % columns) * (side + gap),
  top: gap + Math.floor(i / columns) * (side + gap),
});
const pieces = tiles.flatMap((input, i) => [
  { input, ...place(i) },
  { input: number(i + 1), ...place(i) },
]);
const [width, height] = [columns * (side + gap) + gap, (tiles.length / columns) * (side + gap) + gap];
const sheet = sharp({ create: { width, height, channels: 3, background: '#171a21' } }).composite(pieces);
await mkdir('data/pictures', { recursive: true });
const bytes = await sheet.webp({ quality: 82, effort: 6 }).toBuffer();
await writeFile('data/pictures/bodies.webp', bytes);
console.log(`data/pictures/bodies.webp: ${Math.round(bytes.length / 1024)} kB`);
