import { describe, expect, it } from 'vitest';
import { interpretImage, interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import { drawFigure } from '../../../../../src/playground/stories/tour.js';
import { photograph } from '../../input/image/photograph.js';

const asking = (image: Uint8Array) => interpretImage({ kind: 'image', image, uncertain: 'ask' });

describe('a picture whose class of body is uncertain', () => {
  it.each([
    ['a dog', 0.3],
    ['a pig', 0.3],
    ['an owl', 0],
    ['a duck', 0],
  ])('is asked about: %s turned by %d', async (prompt, yaw) => {
    const image = await photograph(prompt, yaw, 0, 240);
    await expect(asking(image)).rejects.toMatchObject({ code: 'ambiguous_body' });
    await expect(interpretImage({ kind: 'image', image })).resolves.toMatchObject({ input: 'image' });
    const chosen = { kind: 'image', image, uncertain: 'ask', parameters: { skeleton: 'quadruped' } } as const;
    await expect(interpretImage(chosen)).resolves.toMatchObject({ input: 'image' });
  });
});

describe('a picture whose class of body is plain', () => {
  it.each([
    ['a boy', 0],
    ['a boy', Math.PI / 2],
    ['a horse', Math.PI / 2],
    ['an eagle', -Math.PI / 2],
    ['a shark', Math.PI / 2],
  ])('is not asked about: %s turned by %d', async (prompt, yaw) => {
    await expect(asking(await photograph(prompt, yaw, 0, 240))).resolves.toMatchObject({ input: 'image' });
  });

  it('is not asked about if someone drew a person', async () => {
    await expect(asking(await drawFigure())).resolves.toMatchObject({ input: 'image' });
  });
});

describe('several views', () => {
  const seen = async (prompt: string, yaws: { front: number; left?: number; back?: number }) => {
    const images = Object.entries(yaws).map(async ([view, yaw]) => ({
      bytes: await photograph(prompt, yaw, 0, 240),
      view: view as keyof typeof yaws,
    }));
    return interpretImages({ kind: 'images', images: await Promise.all(images), uncertain: 'ask' });
  };

  it('are asked about when no side shows the class of an animal', async () => {
    await expect(seen('a dog', { front: 0.3, back: Math.PI })).rejects.toMatchObject({
      code: 'ambiguous_body',
    });
  });

  it('are not asked about when front and side show a person', async () => {
    const boy = seen('a boy', { front: 0, left: Math.PI / 2 });
    await expect(boy).resolves.toMatchObject({ input: 'images' });
  });
});
