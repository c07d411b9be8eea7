/** What is drawn on a character: words on clothes, marks on skin, pictures. */
import { describe, expect, it } from 'vitest';
import { editSpec } from '../../../../../src/engine/input/text/edit.js';
import { describePrompt, inEnglish } from '../../../../../src/engine/input/text/prompt.js';
import { changesBetween } from '../../../../../src/engine/input/text/spec-lines.js';
import { writeSpec } from '../../../../../src/engine/input/text/write-spec.js';
import { interpretSpec, interpretText } from '../../../../../src/engine/pipeline/text.js';

const read = (prompt: string) => describePrompt(prompt);
const marksIn = (prompt: string) => read(prompt).spec.marks;
const sculpt = async (prompt: string) =>
  (await interpretText({ kind: 'text', prompt, seed: 1 }).sculpt()).solids;

describe('words on clothes', () => {
  it.each([
    ['a dad in an apron that says KISS THE COOK, holding tongs', 'KISS THE COOK', undefined],
    ['a superhero with a big letter M on the chest', 'M', 'chest'],
    ['an alien in an I heart EARTH tshirt', 'I ♥ EARTH', undefined],
    ['a cat in a red hoodie with "no way" on it', 'NO WAY', undefined],
    ['a boy with a cap that says hello and a yellow shirt', 'HELLO', 'hat'],
    ['a girl in a NASA hoodie', 'NASA', undefined],
    ['a police officer with POLICE on the back', 'POLICE', 'back'],
    ['a man with NOPE on his hoodie', 'NOPE', undefined],
    ['a man, green hoodie with NOPE on it', 'NOPE', undefined],
    ['ein Mann im Shirt mit der Aufschrift MOIN und einem Hut', 'MOIN', undefined],
    ['un chat avec un t-shirt où il est écrit ÉTÉ', 'ETE', undefined],
    ['девочка в синей футболке с надписью ПРИВЕТ, с косой', 'ПРИВЕТ', undefined],
    ['「GO」と書かれたTシャツの少年', 'GO', undefined],
  ])('are written as they are said: %s', (prompt, text, place) => {
    const { spec, words, notes } = read(prompt);
    expect(spec.marks).toMatchObject([{ mark: 'writing', text, ...(place && { place }) }]);
    expect(words.unknown).toEqual([]);
    expect(words.unexpressed).toEqual([]);
    expect(notes).toEqual([]);
  });

  it('name no roles and colours', () => {
    const { role, garments } = read('a man in a shirt that says RED CHEF').spec;
    expect(role).toBeUndefined();
    expect(garments).toEqual([{ name: 'shirt' }]);
  });

  it('are a name on a tag', () => {
    expect(marksIn('a goat mechanic, blue overalls, name tag GARY')).toEqual([
      { mark: 'name tag', text: 'GARY' },
    ]);
  });

  it.each([
    'a parrot that says hello',
    'an owl reading a book',
    'a knight called "Bob"',
    'A RED FOX WITH A HAT',
  ])('are not what is spoken, read or called: %s', (prompt) => {
    expect(marksIn(prompt)).toBeUndefined();
  });

  it('are left out with a note when they are too long or have no letters here', () => {
    for (const prompt of [
      'a boy in a shirt that says "THIS IS MUCH TOO LONG FOR ONE SHIRT"',
      '「がんばれ」と書かれたTシャツの少年',
    ]) {
      const { spec, words, notes } = read(prompt);
      expect(spec.marks).toBeUndefined();
      expect(words.unexpressed).toHaveLength(1);
      expect(notes).toEqual([expect.stringContaining('left')]);
    }
  });

  it('are refused like other words', () => {
    expect(() => interpretText({ kind: 'text', prompt: 'a man in a shirt that says HEIL HITLER' })).toThrow();
  });

  it('are still readable in the English of a description', () => {
    expect(inEnglish('ein Hund im Shirt mit der Aufschrift MOIN')).toContain('“MOIN”');
  });

  it('stand before the shirt, the first letter on its right side', async () => {
    const solids = await sculpt('a man in a blue shirt that says LOVE');
    const shirt = solids.find(({ name }) => name === 'shirt')!.field.box;
    const { min, max } = solids.find(({ name }) => name.startsWith('writing'))!.field.box;
    expect(max[2]).toBeGreaterThan(shirt.max[2] * 0.6);
    expect(min[0]).toBeGreaterThan(shirt.min[0]);
    expect(max[0]).toBeLessThan(shirt.max[0]);
  });
});

describe('marks on skin and clothes', () => {
  it.each([
    ['a blacksmith with a burn scar across the cheek', { mark: 'burn', place: 'cheek' }],
    ['a woman with a scar on her left cheek', { mark: 'scar', place: 'cheek', side: 'left' }],
    ['a man with vitiligo', { mark: 'vitiligo' }],
    ['a mechanic with an oil stain on the face', { mark: 'stain' }],
    ['a sloth, zinc cream on the nose', { mark: 'zinc cream', place: 'nose' }],
    ['a teacher with brown elbow patches', { mark: 'elbow patches', colour: '#8a5a33' }],
    ['a drummer in a red coat with gold buttons', { mark: 'buttons' }],
    [
      'a sailor with an anchor tattoo on his left arm',
      { mark: 'tattoo', picture: 'anchor', place: 'arm', side: 'left' },
    ],
    ['a girl with a heart painted on her cheek', { mark: 'picture', picture: 'heart', place: 'cheek' }],
    ['a knight with a sun symbol on the breastplate', { mark: 'picture', picture: 'sun', place: 'chest' }],
    ['a skater with a swallow tattoo on the neck', { mark: 'tattoo', picture: 'swallow', place: 'neck' }],
    ['a dog with a paw print on the belly', { mark: 'picture', picture: 'paw', place: 'belly' }],
    ['a knight with a cross emblem on the back', { mark: 'picture', picture: 'cross', place: 'back' }],
  ])('are read with their place and colour: %s', (prompt, mark) => {
    const { spec, words } = read(prompt);
    expect(spec.marks).toHaveLength(1);
    expect(spec.marks![0]).toMatchObject({
      ...mark,
      ...('colour' in mark && { colour: expect.any(String) }),
    });
    expect(words.unknown).toEqual([]);
    expect(words.unexpressed).toEqual([]);
  });

  it('come with the garment they are on', () => {
    expect(read('a girl with a heart on her cape').spec.garments).toEqual([{ name: 'cape' }]);
  });

  it('are no animals beside the character', () => {
    expect(read('a vampire in a hoodie with a bat print').items.get('shirt')?.print).toBe('bat');
    expect(read('a man with a spider on his shirt').items.get('shirt')?.print).toBe('spider');
    expect(read('a knight in armour with a spider').items.get('armour')?.print).toBeUndefined();
  });

  it('bring a cactus to life', () => {
    expect(read('a cactus with a black eye').refusal).toBeNull();
  });

  it('are solids on the body, or on what covers it', async () => {
    const names = (await sculpt('a man with a black eye and gold buttons')).map(({ name }) => name);
    expect(names).toContain('bruise eye left');
    expect(names).toContain('buttons chest left');
  });

  it('for skin stay off clothes', async () => {
    const solids = await sculpt('a man in a long coat with vitiligo');
    expect(solids.map(({ name }) => name)).not.toContain('vitiligo forearm left');
  });
});

describe('a mark in a spec', () => {
  const { spec } = read('a cook in an apron that says KISS THE COOK and a red star symbol on the left arm');

  it('reads as the same mark in words', () => {
    expect(read(writeSpec(spec)).spec.marks).toEqual(spec.marks);
  });

  it('needs letters that can be drawn', () => {
    const made = (text: string) => () =>
      interpretSpec({ kind: 'spec', spec: { version: 1, marks: [{ mark: 'writing', text }] } });
    expect(made('HELLO')).not.toThrow();
    expect(made('hello')).toThrow('marks');
    expect(made('猫')).toThrow('marks');
  });

  it('changes by words, and goes by words', () => {
    const changed = editSpec(spec, 'write BOB on it instead').spec;
    expect(changed.marks).toMatchObject([{ text: 'BOB' }, { picture: 'star' }]);
    expect(changesBetween(spec, changed)).toHaveLength(2);
    expect(editSpec(changed, 'remove the writing').spec.marks).toMatchObject([{ picture: 'star' }]);
    expect(editSpec(changed, 'no symbol').spec.marks).toMatchObject([{ text: 'BOB' }]);
  });
});
