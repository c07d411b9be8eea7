import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../src/engine/input/image/decode.js';
import { interpretImages } from '../../../../src/engine/pipeline/pictures.js';
import { maskPicture } from '../../../../src/engine/segmentation/image/mask.js';
import { checkFigure } from '../../../../src/engine/segmentation/image/no-figure.js';
import { silhouetteOf } from '../../../../src/engine/segmentation/image/silhouette.js';
import { cutDoll, dolls } from '../input/image/doll.js';
import { type Photographer, photographerOf } from '../input/image/photograph.js';

const drawn = (body: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#fff"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const pen = (d: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="#111" stroke-width="${width}" stroke-linecap="round"/>`;
const check = async (body: string): Promise<void> => {
  const picture = await decodePicture(await drawn(body));
  checkFigure(picture, silhouetteOf(maskPicture(picture), 1.6, 150));
};

const spiral = Array.from({ length: 150 }, (_, i) => {
  const [angle, far] = [i * 0.12, 5 + i * 0.6];
  return `${i ? 'L' : 'M'}${120 + far * Math.cos(angle)} ${120 + far * Math.sin(angle)}`;
}).join(' ');

describe('a picture without a figure', () => {
  it.each([
    ['a line', pen('M40 190 L200 60', 8)],
    ['a thin line', pen('M40 190 L200 60', 3)],
    ['the letter L', pen('M80 50 V190 H170', 12)],
    ['a bold L', '<path d="M70 40 H110 V165 H180 V200 H70 Z"/>'],
    ['a spiral', pen(spiral, 4)],
    ['a zigzag', pen('M40 60 L75 180 L110 60 L145 180 L180 60', 6)],
    ['a ring', '<circle cx="120" cy="120" r="75" fill="none" stroke="#111" stroke-width="14"/>'],
    ['a thick ring', '<circle cx="120" cy="120" r="65" fill="none" stroke="#111" stroke-width="40"/>'],
    ['a disc', '<circle cx="120" cy="120" r="75" fill="#c33"/>'],
    ['a square', '<rect x="60" y="60" width="120" height="120" fill="#36c"/>'],
  ])('is refused with a sentence: %s', async (_, body) => {
    await expect(check(body)).rejects.toMatchObject({
      code: 'no_body',
      message: expect.stringMatching(/^No figure was found in that picture.*plain background\.$/),
    });
  });

  it('is refused when it shows a row of letters', async () => {
    const word = [20, 75, 130, 185].map((x) => `M${x} 70 V170 H${x + 34}`).join(' ');
    await expect(check(pen(word, 10))).rejects.toMatchObject({
      code: 'unriggable',
      message: expect.stringContaining('several figures of similar size'),
    });
  });

  it('is named among several when it was meant as the front', async () => {
    const ring = await drawn(
      '<circle cx="120" cy="120" r="75" fill="none" stroke="#111" stroke-width="14"/>',
    );
    const images = [{ bytes: new Uint8Array(ring), view: 'front' as const }];
    await expect(interpretImages({ kind: 'images', images })).rejects.toThrow(
      /^The front picture: No figure/,
    );
  });
});

describe('a character with a plain outline', () => {
  const quarter = Math.PI / 2;
  const paint = async (take: Photographer, yaw: number, fill?: number) => {
    const picture = await decodePicture(await take(yaw, 0, 200));
    const mask = maskPicture(picture);
    if (fill !== undefined) picture.rgba.fill(fill);
    checkFigure(picture, silhouetteOf(mask, 1.6, 150));
  };

  it.each(['a slime', 'a goldfish', 'a goblin in a cloak'])(
    '%s is accepted from the front, the side and behind',
    async (prompt) => {
      const take = await photographerOf(prompt);
      for (const turn of [0, 1, 2]) await expect(paint(take, turn * quarter)).resolves.toBeUndefined();
    },
  );

  it.each(['a slime', 'a wizard in a robe', 'a zombie'])(
    '%s is accepted in a single color too',
    async (prompt) => {
      const take = await photographerOf(prompt);
      for (const turn of [0, 1, 2]) await expect(paint(take, turn * quarter, 90)).resolves.toBeUndefined();
    },
  );

  it('may be a plain disc from behind when its front has a face', async () => {
    const ball = '<circle cx="120" cy="120" r="75" fill="#c33"/>';
    const face = '<circle cx="95" cy="100" r="10"/><circle cx="145" cy="100" r="10"/>';
    const images = [
      { bytes: new Uint8Array(await drawn(ball + face)), view: 'front' as const },
      { bytes: new Uint8Array(await drawn(ball)), view: 'back' as const },
    ];
    await expect(interpretImages({ kind: 'images', images })).resolves.toBeDefined();
  });
});

describe('line drawings are accepted as a figure:', () => {
  const stick = (width: number, arms: string, face = ''): string =>
    `<circle cx="120" cy="50" r="24" fill="none" stroke="#111" stroke-width="${width}"/>${face}${pen(`M120 74 V145 ${arms} M120 145 L92 215 M120 145 L148 215`, width)}`;
  it.each([
    ['a stick figure', stick(4, 'M120 95 L75 120 M120 95 L165 120')],
    ['a thin one', stick(3, 'M120 95 L75 60 M120 95 L165 60')],
    ['a bold one', stick(9, 'M120 90 H65 M120 90 H175')],
    [
      'a blob with a face',
      '<path d="M60 195 Q55 70 120 65 Q185 70 180 195 Z" fill="#8c6"/><circle cx="100" cy="120" r="8"/><circle cx="140" cy="120" r="8"/>',
    ],
    [
      'a snake',
      `${pen('M35 180 Q75 105 110 155 T180 130 T210 70', 16)}<circle cx="209" cy="72" r="3" fill="#fff"/>`,
    ],
  ])('%s', async (_, body) => {
    await expect(check(body)).resolves.toBeUndefined();
  });

  it('dolls cut from plain paper', () => {
    for (const doll of Object.values(dolls).filter((_, i) => i % 3 === 0)) {
      const { mask } = cutDoll(doll, 90);
      const rgba = new Uint8Array(mask.inside.length * 4).fill(150);
      expect(() => checkFigure({ ...mask, rgba }, silhouetteOf(mask, 1.6, 150))).not.toThrow();
    }
  });
});

describe('a figure drawn on ruled paper', () => {
  it('is found without the lines, and without the paper between its legs', async () => {
    const beast = 'M40 90 H170 L205 50 V100 L185 110 V200 H165 V140 H75 V200 H55 V130 Z';
    const rules = Array.from({ length: 11 }, (_, i) => `M0 ${15 + i * 21} H240`).join(' ');
    const drawing = `<path d="${rules}" stroke="#b4c8e6" stroke-width="2"/><path d="${beast}" fill="none" stroke="#222" stroke-width="4"/>`;
    const { inside, width } = maskPicture(await decodePicture(await drawn(drawing)));
    const at = (x: number, y: number) => inside[y * width + x];
    expect([at(60, 110), at(65, 180), at(175, 180), at(190, 80)]).toEqual([1, 1, 1, 1]);
    expect([at(120, 165), at(120, 183), at(12, 15), at(225, 162), at(225, 141)]).toEqual([0, 0, 0, 0, 0]);
  });
});
