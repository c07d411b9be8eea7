import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { figureForm } from '../../../../../src/engine/body/pictured/figure-form.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import { frontArms } from '../../../../../src/engine/body/pictured/layers.js';
import type { Shot } from '../../../../../src/engine/body/pictured/shot.js';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { interpretImage } from '../../../../../src/engine/pipeline/pictures.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { layBiped } from '../../../../../src/engine/skeleton/outline/biped.js';

const ink = 'stroke="#222" stroke-width="5"';
const person = `<circle cx="200" cy="90" r="55" fill="#f0c8a0" ${ink}/>
  <path d="M135 150 q65 -20 130 0 l8 170 h-146z" fill="#59c" ${ink}/>
  <path d="M140 320 h55 v150 h-55z M205 320 h55 v150 h-55z" fill="#345" ${ink}/>`;
const arm = (line: string) =>
  [37, 28]
    .map(
      (width, i) =>
        `<path d="${line}" fill="none" stroke="${i ? '#f0c8a0' : '#222'}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join('');
const before = 'M248 172 L252 240 L195 268';
const down = 'M152 172 L147 240 L145 305';

const painted = (body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="#fff"/>${person}${body}</svg>`,
    ),
  )
    .png()
    .toBuffer();

async function armsOf(body: string) {
  const picture = await decodePicture(await painted(body));
  const mask = maskPicture(picture);
  const silhouette = silhouetteOf(mask, 1.6, 150);
  const shot: Shot = { picture, mask, silhouette, relief: inflate(silhouette) };
  const fitted = layBiped(silhouette);
  const form = figureForm(shot.relief, { ...fitted, unseen: new Set() });
  return { shot, arms: frontArms(shot, form, fitted) };
}

describe('arms drawn in front of the body', () => {
  it('are found in their place', async () => {
    const { shot, arms } = await armsOf(arm(down) + arm(before));
    expect(arms.map(({ side }) => side.name).sort()).toEqual(['left', 'right']);
    const { crop, width, height } = shot.silhouette;
    const at = (x: number, y: number) => [
      ((x - crop.left) / crop.width - 0.5) * width,
      (1 - (y - crop.top) / crop.height) * height,
    ];
    for (const { side, line } of arms) {
      const hand = side.name === 'left' ? at(195, 268) : at(145, 305);
      const tip = line[2];
      expect(Math.hypot(tip[0] - hand[0]!, tip[1] - hand[1]!)).toBeLessThan(height * 0.08);
      if (side.name === 'left') expect(tip[2]).toBeGreaterThan(0.05);
    }
  });

  it.each([
    ['a plain shirt', ''],
    ['buttons', '<circle cx="200" cy="190" r="5"/><circle cx="200" cy="240" r="5"/>'],
    [
      'stripes',
      [150, 170, 190, 210, 230, 250]
        .map((x) => `<path d="M${x} 155 v160" stroke="#fff" stroke-width="8"/>`)
        .join(''),
    ],
    [
      'bands',
      [180, 210, 240, 270, 300]
        .map((y) => `<path d="M140 ${y} h120" stroke="#fff" stroke-width="8"/>`)
        .join(''),
    ],
    [
      'a coat with pockets',
      `<path d="M200 150 v170 M150 270 h35 v30 h-35z M215 270 h35 v30 h-35z" fill="none" ${ink}/>`,
    ],
  ])('are not detected in %s', async (_, clothes) => {
    expect((await armsOf(clothes)).arms).toEqual([]);
  });

  it('are not searched if the arms are clear of the body', async () => {
    const out = arm('M152 172 L90 220 L60 290') + arm('M248 172 L310 220 L340 290');
    expect((await armsOf(out)).arms).toEqual([]);
  });
});

describe('a rig with an arm in front of the body', () => {
  let made: Awaited<ReturnType<Awaited<ReturnType<typeof interpretImage>>['sculpt']>>;
  beforeAll(async () => {
    const image = new Uint8Array(await painted(arm(before)));
    made = await (await interpretImage({ kind: 'image', image, parameters: { skeleton: 'biped' } })).sculpt();
  });

  it('has the arm as a separate part, moved by the bones of that arm alone', () => {
    expect(made.solids.map(({ name }) => name)).toEqual(['body', 'leftArm']);
    const { binding } = made.solids[1]!;
    expect(binding).toEqual({ kind: 'bones', joints: ['leftUpperArm', 'leftLowerArm', 'leftHand'] });
  });

  it('gives the arms only areas that are visibly separate from the body', () => {
    const [body] = made.solids;
    if (body?.binding.kind !== 'heat') throw new Error('the body is bound by heat');
    const { min, max } = body.field.box;
    for (let i = 0; i < 60; i++) {
      const y = min[1] + ((max[1] - min[1]) * (i + 0.5)) / 60;
      for (const x of [-0.2, -0.1, 0, 0.1, 0.2]) expect(body.binding.owner(x, y, 0)).not.toMatch(/Arm|Hand/);
    }
  });

  it('wears the shirt beneath the arm', () => {
    const [shirt, worn] = made.materials.map(({ texture }) => texture!);
    const hand = made.skeleton.joints.find(({ name }) => name === 'leftHand')!.position;
    const colour = (texture: NonNullable<typeof shirt>) => {
      const [u, v] = texture.project(hand, 0);
      const pixel = (Math.floor(v * texture.height) * texture.width + Math.floor(u * texture.width)) * 4;
      return [...texture.pixels.subarray(pixel, pixel + 3)];
    };
    expect(colour(worn!)[0]).toBeGreaterThan(200);
    expect(colour(shirt!)[2]).toBeGreaterThan(colour(shirt!)[0]! + 60);
  });
});
