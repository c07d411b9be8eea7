import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../../../src/engine/input/text/prompt.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { says, turn } from './says.js';

const talkOf = (...lines: string[]) =>
  follow(
    lines.map((line) => turn(line)),
    'en-US',
  ).talk;

describe('who somebody is beside their looks', () => {
  test('stays with the plan: name, age and gender', () => {
    const { draft, name } = talkOf("a tiefling smith, her name is Korra and she's 34, red skin, big hammer");
    expect(name).toBe('Korra');
    expect(draft).toMatch(/^a 34-year-old female .*tiefling smith(?:,| with)/);
  });

  test('takes no age from those who want it', () =>
    expect(talkOf('my class of 8-year-olds wants a dragon with a pile of books').draft).toBe(
      'a dragon with a pile of books',
    ));

  test('makes no half human of an animal', () =>
    expect(says('a fox with a scarf, she is a mother').draft).not.toMatch(/female/));

  test('a name alone changes nothing, and later changes keep it', () => {
    expect(says('make a red fox', 'his name is Biscuit')).toEqual({ kind: 'named', draft: 'a red fox' });
    expect(talkOf('make a red fox', 'call him Biscuit', 'make it blue')).toMatchObject({
      name: 'Biscuit',
      draft: 'a blue fox',
    });
    expect(talkOf('make a red fox named Biscuit', 'make a green frog').name).toBeNull();
  });
});

describe('what is written on clothes', () => {
  test.each([
    ['a girl in a wheelchair with one blue eye, green hoodie that says YOLO', 'YOLO'],
    ['make me a boy with a shirt with "NO WAY" on it pls', 'NO WAY'],
    ['a dad in an apron that says KISS THE COOK', 'KISS THE COOK'],
  ])('stays in the plan: %s', (line, text) => {
    const { draft } = talkOf(line);
    const { marks } = readPrompt(draft!).spec;
    expect(marks).toEqual([expect.objectContaining({ mark: 'writing', text })]);
  });

  test.each([
    ['a pirate with a white shirt', 'write YES on it instead', ['YES']],
    ['a dog in a hoodie', 'a t-shirt that says NOPE', ['NOPE']],
    ['a boy with a blue hoodie', 'can the hoodie say NOPE', ['NOPE']],
    ['a boy with a blue hoodie that says YOLO', 'does it say NOPE?', ['YOLO']],
    ['a keeper with a coat and a pipe', "and lose the pipe, my editor says it's too much", []],
  ])('changes with the plan: %s, "%s"', (...said) => {
    const [plan, change, texts] = said;
    const { marks = [] } = readPrompt(talkOf(plan, change).draft!).spec;
    expect(marks.map(({ text }) => text)).toEqual(texts);
  });
});

test.each([
  ['a plain businesswoman with a briefcase', '1.68 m tall please', /^a 168 cm tall plain businesswoman/],
  ['a brown bear', 'make him 1.68 m tall', /^a 168 cm tall brown bear$/],
  ['a knight with a sword', 'left arm missing please', /missing left arm$/],
  [
    'a bear with a yellow helmet',
    'the helmet is too small for the head, it must be bigger',
    /(?:big|huge) yellow helmet$/,
  ],
])('a figure, a side and a measure change what they say: %s, "%s"', (plan, change, expected) => {
  expect(talkOf(plan, change).draft).toMatch(expected);
});
