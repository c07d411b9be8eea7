import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../../src/engine/input/image/decode.js';
import { areaOf } from '../../../../../src/engine/segmentation/image/grid.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { findFigure } from '../../../../../src/engine/segmentation/image/person.js';
import type { PoseNetwork } from '../../../../../src/engine/skeleton/pose/network.js';

const size = 200;
const painted = (colour: (x: number, y: number) => readonly [number, number, number, number]): Picture => ({
  width: size,
  height: size,
  rgba: Uint8Array.from(
    { length: size * size * 4 },
    (_, i) => colour((i >> 2) % size, (i >> 2) / size)[i % 4]!,
  ),
});
const oval = (x: number, y: number, rx = 99, ry = rx) => ((x - 100) / rx) ** 2 + ((y - 100) / ry) ** 2 < 1;

describe('a picture with transparency', () => {
  // Half of it has the colour of what is behind, and it fills its frame.
  const sprite = painted((x, y) => [x < 100 ? 200 : 40, 60, 60, oval(x, y) ? 255 : 0]);

  it('shows exactly what is opaque, also when it fills the frame', () => {
    const mask = maskPicture(sprite);
    expect(mask.given).toBe(true);
    expect(areaOf(mask) / (Math.PI * 99 * 99)).toBeCloseTo(1, 1);
  });

  it('is not cut out again by a network', async () => {
    const network: PoseNetwork = {
      name: 'asked',
      look: () => Promise.reject(new Error('the network was asked')),
    };
    await expect(findFigure(sprite, network)).resolves.toMatchObject({ given: true });
  });

  it('is cut out by color when it is a card with round corners', () => {
    const card = painted((x, y) => {
      const corner =
        Math.hypot(Math.max(0, Math.abs(x - 99.5) - 80), Math.max(0, Math.abs(y - 99.5) - 80)) > 20;
      return [oval(x, y, 40, 70) ? 30 : 240, 80, 200, corner ? 0 : 255];
    });
    const mask = maskPicture(card);
    expect(mask.given).toBe(false);
    expect(areaOf(mask) / (Math.PI * 40 * 70)).toBeCloseTo(1, 1);
  });
});

describe('a card with transparent margins', () => {
  const onCard = (drawn: (x: number, y: number) => boolean) =>
    maskPicture(
      painted((x, y) => {
        const isCard = Math.abs(x - 99.5) < 70 && Math.abs(y - 99.5) < 85;
        return [drawn(x, y) ? 30 : 240, 80, 200, isCard ? 255 : 0];
      }),
    );

  it('is cut out by color within the card', () => {
    const mask = onCard((x, y) => oval(x, y, 40, 60));
    expect(mask.given).toBe(false);
    expect(areaOf(mask) / (Math.PI * 40 * 60)).toBeCloseTo(1, 1);
    expect(mask.inside[20 * size + 35]).toBe(0);
  });

  it('is the figure itself when it is a box with a small face', () => {
    const mask = onCard((x, y) => oval(x - 25, y - 20, 7) || oval(x + 25, y - 20, 7));
    expect(areaOf(mask) / (140 * 170)).toBeCloseTo(1, 1);
  });
});

describe('a figure that a white collar cuts in two', () => {
  it('keeps its head', () => {
    const bird = painted((x, y) => {
      const head = Math.hypot(x - 100, y - 40) < 25;
      const body = ((x - 100) / 60) ** 2 + ((y - 125) / 55) ** 2 < 1;
      return head ? [20, 120, 60, 255] : body ? [110, 70, 60, 255] : [255, 255, 255, 255];
    });
    const { inside, notes } = maskPicture(bird);
    expect(inside[40 * size + 100]).toBe(1);
    expect(inside[68 * size + 100]).toBe(1);
    expect(notes).toEqual([]);
  });
});
