import { describe, expect, it } from 'vitest';
import { hex } from '../../../../../src/engine/colour.js';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';
import { colourHex } from '../../../../../src/engine/input/text/vocabulary.js';

const colour = (name: string) => hex(colourHex[name]!);

describe('a colour', () => {
  it('after “its” is the character, and not what follows', () => {
    const { look, items } = describePrompt('a unicorn but its black and the mane is short');
    expect(look.colour).toEqual(colour('black'));
    expect(items.get('mane')?.colour).toBeUndefined();
  });

  it('after a patterned garment is the garment, and not the next one', () => {
    const { items } = describePrompt('a lumberjack in a flannel shirt red and black, suspenders');
    expect(items.get('shirt')).toMatchObject({ colour: colour('red'), second: colour('black') });
    expect(items.get('suspenders')?.colour).toBeUndefined();
  });

  it('of the stripes of a garment is not one of who wears it', () => {
    const { items, parts } = describePrompt('a dalmatian in a yellow jacket with silver reflective stripes');
    expect(items.get('shirt')).toMatchObject({ pattern: 'striped', second: colour('silver') });
    expect(parts.has('stripes')).toBe(false);
    const skirt = describePrompt('a princess in a skirt with orange and violet stripes').items.get('dress');
    expect(skirt).toMatchObject({ colour: colour('orange'), second: colour('violet'), pattern: 'striped' });
  });

  it('of an unknown thing in a hand is left out with it', () => {
    const { look, words } = describePrompt('a scientist with a purple glorp in her right hand');
    expect(look.colour).not.toEqual(colour('purple'));
    expect(words.unexpressed).toContain('purple');
  });

  it('of lips is said with lipstick, too', () => {
    expect(describePrompt('a girl with red lipstick').parts.get('mouth')?.colour).toEqual(colour('red'));
  });
});

it('makes the wings of glass where they are like glass, and not the butterfly', () => {
  const { look, items } = describePrompt('a butterfly with wings like glass');
  expect(items.get('wings')?.finish?.roughness).toBeLessThan(0.2);
  expect(look.finish).toBeUndefined();
});

describe('who it is', () => {
  it.each([
    ['woman werewolf', 'werewolf'],
    ['a female robot', 'robot'],
    ['a girl dragon', 'dragon'],
    ['a shepherd', 'farmer'],
    ['a german shepherd', 'germanshepherd'],
    ['a hobbit', 'halfling'],
    ['i need a boss for my game. giant crab', 'crab'],
    ['cosplay ref: plague doctor', 'plaguedoctor'],
    ['a rooster playing the accordion. God bless.', 'rooster'],
    ['a gentle giant, bald, with an apron, blacksmith, a tiny kitten asleep in his left palm', 'blacksmith'],
    ['a woman with a leather apron, blacksmith', 'human blacksmith'],
  ])('is what the last noun says: %s', (prompt, name) => {
    expect(describePrompt(prompt).name).toBe(name);
  });

  it('is no half of a creature where half of a face is hidden', () => {
    const { spec } = describePrompt('a ghost woman with hair over half of her face');
    expect(spec.blend).not.toBe('halves');
  });
});

describe('an adjective for hair', () => {
  it('describes the hair of a person who has no other noun for it', () => {
    expect(describePrompt('a messy man').items.get('hair')?.manner).toBe('messy');
    expect(describePrompt('a messy fox').words.unknown).toContain('messy');
  });
});

it('reads a letter too few as the thing that its neighbours mean', () => {
  expect(describePrompt('a shark wth sunglases').items.has('glasses')).toBe(true);
});

it('writes on what is held', () => {
  const textOf = (prompt: string) => describePrompt(prompt).marks.map(({ text, place }) => [text, place]);
  expect(textOf('a mum with a coffee mug that says "SEND HELP"')).toEqual([['SEND HELP', 'held']]);
  expect(textOf('a girl holding a sign that says NOPE')).toEqual([['NOPE', 'held']]);
  expect(textOf('a girl in a hoodie that says NOPE')).toEqual([['NOPE', undefined]]);
});
