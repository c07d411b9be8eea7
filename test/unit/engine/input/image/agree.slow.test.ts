/** Pictures that cannot show one figure: those that contradict the front are dropped, and the report says so. */
import { describe, expect, it } from 'vitest';
import { interpretImage, interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import type { ViewName } from '../../../../../src/engine/types.js';
import { sliceOf } from '../../../../support/slice.js';
import { type Photographer, photographerOf } from './photograph.js';

const quarter = Math.PI / 2;
const yaws: Record<ViewName, number> = { front: 0, left: quarter, back: 2 * quarter, right: -quarter };
const outOf = (view: ViewName) => `The ${view} picture does not match the front one, so it was left out.`;

/** Named pictures rendered from each side, slightly turned. */
const rigOf = async (take: Photographer, shown: Partial<Record<ViewName, ViewName>>, turned = 0) => {
  const images = await Promise.all(
    (Object.entries(shown) as [ViewName, ViewName][]).map(async ([view, seen], i) => ({
      view,
      bytes: await take(yaws[seen] + turned * (i - 1), turned / 2, 240 + i * 40),
    })),
  );
  return { images, made: await interpretImages({ kind: 'images', images, parameters: { detail: 'low' } }) };
};

describe.each(sliceOf(['a pirate with a sword', 'a ninja'], 0))('pictures of %s', (prompt) => {
  const photographer = photographerOf(prompt);

  it.each([0, 0.08])('are all used when they are right, each turned by %d', async (turned) => {
    const { made } = await rigOf(await photographer, { front: 'front', left: 'left', back: 'back' }, turned);
    expect(made.notes?.filter((note) => note.includes('left out'))).toEqual([]);
  });

  it('drop the front labelled as a side, and are rigged from one picture', async () => {
    const { images, made } = await rigOf(await photographer, { front: 'left', left: 'front' });
    expect(made.notes).toContain(outOf('left'));
    const alone = await interpretImage({
      kind: 'image',
      image: images[0]!.bytes,
      seed: made.seed,
      parameters: { detail: 'low' },
    });
    expect((await made.sculpt()).skeleton).toEqual((await alone.sculpt()).skeleton);
  });

  it('drop a side labelled as the back, and keep the real side', async () => {
    const { made } = await rigOf(await photographer, { front: 'front', back: 'left', right: 'right' });
    expect(made.notes?.filter((note) => note.includes('left out'))).toEqual([outOf('back')]);
  });
});

const strangers = [
  ['a knight', 'a wizard with a staff', 'back'],
  ['a robot', 'a pirate with a sword', 'left'],
] as const;

it.each(
  sliceOf(
    strangers.flatMap((pair) => [1, 3, 7, 101].map((seed) => [...pair, seed] as const)),
    0,
    5,
  ),
)(
  '%s with the picture of %s from its %s labelled as a side loses that picture (seed %i)',
  async (own, stranger, side, seed) => {
    const [take, other] = [await photographerOf(own, seed), await photographerOf(stranger, seed)];
    const images = [
      { view: 'front' as const, bytes: await take(yaws.front, 0, 240) },
      { view: 'left' as const, bytes: await other(yaws[side], 0, 240) },
    ];
    expect((await interpretImages({ kind: 'images', images })).notes).toContain(outOf('left'));
  },
);
