/** What a description says of one side of a body: "left arm missing", "one blue eye and one green eye". */
import { describe, expect, it } from 'vitest';
import { editSpec } from '../../../../../src/engine/input/text/edit.js';
import { readLoosely } from '../../../../../src/engine/input/text/loose-spec.js';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { readSpec } from '../../../../../src/engine/input/text/spec.js';
import { linesOf } from '../../../../../src/engine/input/text/spec-lines.js';
import { writeSpec } from '../../../../../src/engine/input/text/write-spec.js';

const things = (prompt: string) => {
  const { parts = [], garments = [], props = [] } = readPrompt(prompt).spec;
  return [...parts, ...garments, ...props];
};
const unshown = (prompt: string) => {
  const { unknown, unexpressed } = describePrompt(prompt).words;
  return [...unknown, ...unexpressed];
};
const blue = '#2f6bd8';
const green = '#3c9a48';

describe('one of a pair', () => {
  it.each<[prompt: string, thing: object]>([
    ['a girl with one blue eye and one green eye', { left: { colour: blue }, right: { colour: green } }],
    ['an elf, left eye green right eye blue', { left: { colour: green }, right: { colour: blue } }],
    ['a robot, one eye green and the other one blue', { left: { colour: green }, right: { colour: blue } }],
    ['a wolf with heterochromia, blue and green eyes', { colour: blue, second: green }],
    ['a cat with mismatched blue and green eyes', { left: { colour: blue }, right: { colour: green } }],
    ['a snail with one eye closed', { left: { state: 'closed' } }],
    ['a stone gargoyle, chipped left ear', { left: { state: 'torn' } }],
    ['a cat with one black ear', { left: { colour: '#26262b' } }],
    ['a fox missing its right ear', { right: { state: 'missing' } }],
    ['a dragon with one broken horn', { left: { state: 'torn' } }],
    ['a crow, left wing made of brass', { left: { colour: '#c9a045', material: 'metal' } }],
    ['a crab, one claw much bigger than the other', { left: { size: 1.4 } }],
  ])('has its own look: %s', (prompt, thing) => {
    expect(things(prompt)).toContainEqual(expect.objectContaining(thing));
    expect(unshown(prompt)).toEqual([]);
  });

  it.each<[prompt: string, state: string, side: 'left' | 'right']>([
    ['a woman, left arm missing', 'missing', 'left'],
    ['a knight who lost his right arm', 'missing', 'right'],
    ['a man without a right hand', 'missing', 'right'],
    ['a one-armed blacksmith', 'missing', 'left'],
    ['a sailor with one leg', 'missing', 'left'],
    ['a knight with one arm missing', 'missing', 'left'],
    ['a boy with a prosthetic right leg', 'prosthetic', 'right'],
    ['a boy whose left leg is a blue running blade', 'blade', 'left'],
    ['a woman with a mechanical right arm', 'prosthetic', 'right'],
    ['a courier with a chrome right arm', 'prosthetic', 'right'],
    ['a captain with a peg leg', 'peg', 'left'],
    ['a captain with a wooden leg', 'peg', 'left'],
    ['a captain with a hook for a right hand', 'hook', 'right'],
    ['a captain with a hook instead of a hand', 'hook', 'left'],
  ])('is missing or replaced: %s', (prompt, state, side) => {
    expect(things(prompt)).toContainEqual(
      expect.objectContaining({ [side]: expect.objectContaining({ state }) }),
    );
    expect(unshown(prompt)).toEqual([]);
  });

  it('is told once where it is said twice', () => {
    const [arm] = things('a one-armed blacksmith, right arm missing');
    expect(arm).toEqual({ name: 'arm', right: { state: 'missing' } });
  });

  it.each<[prompt: string, garment: object]>([
    ['an old man, one boot missing', { name: 'boot', side: 'right' }],
    ['a boy with only one sock', { name: 'sock', side: 'left' }],
    ['a girl with one red glove', { name: 'glove', side: 'left', left: { colour: '#cf2e2a' } }],
    [
      'a boy with a red sock and a blue sock',
      { name: 'sock', left: { colour: '#cf2e2a' }, right: { colour: blue } },
    ],
    ['a man with an eyepatch over the left eye', { name: 'eye patch', side: 'left' }],
    ['a penguin with a monocle on the right eye', { name: 'monocle', side: 'right' }],
    ['a boy with a hearing aid in the right ear', { name: 'hearing aid', side: 'right' }],
    ['a man, silver earring only in left ear', { name: 'earring', side: 'left' }],
  ])('is worn alone: %s', (prompt, garment) => {
    expect(things(prompt)).toContainEqual(expect.objectContaining(garment));
    expect(unshown(prompt)).toEqual([]);
  });

  it.each(['a monster with one big eye', 'a man with a sword in his left hand', 'a pirate with a hook'])(
    'is left alone where nothing is said of one side: %s',
    (prompt) => {
      expect(JSON.stringify(readPrompt(prompt).spec)).not.toMatch(/"(?:left|right|side)":/);
    },
  );

  it('is told to be lost on a body that shows no difference', () => {
    const { notes, words } = describePrompt('a snake with a missing left ear');
    expect(notes).toContainEqual(expect.stringContaining('both ears look alike'));
    expect(words.unexpressed).toContain('missing');
  });

  it('of four legs is in front or at the back, also where only their number is said', () => {
    const legsOf = (prompt: string) => describePrompt(prompt).parts.get('legs');
    expect(legsOf('a dog, left front leg missing')?.left).toEqual({ state: 'missing', row: 'front' });
    expect(legsOf('a three-legged dog')?.left).toEqual({ state: 'missing', row: 'back' });
    expect(unshown('a three-legged dog, left front leg missing')).toEqual([]);
  });
});

it.each<[prompt: string, side: object]>([
  ['Mädchen, linkes Auge grün, rechtes Auge blau', { left: { colour: green }, right: { colour: blue } }],
  ['un hombre sin brazo derecho', { right: { state: 'missing' } }],
  ['un homme avec une jambe de bois', { left: { state: 'peg' } }],
  ['девушка, протез правой руки', { right: { state: 'prosthetic' } }],
  ['左腕のない侍', { left: { state: 'missing' } }],
  ['의족을 한 소녀', { left: { state: 'prosthetic' } }],
  ['机械右臂的女裁缝', { right: { state: 'prosthetic' } }],
  ['um gato com heterocromia', { left: expect.anything(), right: expect.anything() }],
])('a side is read in other languages: %s', (prompt, side) => {
  expect(things(prompt)).toContainEqual(expect.objectContaining(side));
});

describe('a spec with sides', () => {
  const spec = readPrompt(
    'a girl with one blue eye and one green eye, left arm missing, one boot missing',
  ).spec;

  it('is valid, and reads as the same again from its own words', () => {
    expect(readSpec(spec)).toEqual(spec);
    expect(readPrompt(writeSpec(spec)).spec).toEqual(spec);
  });

  it('says its sides in lines', () => {
    const said = linesOf(spec).map(({ name, words }) => [name, ...words].join(' '));
    expect(said).toEqual(
      expect.arrayContaining(['left eye blue', 'right eye green', 'left arm missing', 'right boot only']),
    );
  });

  it('is changed on one side by an edit, and on both by one that names no side', () => {
    const eyesOf = (words: string) => editSpec(spec, words).spec.parts?.find(({ name }) => /eye/.test(name));
    expect(eyesOf('left eye: red')).toEqual({
      name: 'eye',
      left: { colour: '#cf2e2a' },
      right: { colour: green },
    });
    expect(eyesOf('make the right eye blue')).toMatchObject({
      left: { colour: blue },
      right: { colour: blue },
    });
    expect(eyesOf('green eyes')).toEqual({ name: 'eyes', colour: green });
  });

  it('is read from what a model wrote', () => {
    const read = readLoosely({
      species: 'human',
      parts: [{ name: 'arms', right: { state: 'missing', colour: 'nope' } }],
    });
    expect(read?.spec.parts).toEqual([{ name: 'arms', right: { state: 'missing' } }]);
  });
});
