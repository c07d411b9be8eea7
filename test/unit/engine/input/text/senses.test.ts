import { describe, expect, it } from 'vitest';
import { kindNamed } from '../../../../../src/engine/input/text/named-kind.js';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import type { SpecThing } from '../../../../../src/engine/input/text/spec.js';
import { colourHex } from '../../../../../src/engine/input/text/vocabulary.js';

const specOf = (prompt: string) => readPrompt(prompt).spec;
const thingsOf = (prompt: string): SpecThing[] => {
  const { parts = [], garments = [], props = [] } = specOf(prompt);
  return [...parts, ...garments, ...props];
};
const namesOf = (prompt: string) => thingsOf(prompt).map(({ name }) => name);
const colourOf = (prompt: string, name: string) => thingsOf(prompt).find((one) => one.name === name)?.colour;
const hex = (colour: string) => `#${colourHex[colour]}`;

describe('a colour', () => {
  it('belongs to what is held, not to who is holding it', () => {
    expect(specOf('a robot is holding a red sword').look?.colour).toBeUndefined();
    expect(colourOf('a blue robot is holding a red sword', 'sword')).toBe(hex('red'));
    expect(specOf('a blue robot is holding a red paddle').look?.colour).toBe(hex('blue'));
    expect(specOf('a knight is riding a red horse').look?.colour).toBeUndefined();
    expect(specOf('a fox that is blue').look?.colour).toBe(hex('blue'));
    expect(specOf('a robot is in red').look?.colour).toBe(hex('red'));
  });

  it('can be named by a comparison', () => {
    expect(colourOf('a woman in a dress the colour of wine', 'dress')).toBe(hex('wine'));
    expect(namesOf('a woman in a dress the colour of wine')).toEqual(['dress']);
    expect(namesOf('a woman holding a glass of wine')).toEqual(['wine']);
  });
});

describe('a place or an element', () => {
  it.each([
    'an owl in the forest',
    'an owl in a dark forest with a hat',
    'an astronaut in the water',
    'an astronaut in space',
    'an owl in the snow',
    'a crab on the sand',
    'a cat near the ocean, with a hat',
    'a man swimming across the sea',
    'a dragon breathing fire',
    'a dragon spitting blue fire',
  ])('colours nobody in “%s”', (prompt) => {
    const { spec, words } = readPrompt(prompt);
    expect(spec.look?.colour).toBeUndefined();
    expect(words.understood).not.toContain('dark');
    expect(words.understood).not.toContain('blue');
    expect(words.unexpressed).not.toEqual([]);
  });

  it.each([
    ['a forest elf', 'forest'],
    ['a water mage', 'azure'],
    ['a knight of fire', 'scarlet'],
    ['an orange and white cat', 'orange'],
    ['an orange, fluffy cat', 'orange'],
    ['a fire breathing dragon', 'scarlet'],
    ['a man in orange', 'orange'],
  ])('colours “%s”', (prompt, colour) => {
    expect(specOf(prompt).look?.colour).toBe(hex(colour));
  });

  it('colours what it stands before', () => {
    expect(colourOf('an elf in a forest cape', 'cape')).toBe(hex('forest'));
    expect(colourOf('an elf in a forest green cape', 'cape')).toBe(hex('forestgreen'));
    expect(colourOf('a man in an orange and white scarf', 'scarf')).toBe(hex('orange'));
  });

  it('is no character', () => {
    expect(readPrompt('a forest').refusal).toContain('forest');
  });
});

describe('a second figure', () => {
  it.each([
    ['a dragon breathing fire onto a knight', 'knight'],
    ['a princess guarding a dragon', 'dragon'],
    ['a cat looking at a dog', 'dog'],
    ['a boy drawing a dragon', 'dragon'],
  ])('is left out of “%s”', (prompt, other) => {
    const { spec, notes } = readPrompt(prompt);
    expect(notes.join(' ')).toContain(`I left out the ${other}`);
    expect([...(spec.species ?? []), spec.role]).not.toContain(other);
  });

  it('may be a costume', () => {
    expect(namesOf('a cat with a hat and a bee costume')).toEqual(expect.arrayContaining(['hat', 'hoodie']));
    expect(colourOf('a cat in a red bee costume', 'hoodie')).toBe(hex('red'));
  });
});

describe('a word of several senses', () => {
  it.each([
    ['a chef with a plate of cookies', []],
    ['a man reading his mail', []],
    ['a woman in stiletto heels', ['heels']],
    ['a knight in plate armour', ['plate armour']],
    ['a knight in chain mail', ['chainmail']],
    ['a singer with a deep bass voice', []],
    ['a singer playing the bass', ['bass']],
    ['a knight in plate', ['plate']],
    ['a knight with a stiletto', ['stiletto']],
    ['a girl, pastel colour palette', []],
    ['a girl holding a palette', ['palette']],
    ['a girl drawing a bow', ['bow']],
  ])('gives “%s” %j', (prompt, names) => {
    expect(namesOf(prompt)).toEqual(names);
  });

  it('is no clip or mood', () => {
    expect(specOf('a girl with hair in waves').pose).toBeUndefined();
    expect(specOf('a fox that waves').pose).toBe('wave');
    expect(specOf('a girl with intense blue eyes').expression).toBeUndefined();
    expect(colourOf('a girl with intense blue eyes', 'eyes')).toBe(hex('blue'));
    expect(specOf('a golem composed of stone').expression).toBeUndefined();
  });

  it('is a picture after an article', () => {
    expect(readPrompt('a drawing of a cat').words.unexpressed).toContain('drawing');
    expect(readPrompt('a girl drawing a bow').words.unexpressed).not.toContain('drawing');
  });
});

describe('a mark after a number', () => {
  it.each([
    [`a 5'2" knight`, true],
    ["a knight, 5' tall", true],
    ["a knight, 5'", true],
    ["the 'level 5' knight", false],
  ])('in “%s” tells a height: %s', (prompt, isHeight) => {
    expect(specOf(prompt).build?.height !== undefined).toBe(isHeight);
  });
});

it('long captions are about more than the picture', () => {
  expect(kindNamed(`my cat ${'really '.repeat(50)}`)).toBe('quadruped');
  expect(kindNamed(`my cat ${'really '.repeat(70)}`)).toBeNull();
});

describe('a place with several adjectives', () => {
  it.each([
    ['a wolf in the deep dark forest at night', 'forest'],
    ['a fox in the deep woods', 'woods'],
    ['a crab in front of the ocean', 'ocean'],
  ])('is no colour of the character: %s', (prompt, place) => {
    const { spec, words } = describePrompt(prompt);
    expect(spec.look).toBeUndefined();
    expect(words.unexpressed).toContain(place);
    expect(words.understood).toHaveLength(1);
  });
});
