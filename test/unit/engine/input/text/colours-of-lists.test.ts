/** Lists of colours, colours after their noun, and what else is said of a thing behind it. */
import { describe, expect, it } from 'vitest';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';

const [red, blue, black, white] = ['#cf2e2a', '#2f6bd8', '#26262b', '#f3f1ec'];

describe('a list of two colours', () => {
  it.each([
    ['a blue and red robot', blue, red],
    ['a red, blue robot', red, blue],
    ['a robot that is red and blue', red, blue],
    ['a black and white cow', black, white],
    ['ein rot-blauer Roboter', red, blue],
    ['赤と青のロボット', red, blue],
    ['红蓝相间的机器人', red, blue],
  ])('are the two colours of the whole: %s', (prompt, colour, second) => {
    const { spec, words, pattern } = describePrompt(prompt);
    expect(spec.look).toMatchObject({ colour, second });
    expect(pattern).toBe('patched');
    expect([...words.unknown, ...words.unexpressed]).toEqual([]);
  });

  it.each(['half red and half blue', 'half red half blue'])('has a side each: a robot that is %s', (look) => {
    const { spec } = readPrompt(`a robot that is ${look}`);
    expect(spec).toMatchObject({ look: { colour: red, second: blue, pattern: 'halved' } });
    expect(spec.blend).toBeUndefined();
  });

  it('is that of the clothes of a person', () => {
    const { items } = describePrompt('a red and blue superhero');
    const worn = [...items.values()].flatMap(({ colour, second }) => [colour, second]).filter(Boolean);
    expect(worn.length).toBeGreaterThan(0);
  });
});

describe('an adjective after its noun', () => {
  it.each<[prompt: string, list: 'garments' | 'parts' | 'props', things: object[]]>([
    [
      'a princess who wears a dress blue and a crown',
      'garments',
      [{ name: 'dress', colour: blue }, { name: 'crown' }],
    ],
    ['a man with beard white and hat red', 'garments', [{ name: 'hat', colour: red }]],
    ['a cat with eyes blue', 'parts', [{ name: 'eyes', colour: blue }]],
    ['a warrior with sword big and shield', 'props', [{ name: 'sword', size: 1.4 }, { name: 'shield' }]],
    ['a girl with hair long and black', 'parts', [{ name: 'hair', size: 1.5, colour: black }]],
    ['a knight with a cape red and blue', 'garments', [{ name: 'cape', colour: red, second: blue }]],
  ])('belongs to it: %s', (prompt, list, things) => {
    expect(readPrompt(prompt).spec[list]).toEqual(things);
  });

  it('does not take what belongs to the next thing', () => {
    expect(readPrompt('red fox blue scarf').spec.garments).toEqual([{ name: 'scarf', colour: blue }]);
    expect(readPrompt('a man with a hat, black boots').spec.garments).toEqual([
      { name: 'hat' },
      { name: 'boots', colour: black },
    ]);
  });

  it('gives a coat its trim', () => {
    expect(readPrompt('a black coat with red trim').spec.garments).toEqual([
      { name: 'coat', colour: black, second: red },
    ]);
  });
});

describe('what is ruled out', () => {
  it('is only what follows the negation', () => {
    const { spec } = readPrompt('a ninja in white instead of black');
    expect(spec.look).toEqual({ colour: white, avoid: [black] });
  });

  it('may be the age', () => {
    expect(readPrompt('a wizard but not old').spec.age).toBeUndefined();
  });
});

describe('a surface after its noun', () => {
  it('belongs to it', () => {
    const { spec } = readPrompt('a knight in black with red eyes glowing');
    expect(spec.parts).toEqual([{ name: 'eyes', colour: red, material: 'glowing' }]);
    expect(readPrompt('a girl with a dress blue striped').spec.garments).toEqual([
      { name: 'dress', colour: blue, pattern: 'striped' },
    ]);
  });
});

describe('a second name of the character', () => {
  it('says which dog it is', () => {
    const { spec, words } = describePrompt('my dog, he is a brown and white beagle with a red collar');
    expect(spec).toMatchObject({ species: ['beagle'], garments: [{ name: 'collar', colour: red }] });
    expect(words.unexpressed).toEqual([]);
  });

  it('is the body of a role', () => {
    expect(readPrompt('a fighter with a green slime body').spec).toMatchObject({ species: ['slime'] });
  });
});

describe('what stands before a compound', () => {
  it.each([
    ['a tall red-haired woman', { build: { height: 1.22 }, parts: [{ name: 'hair', colour: red }] }],
    ['a blue two-headed dragon', { look: { colour: blue }, parts: [{ name: 'head', count: 2 }] }],
    ['a red big-eared goblin', { look: { colour: red }, parts: [{ name: 'ears', size: 1.4 }] }],
  ])('is about the character: %s', (prompt, spec) => {
    expect(readPrompt(prompt).spec).toMatchObject(spec);
  });
});

describe('the surface of a garment', () => {
  it.each<[prompt: string, garments: object[]]>([
    [
      'a mouse in a red dress with white polka dots',
      [{ name: 'dress', colour: red, second: white, pattern: 'spotted' }],
    ],
    [
      'a man in a black cape with red stripes',
      [{ name: 'cape', colour: black, second: red, pattern: 'striped' }],
    ],
    ['a vampire in a red cape lined with black', [{ name: 'cape', colour: red, second: black }]],
    ['a king in a red cape with white fur trim', [{ name: 'cape', colour: red, second: white }]],
    ['a ninja with a scarf that is long', [{ name: 'scarf', size: 1.5 }]],
  ])('is not that of who wears it: %s', (prompt, garments) => {
    const { spec, words } = describePrompt(prompt);
    expect(spec.garments).toEqual(garments);
    expect(spec.look).toBeUndefined();
    expect(words.unexpressed).toEqual([]);
  });
});

it('a named colour counts more than that of the material', () => {
  expect(readPrompt('a crystal golem, red').spec.look).toMatchObject({ colour: red, material: 'crystal' });
  expect(readPrompt('a crystal golem').spec.look?.colour).toBe('#bfe3f2');
});

it('a material before “with” is that of the character', () => {
  const { spec } = readPrompt('a rogue in leather with two daggers');
  expect(spec).toMatchObject({ look: { material: 'leather' }, props: [{ name: 'dagger', count: 2 }] });
  expect(spec.props![0]).not.toHaveProperty('material');
});

it('moss covers the character, and not its eyes', () => {
  expect(readPrompt('a golem covered in moss with blue eyes').spec).toMatchObject({
    look: { covering: 'moss' },
    parts: [{ name: 'eyes', colour: blue }],
  });
});
