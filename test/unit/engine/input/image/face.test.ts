import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { faceIn } from '../../../../../src/engine/input/image/face.js';
import { lookAtPicture } from '../../../../../src/engine/pipeline/pictures/looking.js';
import { interpretImage } from '../../../../../src/engine/pipeline/pictures.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

const drawn = (body: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${body}</svg>`))
    .png()
    .toBuffer();
const eye = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="11" fill="#111"/>`;
/** A blob without legs, with a wing on one side only. */
const blob =
  '<path d="M60 280 C40 120 80 30 150 30 C220 30 235 100 230 160 L285 120 Q290 200 225 230 L215 280 Z" fill="#7ac"/>';
const owl = `${blob}${eye(115, 95)}${eye(180, 95)}<path d="M140 112 h14 l-7 16 z" fill="#e92"/>`;
const horse =
  '<path d="M30 120 H200 L225 50 L280 80 L250 110 L235 160 V280 H205 V190 H85 V280 H55 V170 Z" fill="#a64"/>';

async function isFacing(body: string): Promise<boolean> {
  const picture = await decodePicture(await drawn(body));
  return faceIn({ picture, silhouette: silhouetteOf(maskPicture(picture), 1.6, 150) }).isSeen;
}

describe('a figure that looks at the viewer', () => {
  it.each([
    ['with two eyes in an even face', owl, true],
    ['with eyes at a slight tilt', `${blob}${eye(115, 90)}${eye(180, 102)}`, true],
    ['not with one eye', `${horse}${eye(245, 75)}`, false],
    ['not without eyes', blob, false],
    ['not with spots that are alike on one side only', `${horse}${eye(245, 75)}${eye(120, 145)}`, false],
  ])('is told apart: %s', async (_, body, expected) => {
    expect(await isFacing(body)).toBe(expected);
  });

  it('is made from its front, not as a profile with a face on either flank', async () => {
    const image = await drawn(owl);
    const { judged } = await lookAtPicture({ kind: 'image', image });
    expect(judged.kind).toBe('biped');
    const character = await (await interpretImage({ kind: 'image', image })).sculpt();
    const { texture } = character.materials[0]!;
    const panelAt = (x: number, z: number) => texture!.panel([x, 0, z]);
    expect(panelAt(0, 1)).not.toBe(panelAt(0, -1));
  });
});
