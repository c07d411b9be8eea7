/** Numbers on clothes, and counts with other words around them. */
import { describe, expect, it } from 'vitest';
import { interpretText } from '../../../../../src/engine/pipeline/text.js';

const read = (prompt: string) => interpretText({ kind: 'text', prompt, seed: 1 });
const specOf = (prompt: string) => read(prompt).spec!;
const numberIn = (prompt: string) => specOf(prompt).garments?.find(({ name }) => name === 'number');

describe('a number on clothes', () => {
  it.each([
    ['a footballer in a blue jersey number 7', '7'],
    ['a basketball player, jersey 23, headband', '23'],
    ['a robot, olive green, white 04 on the chest', '04'],
    ['a boy with a 9 on his shirt', '9'],
    ['a runner, number seven', '7'],
    ['jogador de futebol, camisa amarela numero 10', '10'],
    ['футболист с номером 9', '9'],
  ])('is printed: %s', (prompt, text) => {
    const { words, notes } = read(prompt);
    expect(numberIn(prompt)?.text).toBe(text);
    expect(words?.unknown).toEqual([]);
    expect(words?.unexpressed).toEqual([]);
    expect(notes).toEqual([]);
  });

  it('is not the number of what follows', () => {
    const spec = specOf('a wolf mascot, jersey number 7, big head, ball in hand');
    expect([...spec.parts!, ...spec.props!].filter(({ count }) => count !== undefined)).toEqual([]);
  });

  it('has the color before it', () => {
    expect(numberIn('a robot, white 04 on the chest')?.colour).toBe('#f3f1ec');
  });

  it('becomes a solid on the chest', async () => {
    const { solids } = await read('a footballer with the number 10').sculpt();
    expect(solids.some(({ name }) => name === 'number')).toBe(true);
  });

  it('is left out without digits, with a note', () => {
    const { words, notes } = read('a man with a number');
    expect(words?.unexpressed).toEqual(['number']);
    expect(notes).toEqual([expect.stringContaining('say which one')]);
  });
});

describe('a count', () => {
  it('reaches its noun over an unknown adjective', () => {
    expect(specOf('a ninja with 2 icicle daggers').props).toEqual([{ name: 'dagger', count: 2 }]);
  });

  it('stays when one of the things is described', () => {
    const { parts } = specOf('a two headed ogre, one head happy the other one mad');
    expect(parts).toEqual([{ name: 'head', count: 2 }]);
  });
});

describe('chat spelling', () => {
  it.each([
    ['an ogre w a club', 'an ogre with a club'],
    ['a ghost w sneakers n a hat', 'a ghost with sneakers and a hat'],
    ['a fox w/o a tail', 'a fox without a tail'],
    ['a giraffe, reeeally long neck', 'a giraffe, really long neck'],
    ['a cat & a hat', 'a cat and a hat'],
  ])('%s is read as %s', (prompt, plain) => {
    expect(read(prompt).spec).toEqual(read(plain).spec);
    expect(read(prompt).words?.unknown).toEqual([]);
  });
});
