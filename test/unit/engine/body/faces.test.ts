/** Faces with parts left out, and the mouths of moods. */
import { describe, expect, it } from 'vitest';
import { interpretText } from '../../../../src/engine/pipeline/text.js';

const read = (prompt: string) => interpretText({ kind: 'text', prompt, seed: 1 });
const solidsOf = async (prompt: string) => (await read(prompt).sculpt()).solids;
const isFacial = /^(mouth|lips|jaw|nose|left eye|right eye|left brow|open mouth)$/;
const faceOf = async (prompt: string) =>
  (await solidsOf(prompt)).map(({ name }) => name).filter((name) => isFacial.test(name));

describe('a face', () => {
  it.each([
    ['an alien without a mouth', ['left eye', 'right eye', 'left brow', 'right brow']],
    ['a robot with no mouth', ['left eye', 'right eye']],
    ['红色机器人，没有嘴', ['left eye', 'right eye']],
    ['a cat with no mouth', ['left eye', 'right eye', 'nose']],
    ['a wolf without eyes', ['nose', 'mouth']],
    ['an angel with no face', []],
    ['a fox without a face', []],
  ])('lacks what the prompt rules out: %s', async (prompt, parts) => {
    const { words, notes } = read(prompt);
    expect(await faceOf(prompt)).toEqual(parts.filter((name) => isFacial.test(name)));
    expect(words?.unexpressed).toEqual([]);
    expect(notes).toEqual([]);
  });

  it('keeps a beak, with a note', () => {
    expect(read('a duck without a mouth').notes).toEqual([expect.stringContaining('without a mouth')]);
  });

  it.each([
    ['a viking, yelling', 'shouting'],
    ['a wolf, howling', 'shouting'],
    ['a thief with a smirk', 'smug'],
  ])('shows the mood: %s', (prompt, mood) => {
    expect(read(prompt).spec?.expression).toBe(mood);
  });

  const heights = async (prompt: string) => {
    const mouth = (await solidsOf(prompt)).find(({ name }) => name === 'mouth' || name === 'lips')!;
    const { min, max } = mouth.field.box;
    const [middle, side] = [0, 0.75 * max[0]].map((x) => lowest(mouth.field.at, x, min, max));
    return side! - middle!;
  };

  it('of a sad frog has its corners below the middle', async () => {
    expect(await heights('a frog')).toBeGreaterThan(0);
    expect(await heights('a sad frog')).toBeLessThan(0);
  });
});

type Point = readonly [number, number, number];

/** The height at `x` where a shape comes closest. */
function lowest(at: (x: number, y: number, z: number) => number, x: number, min: Point, max: Point): number {
  let [best, height] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i <= 40; i++)
    for (let j = 0; j <= 40; j++) {
      const y = min[1] + ((max[1] - min[1]) * i) / 40;
      const away = at(x, y, min[2] + ((max[2] - min[2]) * j) / 40);
      if (away < best) [best, height] = [away, y];
    }
  return height;
}
