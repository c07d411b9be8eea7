import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';

const plain = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Left half red, right half blue. */
const halves = () =>
  plain(120, 80).composite([
    { input: { create: { width: 60, height: 80, channels: 3, background: '#22c' } }, left: 60, top: 0 },
  ]);

describe('reading a picture', () => {
  it.each([
    ['CMYK', () => halves().toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits', () => halves().toColourspace('rgb16').png().toBuffer()],
    ['a palette', () => halves().png({ palette: true, colours: 8 }).toBuffer()],
    ['WebP', () => halves().webp({ lossless: true }).toBuffer()],
  ])('accepts %s', async (_, make) => {
    const { width, height, rgba } = await decodePicture(await make());
    expect([width, height]).toEqual([120, 80]);
    const [left, right] = [(40 * 120 + 20) * 4, (40 * 120 + 100) * 4];
    expect(rgba[left]!).toBeGreaterThan(rgba[left + 2]! + 60);
    expect(rgba[right + 2]!).toBeGreaterThan(rgba[right]! + 60);
  });

  it('accepts grayscale', async () => {
    const { rgba } = await decodePicture(await halves().greyscale().png().toBuffer());
    expect(rgba.length).toBe(120 * 80 * 4);
  });

  it('rotates a photograph by its EXIF orientation', async () => {
    const { width, height, rgba } = await decodePicture(
      await (await halves()).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect([width, height]).toEqual([80, 120]);
    expect(rgba[2]!).toBeLessThan(rgba[0]!);
  });

  it.each([
    ['nothing', async () => new Uint8Array(), 'That file is empty'],
    ['text', async () => Buffer.from('no picture'), 'cannot be read'],
    ['half a JPEG', async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900), 'cannot be read'],
    ['one pixel', () => plain(1, 1).png().toBuffer(), 'too small'],
    ['a ribbon', () => plain(30, 2000).png().toBuffer(), 'too narrow'],
    ['a poster', () => plain(6000, 5000).png().toBuffer(), '25 megapixels'],
    [
      'an animation',
      () =>
        sharp(
          Uint8Array.from({ length: 60 * 120 * 3 }, (_, i) => (i < 60 * 60 * 3 ? 40 : 220)),
          { raw: { width: 60, height: 120, channels: 3, pageHeight: 60 } },
        )
          .gif()
          .toBuffer(),
      'animated',
    ],
  ])('refuses %s with a sentence', async (_, make, words) => {
    await expect(decodePicture(await make())).rejects.toThrow(words);
  });
});
