import { type Document, NodeIO } from '@gltf-transform/core';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.js';
import { makeRig, type Rig } from '../../../src/engine/index.js';
import { interpretText } from '../../../src/engine/pipeline/text.js';
import { quick } from '../../support/rig.js';
import { eachOf } from '../../support/slice.js';
import { person, toObj, tubes } from './input/model/figures.js';

const make = (prompt: string, seed = 1): Promise<Rig> => makeRig({ kind: 'text', prompt, seed, ...quick });
const made = new Map<string, Promise<Rig>>();
/** Each sentence is made once and shared by the tests. */
const text = (prompt: string): Promise<Rig> => {
  const rig = made.get(prompt) ?? make(prompt);
  made.set(prompt, rig);
  return rig;
};
const open = (rig: Rig): Promise<Document> => new NodeIO().readBinary(rig.glb);

const svg = (body: string, width = 300, height = 400) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`),
  )
    .png()
    .toBuffer();

const paper = '<rect width="300" height="400" fill="#fff"/>';
const figure = (shirt: string) => `
  <circle cx="150" cy="80" r="46" fill="#e0a070"/><rect x="108" y="120" width="84" height="140" rx="26" fill="${shirt}"/>
  <path d="M115 145 L40 220 M185 145 L260 220" stroke="#e0a070" stroke-width="28" stroke-linecap="round"/>
  <path d="M130 250 L112 370 M170 250 L188 370" stroke="#345" stroke-width="34" stroke-linecap="round"/>`;
const side = `<ellipse cx="150" cy="80" rx="44" ry="46" fill="#e0a070"/><rect x="122" y="120" width="56" height="140" rx="24" fill="#c33"/>
  <path d="M150 250 L150 370" stroke="#345" stroke-width="36" stroke-linecap="round"/><rect x="110" y="360" width="60" height="24" rx="12" fill="#345"/>`;

/** What every rig guarantees, read back from its file. */
async function expectSound(rig: Rig): Promise<void> {
  const root = (await open(rig)).getRoot();
  const [skin] = root.listSkins();
  expect(skin?.listJoints().length).toBeGreaterThanOrEqual(15);
  expect(root.listAnimations().length).toBeGreaterThanOrEqual(2);
  expect(root.listAnimations().map((clip) => clip.getName())).toEqual(
    expect.arrayContaining(['idle', 'walk']),
  );
  expect(rig.report.validation).toEqual({ errors: 0, warnings: 0 });
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const weights = primitive.getAttribute('WEIGHTS_0')?.getArray() as Float32Array;
      let worst = 0;
      for (let v = 0; v < weights.length; v += 4) {
        const sum = weights[v]! + weights[v + 1]! + weights[v + 2]! + weights[v + 3]!;
        worst = Math.max(worst, Math.abs(sum - 1)); // NaN stays
      }
      expect(worst).toBeLessThan(1e-5);
    }
  }
}

/** Colours in the texture, sRGB 0-255, by the name of the part's material. */
async function colours(rig: Rig): Promise<Record<string, number[]>> {
  const [primitive] = (await open(rig)).getRoot().listMeshes()[0]!.listPrimitives();
  const { swatches } = primitive!.getExtras() as { swatches: { name: string; first: number }[] };
  const image = sharp(primitive!.getMaterial()!.getBaseColorTexture()!.getImage()!);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [uvs, indices] = [primitive!.getAttribute('TEXCOORD_0')!, primitive!.getIndices()!];
  return Object.fromEntries(
    swatches.map(({ name, first }) => {
      const [u = 0, v = 0] = uvs.getElement(indices.getScalar(first * 3), []);
      const at = (Math.floor(v * info.height) * info.width + Math.floor(u * info.width)) * 3;
      return [name, [...data.subarray(at, at + 3)]];
    }),
  );
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > g * 1.6 && r > b * 1.6;
const isBlue = ([r = 0, g = 0, b = 0]: number[]) => b > r * 1.4 && b > g * 1.1;

describe('a rig from a sentence', () => {
  eachOf(1, [
    'a red fox with a blue scarf',
    'a tall thin wizard with a purple robe',
    'a green dragon with wings',
    'a small robot',
    'someone',
  ])('%s: is valid', async (prompt) => {
    await expectSound(await text(prompt));
  });

  it('has a picture of 640 pixels a side, or of the requested size', { tags: 'slow' }, async () => {
    const usual = await makeRig({ kind: 'text', prompt: 'someone', parameters: { detail: 'low' } });
    expect(await sharp(usual.preview).metadata()).toMatchObject({ width: 640, height: 640, format: 'png' });
    const small = await text('someone');
    expect(await sharp(small.preview).metadata()).toMatchObject({ width: 64, height: 64, format: 'png' });
  });

  it('has the legs of the named creature', { tags: 'slow' }, async () => {
    expect((await text('a green dragon with wings')).report.skeleton).toBe('quadruped');
    expect((await text('a small robot')).report.skeleton).toBe('biped');
  });

  it('has one material with a texture, so that it is drawn in one call', async () => {
    const root = (await open(await text('a red fox with a blue scarf'))).getRoot();
    expect(root.listMeshes().flatMap((mesh) => mesh.listPrimitives())).toHaveLength(1);
    expect(root.listMaterials()[0]!.getBaseColorTexture()!.getSize()).toEqual([1024, 1024]);
  });

  it('has the named colors in the named places', async () => {
    const fox = await colours(await text('a red fox with a blue scarf'));
    expect(isRed(fox.coat ?? [])).toBe(true);
    expect(Object.entries(fox).some(([name, colour]) => name.includes('scarf') && isBlue(colour))).toBe(true);
  });

  it('has them in the other places when the words change places', { tags: 'slow' }, async () => {
    const other = await colours(await text('a blue fox with a red scarf'));
    expect(isBlue(other.coat ?? [])).toBe(true);
    expect(Object.entries(other).some(([name, colour]) => name.includes('scarf') && isRed(colour))).toBe(
      true,
    );
  });

  it.each([
    ['low', 5000],
    ['medium', 15_000],
    ['high', 40_000],
  ] as const)(
    'has at most as many triangles as detail %s allows: %i',
    { tags: 'slow' },
    async (detail, most) => {
      for (const prompt of ['a knight with a striped cape', 'a zebra', 'a woman in a checkered dress']) {
        const { report } = await makeRig({ kind: 'text', prompt, previewSize: 64, parameters: { detail } });
        expect(report.mesh.triangles).toBeLessThanOrEqual(most);
        expect(report.mesh.triangles).toBeGreaterThan(most * 0.4);
      }
    },
  );

  it('follows the words for size and shape', { tags: 'slow' }, async () => {
    const [tall, short] = [await text('a tall man'), await text('a short man')];
    expect(tall.report.height).toBeGreaterThan(short.report.height * 1.1);
    const names = (await text('a red fox with a blue scarf')).report.joints.map(({ name }) => name);
    expect(names.some((name) => name.startsWith('tail'))).toBe(true);
  });

  it('says which words had no effect', () => {
    const { words } = interpretText({ kind: 'text', prompt: 'a red fox with a blue scarf and a qwertyuiop' });
    expect(words?.understood).toEqual(expect.arrayContaining(['red', 'fox']));
    expect(words?.unknown).toEqual(['qwertyuiop']);
  });

  it('is the same to the byte for the same sentence and seed, another for another seed', {
    tags: 'slow',
  }, async () => {
    const [one, two, other] = [
      await make('a blue frog', 4),
      await make('a blue frog', 4),
      await make('a blue frog', 5),
    ];
    expect(Buffer.compare(one.glb, two.glb)).toBe(0);
    expect(Buffer.compare(one.preview, two.preview)).toBe(0);
    expect(Buffer.compare(one.glb, other.glb)).not.toBe(0);
  });

  it.each([
    ['', 'invalid_request'],
    ['   ', 'invalid_request'],
    ['?!… 123', 'no_body'],
    ['fox '.repeat(600), 'invalid_request'],
  ])('refuses %j', async (prompt, code) => {
    await expect(text(prompt)).rejects.toMatchObject({ code });
  });

  it('accepts anything else without crashing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (prompt) => {
        try {
          return interpretText({ kind: 'text', prompt }).input === 'text';
        } catch (error) {
          return error instanceof AppError;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reports its stages in order and stops between them when cancelled', { tags: 'slow' }, async () => {
    const seen: string[] = [];
    const onStage = (stage: string, fraction: number) => void (fraction === 0 && seen.push(stage));
    await makeRig({ kind: 'text', prompt: 'a cat', ...quick }, { onStage });
    expect(seen).toEqual(['interpret', 'model', 'rig', 'skin', 'animate', 'render', 'validate']);
    const stop = new AbortController();
    const canceled = makeRig(
      { kind: 'text', prompt: 'a cat' },
      { signal: stop.signal, onStage: () => stop.abort(new Error('enough')) },
    );
    await expect(canceled).rejects.toThrow('enough');
  });

  it('stops within a stage too, a part or a frame later', async () => {
    const stop = new AbortController();
    const told: string[] = [];
    const canceled = makeRig(
      { kind: 'text', prompt: 'a cat', turntable: true, parameters: { detail: 'low' } },
      {
        signal: stop.signal,
        onStage: (stage, fraction) => {
          told.push(`${stage} ${fraction}`);
          if (stage === 'model') setImmediate(() => stop.abort(new Error('enough')));
        },
      },
    );
    await expect(canceled).rejects.toThrow('enough');
    expect(told).toEqual(['interpret 0', 'interpret 1', 'model 0']);
  });
});

describe('a rig from pictures', () => {
  const image = async (body: string) => makeRig({ kind: 'image', image: await svg(body), ...quick });
  let red: Rig;
  beforeAll(async () => {
    red = await image(paper + figure('#c33'));
  });

  it('takes its shape and colours from a drawing on paper', async () => {
    await expectSound(red);
    const [texture] = (await open(red)).getRoot().listTextures();
    const { data, info } = await sharp(texture!.getImage()!)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The first of the square panels beside each other is the front.
    const middle = Math.round(info.height * 0.5);
    const chest = (middle * info.width + middle) * 3;
    expect(isRed([...data.subarray(chest, chest + 3)])).toBe(true);
  });

  it('finds hands, feet and head where they are drawn', () => {
    const { joints, height } = red.report;
    const at = (name: string) => joints.find((joint) => joint.name === name)!.position;
    const metres = height / 332; // the figure is 332 pixels tall and its middle at x = 150
    expect(at('leftHand')[0]).toBeGreaterThan(70 * metres);
    expect(at('rightHand')[0]).toBeLessThan(-70 * metres);
    expect(Math.abs(at('leftFoot')[0] - 38 * metres)).toBeLessThan(12 * metres);
    expect(at('head')[1]).toBeGreaterThan(height * 0.65);
    expect(at('leftUpperLeg')[1]).toBeGreaterThan(height * 0.3);
  });

  it('accepts a cut-out with transparency as well, and dark paper', { tags: 'slow' }, async () => {
    await expectSound(await image(figure('#2a7')));
    await expectSound(await image(`<rect width="300" height="400" fill="#223"/>${figure('#fc3')}`));
  });

  it('has the depth of its side view', { tags: 'slow' }, async () => {
    const front = { bytes: await svg(paper + figure('#c33')), view: 'front' as const };
    const depth = async (body: string) => {
      const left = { bytes: await svg(paper + body), view: 'left' as const };
      const rig = await makeRig({ kind: 'images', images: [front, left], ...quick });
      await expectSound(rig);
      const position = (await open(rig))
        .getRoot()
        .listMeshes()[0]!
        .listPrimitives()[0]!
        .getAttribute('POSITION')!;
      return position.getMax([])[2]! - position.getMin([])[2]!;
    };
    const slim = await depth(side);
    const stout = await depth(side.replace('x="122" y="120" width="56"', 'x="72" y="120" width="156"'));
    expect(stout).toBeGreaterThan(slim * 1.2);
  });

  it.each([
    ['bytes that are no picture', async () => Buffer.from('hello'), 'unsupported_media'],
    ['an empty file', async () => Buffer.alloc(0), 'unsupported_media'],
    ['half a picture', async () => (await svg(paper + figure('#c33'))).subarray(0, 900), 'unsupported_media'],
    ['a picture of one pixel', () => svg('', 1, 1), 'unriggable'],
    ['blank paper', () => svg(paper), 'unriggable'],
    [
      'a figure without a background around it',
      () =>
        svg('<rect width="300" height="400" fill="#c33"/><rect y="3" width="300" height="394" fill="#3c3"/>'),
      'unriggable',
    ],
  ])('refuses %s with a helpful sentence', async (_, bytes, code) => {
    const refused = makeRig({ kind: 'image', image: await bytes() });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(/^[A-Z].{15,}\.$/) });
  });

  it('refuses two pictures of one side', async () => {
    const bytes = await svg(paper + figure('#c33'));
    const twice = makeRig({
      kind: 'images',
      images: [
        { bytes, view: 'front' },
        { bytes, view: 'front' },
      ],
    });
    await expect(twice).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a rig from a model', () => {
  it('finds the joints of a person, keeps its vertices and can be weighed again', {
    tags: 'slow',
  }, async () => {
    const shape = tubes(person);
    const rig = await makeRig({ kind: 'mesh', model: toObj(shape), ...quick });
    await expectSound(rig);
    expect(rig.report).toMatchObject({ skeleton: 'biped', input: 'mesh' });
    const elbow = rig.report.joints.find(({ name }) => name === 'leftLowerArm')!.position;
    expect(Math.hypot(elbow[0] - 0.45, elbow[1] - 1.2, elbow[2])).toBeLessThan(0.14);
    const primitive = (await open(rig)).getRoot().listMeshes()[0]!.listPrimitives()[0]!;
    expect([...primitive.getAttribute('POSITION')!.getArray()!]).toEqual([
      ...new Float32Array(shape.positions),
    ]);
    const again = await makeRig({ kind: 'weights', model: rig.glb });
    await expectSound(again);
    expect(again.report.joints.map(({ name }) => name)).toEqual(rig.report.joints.map(({ name }) => name));
  });
});
