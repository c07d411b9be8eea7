import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { balanced } from '../../../../../src/engine/input/image/light.js';
import { nameViews } from '../../../../../src/engine/input/image/views.js';
import { interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { sliceOf } from '../../../../support/slice.js';
import { photographerOf } from './photograph.js';

type Light = readonly [number, number, number];
const daylight: Light = [1, 1, 1];
type Clothes = { shirt: Light; trousers: Light };
const blue: Clothes = { shirt: [60, 110, 190], trousers: [90, 70, 60] };

/** A person with arms apart, or from the side, at any size and in any light. */
function picture(from: 'front' | 'side', scale = 1, light = daylight, { shirt, trousers } = blue) {
  const ink = (colour: Light) => `rgb(${colour.map((value, c) => Math.round(value * light[c]!)).join()})`;
  const arms = from === 'front' ? `<path d="M80 110 h240 v30 h-240z" fill="${ink(shirt)}"/>` : '';
  const half = from === 'front' ? 45 : 25;
  const size = Math.round(400 * scale);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 400 400"><rect width="400" height="400" fill="#fff"/>${arms}
    <circle cx="200" cy="75" r="35" fill="${ink([210, 160, 120])}"/><path d="M${200 - half} 105 h${2 * half} v130 h${-2 * half}z" fill="${ink(shirt)}"/>
    <path d="M${200 - half} 230 h${2 * half} v130 h${-2 * half}z" fill="${ink(trousers)}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function seen(bytes: Uint8Array) {
  const decoded = await decodePicture(bytes);
  return { picture: decoded, silhouette: silhouetteOf(maskPicture(decoded), 1.6, 150) };
}

const named = async (...pictures: Promise<Uint8Array>[]) =>
  nameViews(await Promise.all(pictures.map(async (one) => ({ ...(await seen(await one)), view: null }))));

describe('pictures without named sides', () => {
  it('are front, back and left when a narrow one comes last, even half as large and dim', async () => {
    const { views, notes } = await named(
      picture('front'),
      picture('front', 0.5),
      picture('side', 0.5, [0.5, 0.5, 0.5]),
    );
    expect(views).toEqual(['front', 'back', 'left']);
    expect(notes).toEqual([]);
  });

  it('are found when the side comes first', async () => {
    expect((await named(picture('side', 2), picture('front'))).views).toEqual(['left', 'front']);
  });

  it('follow their order when all are equally wide', async () => {
    expect((await named(picture('side'), picture('side'), picture('side'))).views).toEqual([
      'front',
      'left',
      'back',
    ]);
  });

  it('take the front from the rest when another name is given', async () => {
    const pictures = [
      { ...(await seen(await picture('front'))), view: 'left' as const },
      { ...(await seen(await picture('side'))), view: null },
    ];
    expect(nameViews(pictures).views).toEqual(['left', 'front']);
  });

  it('follow their order when the wide one is asymmetric, as with a long tail', async () => {
    const tail = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/><path d="M100 40 h60 v240 h200 v40 h-200 v50 h-60z" fill="#a52"/></svg>`;
    const fox = sharp(Buffer.from(tail)).png().toBuffer();
    expect((await named(picture('side'), fox)).views).toEqual(['front', 'left']);
  });

  it('keep a given name, and report what contradicts it', async () => {
    const images = [
      { bytes: await picture('side'), view: 'front' as const },
      { bytes: await picture('front'), view: 'left' as const },
    ];
    const { notes } = await interpretImages({ kind: 'images', images });
    expect(notes).toEqual([
      'front: This picture looks like a view from the side.',
      'left: This picture looks like a view from the front or back.',
    ]);
  });
});

describe('characters rendered from all sides', () => {
  const quarter = Math.PI / 2;
  const people = ['a robot', 'a goblin', 'a princess', 'a pirate'];

  it.each(sliceOf(people, 0, 3))(
    '%s: face and toes decide which side is which, in any order',
    async (prompt) => {
      const take = await photographerOf(prompt);
      const shot = async (yaw: number) => ({ ...(await seen(await take(yaw))), view: null });
      const [front, left, back, right] = await Promise.all(
        [0, 1, 2, 3].map((i) => shot([0, 1, 2, -1][i]! * quarter)),
      );
      expect(nameViews([back!, right!, front!, left!]).views).toEqual(['back', 'right', 'front', 'left']);
      expect(nameViews([right!, back!, front!]).views).toEqual(['right', 'back', 'front']);
    },
  );
});

const seeds = [1, 3, 7, 11, 101, 102];
const wideSides = ['a horse', 'a knight with a sword'];

it.each(
  sliceOf(
    wideSides.flatMap((prompt) => seeds.map((seed) => [prompt, seed] as const)),
    0,
    6,
    11,
  ),
)(
  '%s of seed %i has its front recognized though its side is wider or has a sword in front',
  async (prompt, seed) => {
    const take = await photographerOf(prompt, seed);
    const shot = async (yaw: number) => ({ ...(await seen(await take(yaw, 0, 240))), view: null });
    const [front, left, back] = await Promise.all([0, Math.PI / 2, Math.PI].map(shot));
    expect(nameViews([left!, front!, back!]).views).toEqual(['left', 'front', 'back']);
    expect(nameViews([back!, left!, front!]).views).toEqual(['back', 'left', 'front']);
  },
);

describe('a picture in another light', () => {
  const front = () => picture('front').then(seen);
  const shirtOf = ({ width, height, rgba }: { width: number; height: number; rgba: Uint8Array }) => {
    const at = (Math.floor(height * 0.42) * width + Math.floor(width / 2)) * 4;
    return [...rgba.subarray(at, at + 3)];
  };

  it('is adjusted to the light of the front', async () => {
    const dim = await seen(await picture('side', 0.6, [0.6, 0.5, 0.42]));
    shirtOf(balanced(dim, await front())).forEach((value, c) => {
      expect(Math.abs(value - blue.shirt[c]!)).toBeLessThan(12);
    });
  });

  it('keeps its colors when it shows a different figure', async () => {
    const turned: Clothes = { shirt: [190, 60, 50], trousers: [90, 160, 60] };
    const back = await seen(await picture('front', 1, daylight, turned));
    expect(shirtOf(balanced(back, await front()))).toEqual(turned.shirt);
  });
});

it('the error names which of several pictures shows no figure', async () => {
  const [front, blank] = [
    await picture('front'),
    await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ];
  const images = (view: 'left' | null) => ({
    kind: 'images' as const,
    images: [
      { bytes: front, view: 'front' as const },
      { bytes: blank, view },
    ],
  });
  await expect(interpretImages(images('left'))).rejects.toThrow(/^The left picture: No figure was found/);
  await expect(interpretImages(images(null))).rejects.toThrow(/^Picture 2: No figure was found/);
});
