/** Bare feet and chests, ages, elements, and the parts of other creatures. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('bare feet', () => {
  it.each(['a barefoot hobbit', 'a boy with bare feet', 'a bare-footed girl', 'a monk without shoes'])(
    'have toes and no shoes: %s',
    (prompt) => {
      const { species, items, words } = describePrompt(prompt);
      expect(species.feet).toBe('bare');
      expect(items.has('boots')).toBe(false);
      expect(words).toMatchObject({ unknown: [], unexpressed: [] });
    },
  );

  it('leave paws and hooves as they are', () => {
    expect(describePrompt('a barefoot satyr').species.feet).toBe('hoof');
  });
});

describe('a bare chest', () => {
  it.each(['a bare-chested warrior in shorts', 'a shirtless bodybuilder', 'a man with a bare torso'])(
    'is a man without a shirt: %s',
    (prompt) => {
      const { items, words } = describePrompt(prompt);
      expect(items.has('shirt')).toBe(false);
      expect(items.has('bare chest')).toBe(true);
      expect(words.unknown).toEqual([]);
    },
  );

  it.each(['a shirtless woman', 'a shirtless boy'])('is not made: %s', (prompt) => {
    const { items, notes, words } = describePrompt(prompt);
    expect(items.has('bare chest')).toBe(false);
    expect(notes.join()).toContain('the shirt stays');
    expect(words.unexpressed).toContain('shirtless');
  });

  it('does not take off trousers', () => {
    expect(describePrompt('a man without pants').notes.join()).toContain('the trousers stay');
  });
});

it('a naked mole rat is one animal', () => {
  const { name, words } = describePrompt('a naked mole rat with a crown');
  expect({ name, words }).toMatchObject({
    name: 'nakedmolerat',
    words: { unknown: [], unexpressed: [] },
  });
});

it('a boy who is a wizard has no beard unless it was asked for', () => {
  expect(describePrompt('a boy wizard').items.has('beard')).toBe(false);
  expect(describePrompt('a boy wizard with a beard').items.has('beard')).toBe(true);
});

describe('an element', () => {
  it('colours the thing after or before it, and not the character', () => {
    const { spec } = describePrompt('a boy with a lightning scar');
    expect(spec).toMatchObject({ garments: [{ name: 'scar', colour: expect.any(String) }] });
    expect(spec.look).toBeUndefined();
    expect(describePrompt('a knight in armor made of ice').spec.look).toBeUndefined();
  });

  it('colours the character that it names', () => {
    expect(describePrompt('a fire mage').spec.look?.colour).toBeDefined();
  });
});

describe('a colour that is ruled out', () => {
  it.each([
    ['a penguin, not black but blue', ['#26262b'], true],
    ['a cat that is not black and has a hat', ['#26262b'], false],
    ['a dog, not black or white', ['#26262b', '#f4f4f1'], false],
  ])('is no colour of it: %s', (prompt, avoid, isColoured) => {
    const { look } = describePrompt(prompt).spec;
    expect(look?.avoid).toHaveLength(avoid.length);
    expect(look?.avoid).toContain(avoid[0]);
    expect(look?.colour !== undefined).toBe(isColoured);
  });
});

describe('what an unknown action is done to', () => {
  it('is not what the character is made of', () => {
    const { spec, words } = describePrompt('a knight chopping wood');
    expect(spec.look).toBeUndefined();
    expect(words).toMatchObject({ unknown: ['chopping'], unexpressed: ['wood'] });
    expect(describePrompt('a screaming red demon').spec.look?.colour).toBeDefined();
  });
});

describe('two creatures in one', () => {
  it.each([
    'a squirrel-lizard hybrid',
    'a mix between a squirrel and a lizard',
    'a squirrel and lizard hybrid',
    'a fusion of a squirrel and a lizard',
  ])('are halves: %s', (prompt) => {
    const { spec, words, notes } = describePrompt(prompt);
    expect(spec).toMatchObject({ species: ['squirrel', 'lizard'], blend: 'halves' });
    expect({ ...words, notes }).toMatchObject({ unknown: [], unexpressed: [], notes: [] });
  });

  it.each([
    ['a lion body with an eagle head', ['lion', 'eagle'], 'halves'],
    ['a lion with the head of an eagle', ['lion', 'eagle'], 'halves'],
    ['a man with the head of an eagle', ['human', 'eagle'], 'head'],
    ['a girl with a fox head', ['human', 'fox'], 'head'],
  ])('have the head of the second: %s', (prompt, species, blend) => {
    expect(describePrompt(prompt).spec).toMatchObject({ species, blend });
  });

  it('say which part has the usual shape', () => {
    const { notes, words } = describePrompt('a dog with cat legs');
    expect(notes).toEqual(['The legs have the usual shape, so I left out the cat.']);
    expect(words.unexpressed).toContain('cat');
    expect(describePrompt('a dragon with the tail of a snake').words.unexpressed).toContain('snake');
  });
});

it('notes name a thing as the member did', () => {
  expect(describePrompt('a snake in a suit').notes).toEqual([
    'This body has no place for “suit”, so I left that out.',
  ]);
});
