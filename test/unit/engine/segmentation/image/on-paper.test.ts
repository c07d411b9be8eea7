import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { areaOf } from '../../../../../src/engine/segmentation/image/grid.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { onPaper } from '../../../../../src/engine/segmentation/image/on-paper.js';

const drawn = async (body: string) =>
  decodePicture(
    await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${body}</svg>`))
      .png()
      .toBuffer(),
  );
const outline = '<ellipse cx="150" cy="150" rx="80" ry="120" fill="none" stroke="#000" stroke-width="5"/>';

describe('a drawing without paper', () => {
  it('shows what its lines enclose, in white', async () => {
    const paper = onPaper(await drawn(outline))!;
    const mask = maskPicture(paper);
    // Drawings have a margin around their ink.
    expect(areaOf(mask) / (Math.PI * 84 * 124)).toBeCloseTo(1, 1);
    const middle = (Math.floor(paper.height / 2) * paper.width + Math.floor(paper.width / 2)) * 4;
    expect([...paper.rgba.subarray(middle, middle + 4)]).toEqual([255, 255, 255, 255]);
  });

  it('may have broad lines', async () => {
    expect(onPaper(await drawn(outline.replace('"5"', '"16"')))).not.toBeNull();
  });

  it.each([
    ['a silhouette with a hole', outline.replace('"none"', '"#000"').replace('/>', '/><circle/>')],
    ['a colored figure', outline.replace('"none"', '"#fc8"')],
    ['a ring of color', outline.replace('"#000"', '"#fc8"')],
  ])('is not %s', async (_, body) => {
    expect(onPaper(await drawn(body))).toBeNull();
  });

  it('is open when its outline has gaps', async () => {
    const dashed = outline.replace('stroke-width="5"', 'stroke-width="6" stroke-dasharray="255 60"');
    expect(maskPicture(onPaper(await drawn(dashed))!).isOpen).toBe(true);
    expect(maskPicture(onPaper(await drawn(outline))!).isOpen).toBe(false);
  });
});

describe('a photo', () => {
  const planks = Array.from(
    { length: 30 },
    (_, i) =>
      `<rect x="${i * 10}" width="10" height="300" fill="hsl(${20 + ((i * 7) % 25)} 45% ${28 + ((i * 13) % 14)}%)"/>`,
  ).join('');
  const hoop = outline.replace(
    '"#000" stroke-width="5"',
    '"#f4f4f0" stroke-width="6" stroke-dasharray="255 60"',
  );

  it('of something thin has no paper with an open outline', async () => {
    expect(maskPicture(await drawn(planks + hoop)).isOpen).toBe(false);
  });

  it('of paper may have one', async () => {
    const lines = hoop.replace('#f4f4f0', '#222');
    expect(maskPicture(await drawn(`<rect width="300" height="300" fill="#f4f2ea"/>${lines}`)).isOpen).toBe(
      true,
    );
  });
});
