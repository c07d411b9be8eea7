import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hullField } from '../../../../../src/engine/body/pictured/hull.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import type { Shot } from '../../../../../src/engine/body/pictured/shot.js';
import type { Field } from '../../../../../src/engine/geometry/field/field.js';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

async function shoot(shapes: string, mirrored = false): Promise<Shot> {
  const flip = mirrored ? 'transform="translate(400 0) scale(-1 1)"' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/><g fill="#357" ${flip}>${shapes}</g></svg>`;
  const picture = await decodePicture(await sharp(Buffer.from(svg)).png().toBuffer());
  const mask = maskPicture(picture);
  const silhouette = silhouetteOf(mask, 1.6, 150);
  return { picture, mask, silhouette, relief: inflate(silhouette) };
}

/**
 * 320 pixels tall. Arms hang free from shoulder to hip; from the left the hands reach forward, to the picture's left.
 */
const front = `<circle cx="200" cy="75" r="35"/><path d="M165 100 h70 v130 h-70z M168 225 h28 v135 h-28z M204 225 h28 v135 h-28z"/>
  <path d="M165 105 l-45 115 h25 l40 -80z M235 105 l45 115 h-25 l-40 -80z"/>`;
const fromLeft = `<circle cx="200" cy="75" r="35"/><path d="M178 100 h44 v260 h-44z"/><path d="M178 150 l-50 45 v25 h25 l25 -35z"/>`;
const inside = (field: Field, x: number, y: number, z: number) => field.at(x, y, z) < 0;

describe('a figure seen from two sides', () => {
  it.each(['left', 'right'] as const)('has its hands in front when the %s view does', async (view) => {
    const side = await shoot(fromLeft, view === 'right');
    const field = hullField({ front: await shoot(front), [view]: side })!;
    const z = (column: number) => (181.5 - column) / 200; // metres in front of the middle of the side picture
    const hand = 0.74;
    expect(inside(field, 0.35, hand, z(140))).toBe(true);
    expect(inside(field, -0.35, hand, z(140))).toBe(true);
    expect(inside(field, 0, hand, z(200))).toBe(true);
    expect(inside(field, 0, hand, z(140))).toBe(false);
    expect(inside(field, 0.35, hand, z(200))).toBe(false);
  });
});
