import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import {
  fitOutlineQuadruped,
  looksFourLegged,
} from '../../../../../src/engine/skeleton/outline/quadruped.js';

const draw = (body: string, width = 400, height = 400) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`),
  )
    .png()
    .toBuffer();

const person = (fill: (part: number) => string) => `
  <circle cx="200" cy="80" r="48" fill="${fill(0)}"/><path d="M160 120 h80 l10 130 h-100z" fill="${fill(1)}"/>
  <path d="M160 130 l-70 90 l22 18 l70 -80z M240 130 l70 90 l-22 18 l-70 -80z" fill="${fill(2)}"/>
  <path d="M152 245 h42 v120 h-42z M206 245 h42 v120 h-42z" fill="${fill(3)}"/>`;
const clothes = ['#d9a070', '#b33', '#a44', '#246'];
const dressed = person((part) => clothes[part]!);

const dog = (flip: boolean) => `<g transform="${flip ? 'translate(400 0) scale(-1 1)' : ''}">
  <ellipse cx="190" cy="230" rx="120" ry="50" fill="#a63"/>
  <path d="M90 240 h26 v110 h-26z M130 240 h26 v110 h-26z M230 240 h26 v110 h-26z M270 240 h26 v110 h-26z" fill="#a63"/>
  <circle cx="320" cy="150" r="48" fill="#a63"/><path d="M280 180 l30 -30 l0 80 l-40 20z" fill="#a63"/>
  <path d="M80 220 l-50 -70 l12 -6 l60 60z" fill="#a63"/></g>`;

const backgrounds: [string, string][] = [
  ['white paper', '<rect width="400" height="400" fill="#fff"/>'],
  ['dark paper', '<rect width="400" height="400" fill="#182028"/>'],
  [
    'a sky that fades',
    '<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#9cf"/><stop offset="1" stop-color="#dfe8f0"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/>',
  ],
  [
    'wall and floor',
    '<rect width="400" height="400" fill="#cdd8c8"/><rect y="300" width="400" height="100" fill="#8d9a86"/>',
  ],
];

const truth = (shape = person(() => '#fff')) =>
  draw(`<rect width="400" height="400" fill="#000"/>${shape}`).then((png) =>
    sharp(png).greyscale().raw().toBuffer(),
  );

async function overlap(image: Uint8Array, real: Uint8Array): Promise<number> {
  const { inside } = maskPicture(await decodePicture(image));
  let [both, either] = [0, 0];
  for (let i = 0; i < inside.length; i++) {
    const one = real[i]! > 127 ? 1 : 0;
    both += one & inside[i]!;
    either += one | inside[i]!;
  }
  return both / either;
}

/** Blobs of many colors, the same every time. */
function busy(colours: readonly string[], count: number, size: number): string {
  let state = 11;
  const next = (most: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return ((state >>> 8) / 2 ** 24) * most;
  };
  const blobs = Array.from(
    { length: count },
    () =>
      `<ellipse cx="${next(400)}" cy="${next(400)}" rx="${size + next(size)}" ry="${size + next(size)}" fill="${colours[Math.floor(next(colours.length))]}"/>`,
  );
  return `<rect width="400" height="400" fill="${colours[0]}"/>${blobs.join('')}`;
}

describe('the figure in a picture', () => {
  it.each(backgrounds)('is found on %s', async (_, background) => {
    expect(await overlap(await draw(background + dressed), await truth())).toBeGreaterThan(0.95);
  });

  it('is found under a lamp that leaves the corners dark', async () => {
    const lamp =
      '<defs><radialGradient id="v" r="0.8"><stop stop-color="#f4f0e8"/><stop offset="1" stop-color="#8b8780"/></radialGradient></defs><rect width="400" height="400" fill="url(#v)"/>';
    expect(await overlap(await draw(lamp + dressed), await truth())).toBeGreaterThan(0.95);
  });

  it.each([
    ['white on white paper', '#fff', ['#f4f4f2', '#eeeeec', '#e6e8ea', '#f0efe9']],
    ['black before black', '#0c0d10', ['#1c1d20', '#141518', '#202226', '#18191d']],
    ['grey before a wall as grey', '#b8b8b4', ['#bfbfbd', '#a6a6a4', '#aeb0b2', '#989896']],
  ])('is found when it is %s', async (_, paper, greys) => {
    const plain = `<rect width="400" height="400" fill="${paper}"/>`;
    const figure = person((part) => greys[part]!);
    expect(await overlap(await draw(plain + figure), await truth())).toBeGreaterThan(0.95);
  });

  it.each([
    ['in a bright studio with dark corners', '#fff', '#335'],
    ['before the glow of a fire', '#ffe8c0', '#803010'],
  ])('is found %s', async (_, middle, corners) => {
    const light = `<defs><radialGradient id="r"><stop stop-color="${middle}"/><stop offset="1" stop-color="${corners}"/></radialGradient></defs><rect width="400" height="400" fill="url(#r)"/>`;
    expect(await overlap(await draw(light + dressed), await truth())).toBeGreaterThan(0.9);
  });

  it('is found in a noisy night picture', async () => {
    const clean = await sharp(await draw(backgrounds[3]![1] + dressed))
      .removeAlpha()
      .raw()
      .toBuffer();
    let state = 3;
    const noise = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state / 2 ** 32 - 0.5) * 50;
    };
    const grainy = sharp(
      clean.map((value) => Math.max(0, Math.min(255, value + noise()))),
      { raw: { width: 400, height: 400, channels: 3 } },
    );
    expect(await overlap(await grainy.png().toBuffer(), await truth())).toBeGreaterThan(0.9);
  });

  it('excludes the soft shadow at its feet', async () => {
    const shadow =
      '<defs><filter id="b"><feGaussianBlur stdDeviation="12"/></filter></defs><ellipse cx="215" cy="365" rx="110" ry="14" fill="#aaa" filter="url(#b)"/>';
    const picture = await draw(backgrounds[0]![1] + shadow + dressed);
    expect(await overlap(picture, await truth())).toBeGreaterThan(0.93);
  });

  it('is found in a JPEG of low quality', async () => {
    const jpeg = await sharp(await draw(backgrounds[2]![1] + dressed))
      .jpeg({ quality: 25 })
      .toBuffer();
    expect(await overlap(jpeg, await truth())).toBeGreaterThan(0.93);
  });

  it('is cut out of a meadow', async () => {
    const meadow = busy(['#4d7a35', '#5f8f3f', '#39602a', '#7aa052', '#2f5426'], 900, 5);
    expect(await overlap(await draw(meadow + dressed), await truth())).toBeGreaterThan(0.9);
  });

  it('is not guessed when figure and background have the same colors', async () => {
    const jumble = await draw(busy(['#d9a070', '#b33', '#a44', '#246', '#eee', '#393'], 700, 14) + dressed);
    const picture = await decodePicture(jumble);
    expect(() => maskPicture(picture)).toThrow('plainer background');
  });

  it('is filled when its outline has gaps', async () => {
    const outline = (dash: string) =>
      `<g fill="none" stroke="#222" stroke-width="5" stroke-dasharray="${dash}"><circle cx="200" cy="90" r="50"/><path d="M150 150 h100 v80 h90 v30 h-90 v110 h-100 v-110 h-90 v-30 h90z"/></g>`;
    const whole =
      '<g fill="#fff" stroke="#fff" stroke-width="5"><circle cx="200" cy="90" r="50"/><path d="M150 150 h100 v80 h90 v30 h-90 v110 h-100 v-110 h-90 v-30 h90z"/><path d="M190 130 h20 v30 h-20z"/></g>';
    const neck = '<path d="M190 135 v20 M210 135 v20" stroke="#222" stroke-width="5"/>';
    const gappy = await draw(`<rect width="400" height="400" fill="#fff"/>${outline('60 7')}${neck}`);
    expect(await overlap(gappy, await truth(whole))).toBeGreaterThan(0.9);
    const shell = '<ellipse cx="200" cy="200" rx="130" ry="90"';
    const leaking = `<rect width="400" height="400" fill="#fff"/>${shell} fill="none" stroke="#222" stroke-width="6" stroke-dasharray="150 11"/>`;
    expect(await overlap(await draw(leaking), await truth(`${shell} fill="#fff"/>`))).toBeGreaterThan(0.9);
  });

  it('is the larger of two, and the report says so', async () => {
    const two = `${backgrounds[0]![1]}<g transform="translate(-60 0)">${dressed}</g><g transform="translate(215 120) scale(.7)">${dressed}</g>`;
    const { notes, inside } = maskPicture(await decodePicture(await draw(two)));
    expect(notes.join()).toContain('more than one figure');
    expect([inside[200 * 400 + 140], inside[250 * 400 + 355]]).toEqual([1, 0]);
  });

  it('is cut from transparency with half of its soft edge', async () => {
    expect(await overlap(await draw(dressed), await truth())).toBeGreaterThan(0.97);
  });

  it('keeps a white shirt on white paper when it has an outline', async () => {
    const outlined = `<rect width="400" height="400" fill="#fff"/><path d="M120 60 h160 v280 h-160z" fill="#fff" stroke="#111" stroke-width="8"/>`;
    const { inside } = maskPicture(await decodePicture(await draw(outlined)));
    expect(inside[200 * 400 + 200]).toBe(1);
    expect(inside[20 * 400 + 20]).toBe(0);
  });

  it('excludes the gap between two legs whose feet touch', async () => {
    const feet = '<path d="M140 350 h120 v25 h-120z" fill="#421"/>';
    const { inside } = maskPicture(await decodePicture(await draw(backgrounds[0]![1] + dressed + feet)));
    expect(inside[300 * 400 + 200]).toBe(0);
    expect(inside[300 * 400 + 170]).toBe(1);
  });

  it.each([false, true])(
    'is four-legged when it looks so, and faces its head (mirrored: %s)',
    async (mirrored) => {
      const picture = await decodePicture(await draw(backgrounds[0]![1] + dog(mirrored)));
      const silhouette = silhouetteOf(maskPicture(picture), 1, 150);
      expect(looksFourLegged(silhouette)).toBe(true);
      const { facing, skeleton } = fitOutlineQuadruped(silhouette);
      expect(facing).toBe(mirrored ? -1 : 1);
      const z = (name: string) => skeleton.joints.find((joint) => joint.name === name)!.position[2];
      expect(z('head')).toBeGreaterThan(z('chest'));
      expect(z('leftFrontFoot')).toBeGreaterThan(z('leftBackFoot') + 0.3);
      expect(z('tail3')).toBeLessThan(z('hips'));
    },
  );

  it('is not four-legged for a person with spread arms', async () => {
    const picture = await decodePicture(await draw(backgrounds[0]![1] + dressed));
    expect(looksFourLegged(silhouetteOf(maskPicture(picture), 1, 150))).toBe(false);
  });
});
