/** Characters of every class, rendered from their natural side and rebuilt from that one picture. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeRig, type SkeletonKind } from '../../../../../src/engine/index.js';
import { decodePicture } from '../../../../../src/engine/input/image/decode.js';
import { interpretImage } from '../../../../../src/engine/pipeline/pictures.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { classOf } from '../../../../../src/engine/skeleton/outline/class-of.js';
import { quick } from '../../../../support/rig.js';
import { sliceOf } from '../../../../support/slice.js';
import { photograph } from '../../input/image/photograph.js';

const [side, top] = [Math.PI / 2, Math.PI / 2];

const classIn = async (image: Uint8Array): Promise<SkeletonKind> =>
  classOf(silhouetteOf(maskPicture(await decodePicture(image)), 1.6, 150));

describe('the class of a picture', () => {
  const pictures = [
    ['a shark', 'aquatic', side, 0],
    ['a goldfish', 'aquatic', side, 0],
    ['an eagle', 'avian', -side, 0],
    ['a flamingo', 'avian', side, 0],
    ['a cobra', 'serpentine', 0, top],
    ['an ant', 'hexapod', 0, top],
    ['a spider', 'octopod', 0, top],
    ['a horse', 'quadruped', side, 0],
    ['a giraffe', 'quadruped', -side, 0],
    ['a crocodile', 'quadruped', side, 0],
    ['a fox', 'quadruped', 0.8, 0],
    ['a giraffe', 'quadruped', -0.9, 0.1],
    ['a dragon', 'quadruped', side, 0],
    ['a worm', 'serpentine', side, 0],
    ['a beetle', 'hexapod', 0, top],
    ['a knight with a sword', 'biped', 0, 0],
    ['a pirate with a sword', 'biped', 1.2, 0],
    ['a wizard with a hat', 'biped', 0, 0],
    ['a bear standing', 'biped', 0, 0],
    ['a boy', 'biped', side, 0],
  ] as const;

  it.each(sliceOf(pictures, 0, 2, 4, 5, 6, 7, 11, 15, 16, 19))(
    'of %s is %s',
    async (prompt, kind, yaw, pitch) => {
      expect(await classIn(await photograph(prompt, yaw, pitch, 340))).toBe(kind);
    },
  );

  it.each([30, 75])('of an ant that walks %s degrees off is hexapod', async (degrees) => {
    const ant = await photograph('an ant', 0, top, 240);
    const turned = sharp(ant).rotate(degrees, { background: { r: 240, g: 240, b: 240 } });
    expect(await classIn(await turned.png().toBuffer())).toBe('hexapod');
  });

  it('is a snake in any curve', async () => {
    const winding = (path: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="400"><rect width="500" height="400" fill="#fff"/><path d="${path}" fill="none" stroke="#382" stroke-width="26" stroke-linecap="round"/><circle cx="440" cy="200" r="19" fill="#382"/></svg>`,
        ),
      )
        .png()
        .toBuffer();
    const waves = 'M60 200 Q100 80 140 200 T220 200 T300 200 T380 200 L440 200';
    const curl = 'M250 200 Q300 240 240 270 Q140 280 140 190 Q150 90 260 90 Q390 100 380 220 L440 200';
    for (const path of [waves, curl]) expect(await classIn(await winding(path))).toBe('serpentine');
  });
});

describe('a creature from one picture', () => {
  it.each([
    ['a crow', 'avian', -side, 0, ['leftUpperWing', 'rightWingTip', 'leftFoot', 'tail2']],
    ['a spider', 'octopod', 0, top, ['leftFrontFoot', 'rightBackFoot', 'thorax']],
  ] as const)('%s is a valid rig with its joints', async (prompt, kind, yaw, pitch, joints) => {
    const { report } = await makeRig({
      kind: 'image',
      image: await photograph(prompt, yaw, pitch),
      ...quick,
    });
    expect(report).toMatchObject({ skeleton: kind, validation: { errors: 0, warnings: 0 } });
    expect(report.joints.map(({ name }) => name)).toEqual(expect.arrayContaining([...joints]));
    expect(report.animations.length).toBeGreaterThanOrEqual(3);
    const z = (name: string) => report.joints.find((joint) => joint.name === name)!.position[2];
    const last = { avian: 'tail2', octopod: 'abdomen' }[kind];
    expect(z('head')).toBeGreaterThan(z(last));
  });

  it('gives an error when the outline lacks the limbs of the requested class', async () => {
    const image = await photograph('a cobra', 0, top);
    await expect(
      interpretImage({ kind: 'image', image, parameters: { skeleton: 'octopod' } }),
    ).rejects.toThrow('does not show eight limbs');
  });
});

describe('a picture that is named after a creature', () => {
  it.each([
    [
      'shows the person that it shows clearly',
      'a man in a red shirt',
      { fileName: 'IMG_cat_pictures.png' },
      'biped',
    ],
    [
      'shows that creature where the picture is unclear',
      'a bear in a blue shirt',
      { fileName: 'owl_2.png' },
      'avian',
    ],
    [
      'shows what its caption says, whatever its file is called',
      'a bear in a blue shirt',
      { words: 'my owl', fileName: 'dog.png' },
      'avian',
    ],
    [
      'shows what its file is called where its caption names nothing',
      'a bear in a blue shirt',
      { words: 'please rig this', fileName: 'owl.png' },
      'avian',
    ],
  ] as const)('%s', async (_, shown, named, kind) => {
    const image = await photograph(shown, 0);
    const { sculpt } = await interpretImage({ kind: 'image', image, ...named });
    expect((await sculpt()).skeleton.kind).toBe(kind);
  });
});
