import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';

const size = 400;

/** A picture of shapes with the light and shade of a rendered one, on a plain or a shaded backdrop. */
async function isFigureAt(shapes: string, backdrop: string): Promise<(x: number, y: number) => number> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><defs>
    <linearGradient id="blue" x2="1"><stop stop-color="#1b3f8a"/><stop offset="1" stop-color="#5b86d8"/></linearGradient>
    <linearGradient id="skin" x2="1"><stop stop-color="#8a5a3a"/><stop offset="1" stop-color="#d8a880"/></linearGradient>
    <radialGradient id="floor" gradientUnits="userSpaceOnUse" cx="200" cy="370" r="150"><stop stop-color="#cfcfcf"/><stop offset="1" stop-color="#fff"/></radialGradient></defs>
    <rect width="400" height="400" fill="${backdrop}"/>${shapes}</svg>`;
  const { width, inside } = maskPicture(await decodePicture(await sharp(Buffer.from(svg)).png().toBuffer()));
  return (x, y) => inside[y * width + x]!;
}

const trunk = `<circle cx="200" cy="70" r="42" fill="url(#skin)"/>
  <path d="M150 110 h100 v130 h-100z" fill="url(#blue)"/>`;
const legs = '<path d="M150 230 h100 l30 140 h-50 l-30 -110 l-30 110 h-50z" fill="url(#skin)"/>';
const shoes = '<path d="M112 352 h176 v18 h-176z" fill="url(#blue)"/>';

describe('the background that a figure encloses', () => {
  it('is not part of it between legs whose shoes touch', async () => {
    const at = await isFigureAt(trunk + legs + shoes, '#fff');
    expect([at(200, 330), at(200, 150), at(140, 330)]).toEqual([0, 1, 1]);
  });

  it('is not part of it where a shadow falls on the floor', async () => {
    const floor = '<rect y="250" width="400" height="150" fill="url(#floor)"/>';
    const at = await isFigureAt(floor + trunk + legs + shoes, '#fff');
    expect([at(200, 330), at(200, 150)]).toEqual([0, 1]);
  });

  it('is not part of it between an arm and the hip that it is put on', async () => {
    const arms =
      '<path d="M150 110 l-60 60 l60 70 v-24 l-32 -44 l32 -34z M250 110 l60 60 l-60 70 v-24 l32 -44 l-32 -34z" fill="url(#skin)"/>';
    const at = await isFigureAt(
      `${trunk}${arms}<path d="M150 240 h100 v130 h-100z" fill="url(#skin)"/>`,
      '#c33',
    );
    expect([at(135, 172), at(265, 172), at(105, 170)]).toEqual([0, 0, 1]);
  });

  it('is told from a white shirt and white eyes, which are on the axis of the figure or small', async () => {
    const white =
      '<path d="M165 120 h70 v100 h-70z M180 60 h10 v10 h-10z M210 60 h10 v10 h-10z" fill="#fff"/>';
    const at = await isFigureAt(trunk + white + legs, '#fff');
    expect([at(200, 170), at(185, 65), at(215, 65)]).toEqual([1, 1, 1]);
  });

  it('is told from a white glove with an outline', async () => {
    const glove = `<path d="M250 130 l60 50 l-14 18 l-46 -38z" fill="url(#skin)"/>
      <circle cx="325" cy="205" r="30" fill="#fff" stroke="#222" stroke-width="4"/>`;
    const at = await isFigureAt(trunk + legs + glove, '#fff');
    expect([at(325, 205), at(200, 150)]).toEqual([1, 1]);
  });
});

describe('a hard shadow on the floor', () => {
  const boots = '<path d="M112 340 h64 v34 h-64z M224 340 h64 v34 h-64z" fill="#8a8a8e"/>';

  it('is left out beside the feet, also where it begins at them', async () => {
    const shadow = '<path d="M112 362 h270 v10 h-270z" fill="#a8a8ac"/>';
    const at = await isFigureAt(shadow + trunk + legs + boots, '#fff');
    expect([at(340, 367), at(370, 367), at(250, 360)]).toEqual([0, 0, 1]);
  });

  it('is told from what has a color of its own', async () => {
    const tail = '<path d="M250 360 h130 v12 h-130z" fill="#b46a3c"/>';
    const at = await isFigureAt(tail + trunk + legs + boots, '#fff');
    expect([at(340, 366), at(370, 366)]).toEqual([1, 1]);
  });
});
