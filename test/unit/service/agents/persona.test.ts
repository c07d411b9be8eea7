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
});
