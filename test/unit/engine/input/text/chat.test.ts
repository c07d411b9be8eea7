/** Descriptions as people write them for image generators, artists and games. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

const read = (prompt: string) => {
  const { spec, words, notes } = describePrompt(prompt);
  return { spec, words, notes };
};
const thing = (prompt: string, name: string) => {
  const { parts = [], garments = [], props = [] } = read(prompt).spec;
  return [...parts, ...garments, ...props].find((one) => one.name === name);
};

describe('words about a picture', () => {
  it('change no character and are reported with one note', () => {
    const { spec, words, notes } = read('a DSLR photo of a red fox, studio lighting, purple background');
    expect(spec).toEqual({ version: 1, species: ['fox'], look: { colour: '#cf2e2a' } });
    expect(words.unknown).toEqual([]);
    expect(words.unexpressed).toEqual(expect.arrayContaining(['dslr', 'photo', 'lighting', 'background']));
    expect(notes.filter((note) => note.includes('background'))).toHaveLength(1);
  });

  it('include the settings of image generators', () => {
    const plain = read('an elf with a (red hat)');
    expect(read('/imagine prompt: an elf with a (red hat:1.2) --ar 3:2 --v 4')).toEqual(plain);
  });
});

describe('a colour after a comma', () => {
  it('belongs to the part that follows, not to whom "is" names', () => {
    const prompt = 'Aya is a human, brown eyes and black hair';
    expect(read(prompt).spec.look).toBeUndefined();
    expect(thing(prompt, 'eyes')?.colour).toBe('#80502c');
  });
});

describe('a colour before "with"', () => {
  it('is that of the character and not of its belt', () => {
    const { spec } = read('a ninja in black with a red belt');
    expect(spec).toMatchObject({
      look: { colour: '#26262b' },
      garments: [{ name: 'belt', colour: '#cf2e2a' }],
    });
    expect(thing('a ninja in black with a red belt', 'belt')?.second).toBeUndefined();
  });
});

describe('skin', () => {
  it('that is dark or pale has a tone of its own', () => {
    expect(thing('a dark-skinned woman', 'skin')?.colour).toBe('#5e3a26');
    expect(thing('a man with dark skin', 'skin')?.colour).toBe('#5e3a26');
    expect(thing('a fair-skinned knight', 'skin')?.colour).toBe('#f0d9c8');
    expect(thing('a girl with olive skin', 'skin')?.colour).toBe('#c99b68');
    expect(read('a dark-skinned woman in a dress').spec.look).toBeUndefined();
  });

  it('leaves the size before it to the person', () => {
    expect(read('a tall, dark-skinned woman').spec.build?.height).toBeGreaterThan(1);
    expect(thing('a tall, dark-skinned woman', 'skin')?.size).toBeUndefined();
  });
});

describe('a phrase of place', () => {
  it.each(['a chef with a spoon in one hand', 'a corgi with a cane, standing up on two hind legs'])(
    'counts no limbs: %s',
    (prompt) => {
      expect(read(prompt).notes).toEqual([]);
      expect(read(prompt).words).toMatchObject({ unknown: [], unexpressed: [] });
    },
  );
});

describe('a big grin', () => {
  it('makes a happy person who is no bigger', () => {
    const { spec } = read('an ogre with a big grin');
    expect(spec).toMatchObject({ expression: 'happy' });
    expect(spec.build).toBeUndefined();
  });
});

describe('a costume of another creature', () => {
  it('is a garment in its colors, and no second character', () => {
    const { spec, words, notes } = read('a cat wearing a bee costume');
    expect(spec.species).toEqual(['cat']);
    expect(spec.garments).toEqual([{ name: 'hoodie', colour: '#f2b62a' }]);
    expect([words.unexpressed, notes]).toEqual([[], []]);
  });
});

describe('armor', () => {
  it('makes an animal with paws stand up, and no hoofed one', () => {
    expect(describePrompt('a bear dressed in armor').kind).toBe('biped');
    expect(describePrompt('an armored horse').kind).toBe('quadruped');
  });
});

describe('a height', () => {
  it.each([
    ['a woman 5\'8" with long hair', 1.73],
    ['a man, 180 cm tall', 1.8],
    ['a man 6 feet tall with a hat', 1.83],
    ['a man, 1.9 m', 1.9],
  ])('is taken as it is: %s', (prompt, metres) => {
    const { spec, words } = read(prompt);
    expect(spec.build).toEqual({ height: Number((metres / 1.7).toFixed(3)) });
    expect(words.understood).toContain(`${metres} m`);
    expect(
      [...(spec.parts ?? []), ...(spec.garments ?? [])].every(({ count, size }) => !count && size !== 1.4),
    ).toBe(true);
  });

  it('that no body of the kind has is reported', () => {
    expect(read('a mouse, 25 m').notes).toHaveLength(1);
    expect(read('a mouse, 10 cm').notes).toEqual([]);
  });
});

describe('surroundings', () => {
  it('are left out to the end of the sentence', () => {
    const { spec, words } = read('a bear surrounded by bones, swords and stone. It has a blue hat.');
    expect(spec).toEqual({
      version: 1,
      species: ['bear'],
      garments: [{ name: 'hat', colour: '#2f6bd8' }],
    });
    expect(words.unexpressed).toEqual(expect.arrayContaining(['bones', 'swords', 'stone']));
  });
});
