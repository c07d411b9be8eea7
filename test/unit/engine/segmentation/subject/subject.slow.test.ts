import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { interpretImage, interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import { photograph } from '../../input/image/photograph.js';

const draw = async (body: string): Promise<Uint8Array> => {
  const paper = '<rect width="300" height="300" fill="#f6f4ee"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${paper}${body}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
};

/** Drawn for this test; no picture of it was used to set a threshold. */
const objects = {
  'the letter H': '<path d="M80 50h36v82h68V50h36v200h-36v-82h-68v82H80z" fill="#1f3f8f"/>',
  'the letter R':
    '<path d="M90 250V50h80q60 2 60 58 0 42-44 54l52 88h-42l-48-84h-22v84zM126 82v54h38q30-2 30-27t-30-27z" fill="#222"/>',
  'a car':
    '<path d="M35 190v-34q6-14 36-18l34-36q6-6 20-6h66q12 0 20 8l26 32q30 4 32 26v28z" fill="#c0392b"/><circle cx="92" cy="192" r="24" fill="#222"/><circle cx="216" cy="192" r="24" fill="#222"/><path d="M112 108h36v28H86zM158 108h30l22 28h-52z" fill="#cde"/>',
  'a chair': '<path d="M95 45h18v100h92v18h-6v92h-18v-74h-68v74H95z" fill="#8d5a2b"/>',
  'a table': '<path d="M45 120h210v22h-14v112h-20V142H79v112H59V142H45z" fill="#7a5230"/>',
  'a bar chart':
    '<path d="M55 50h8v192h190v8H55z" fill="#333"/><path d="M80 160h32v82H80z" fill="#2980b9"/><path d="M128 110h32v132h-32z" fill="#27ae60"/><path d="M176 80h32v162h-32z" fill="#e67e22"/>',
} as const;

const ask = (image: Uint8Array, parameters = {}) =>
  interpretImage({ kind: 'image', image, uncertain: 'ask', parameters });

describe('a picture of an object', () => {
  it.each(Object.entries(objects))('is refused, and rigged anyway on request: %s', async (_, body) => {
    const image = await draw(body);
    await expect(ask(image)).rejects.toMatchObject({ code: 'no_body' });
    await expect(ask(image, { skeleton: 'quadruped' })).resolves.toMatchObject({ input: 'image' });
  });

  it('is refused from several sides too, and rigged anyway on request', async () => {
    const bytes = await draw(objects['a chair']);
    const images = [
      { bytes, view: 'front' as const },
      { bytes: await draw(objects['a table']), view: 'left' as const },
    ];
    const request = { kind: 'images', images, uncertain: 'ask' } as const;
    await expect(interpretImages(request)).rejects.toMatchObject({ code: 'no_body' });
    const anyway = { ...request, parameters: { skeleton: 'biped' } } as const;
    await expect(interpretImages(anyway)).resolves.toMatchObject({ input: 'images' });
  });
});

describe('a picture of a character', () => {
  it.each([
    ['a boy', 0],
    ['a knight in armour', 0.5],
    ['a robot', 0],
    ['a horse', Math.PI / 2],
    ['an eagle', Math.PI / 2],
    ['a shark', Math.PI / 2],
    ['a ghost', 0],
  ])('is never refused as an object: %s turned by %d', async (prompt, yaw) => {
    const outcome = await ask(await photograph(prompt, yaw, 0, 240)).catch((error: unknown) => error);
    expect(outcome).not.toMatchObject({ code: 'no_body' });
  });
});

type Box = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number];

/** An OBJ of boxes. */
function boxes(list: readonly Box[]): Uint8Array {
  const corners = list.flatMap(([x0, y0, z0, x1, y1, z1]) =>
    [z0, z1].flatMap((z) => [
      `v ${x0} ${y0} ${z}`,
      `v ${x1} ${y0} ${z}`,
      `v ${x1} ${y1} ${z}`,
      `v ${x0} ${y1} ${z}`,
    ]),
  );
  const sides = ['1 4 3 2', '5 6 7 8', '1 2 6 5', '3 4 8 7', '1 5 8 4', '2 3 7 6'];
  const faces = list.flatMap((_, i) =>
    sides.map(
      (side) =>
        `f ${side
          .split(' ')
          .map((corner) => Number(corner) + i * 8)
          .join(' ')}`,
    ),
  );
  return new TextEncoder().encode([...corners, ...faces].join('\n'));
}

describe('a model', () => {
  const legs = (far: number, high: number): Box[] =>
    [-far, far].flatMap((x) =>
      [-far, far].map((z): Box => [x - 0.05, 0, z - 0.05, x + 0.05, high, z + 0.05]),
    );
  const chair = boxes([...legs(0.45, 1), [-0.5, 0.95, -0.5, 0.5, 1.08, 0.5], [-0.5, 1, -0.5, 0.5, 2, -0.4]]);

  it('of a chair is refused, and rigged anyway on request', async () => {
    const request = { kind: 'mesh', model: chair, uncertain: 'ask', previewSize: 64 } as const;
    await expect(makeRig(request)).rejects.toMatchObject({ code: 'no_body' });
    const anyway = await makeRig({ ...request, parameters: { skeleton: 'quadruped' } });
    expect(anyway.report.skeleton).toBe('quadruped');
  });

  it('of a character is rigged without a question', async () => {
    const parameters = { detail: 'low' } as const;
    const { glb } = await makeRig({ kind: 'text', prompt: 'a boy', parameters, previewSize: 64 });
    const again = await makeRig({ kind: 'mesh', model: glb, uncertain: 'ask', parameters, previewSize: 64 });
    expect(again.report.skeleton).toBe('biped');
  });
});
