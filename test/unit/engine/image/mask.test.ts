import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../src/engine/image/decode.js';
import { fitQuadruped, looksFourLegged } from '../../../../src/engine/image/fit-quadruped.js';
import { maskPicture } from '../../../../src/engine/image/mask.js';
import { silhouetteOf } from '../../../../src/engine/image/silhouette.js';

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

describe('the figure in a picture', () => {
  it.each(backgrounds)('is found on %s', async (_, background) => {
    const truth = await sharp(
      await draw(`<rect width="400" height="400" fill="#000"/>${person(() => '#fff')}`),
    )
      .greyscale()
      .raw()
      .toBuffer();
    const { inside } = maskPicture(await decodePicture(await draw(background + dressed)));
    let [both, either] = [0, 0];
    for (let i = 0; i < inside.length; i++) {
      const real = truth[i]! > 127 ? 1 : 0;
      both += real & inside[i]!;
      either += real | inside[i]!;
    }
    expect(both / either).toBeGreaterThan(0.95);
  });

  it('keeps a white shirt on white paper when it has an outline', async () => {
    const outlined = `<rect width="400" height="400" fill="#fff"/><path d="M120 60 h160 v280 h-160z" fill="#fff" stroke="#111" stroke-width="8"/>`;
    const { inside } = maskPicture(await decodePicture(await draw(outlined)));
    expect(inside[200 * 400 + 200]).toBe(1);
    expect(inside[20 * 400 + 20]).toBe(0);
  });

  it('leaves open what lies between two legs whose feet touch', async () => {
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
      const { facing, skeleton } = fitQuadruped(silhouette);
      expect(facing).toBe(mirrored ? -1 : 1);
      const z = (name: string) => skeleton.joints.find((joint) => joint.name === name)!.position[2];
      expect(z('head')).toBeGreaterThan(z('chest'));
      expect(z('leftFrontFoot')).toBeGreaterThan(z('leftBackFoot') + 0.3);
      expect(z('tail3')).toBeLessThan(z('hips'));
    },
  );

  it('a person with spread arms is not', async () => {
    const picture = await decodePicture(await draw(backgrounds[0]![1] + dressed));
    expect(looksFourLegged(silhouetteOf(maskPicture(picture), 1, 150))).toBe(false);
  });
});
