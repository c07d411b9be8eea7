import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';
import { adviseOn, usable } from '../../../../src/service/agents/wording/advice.js';
import { linesOf } from '../../../../src/service/agents/wording/rewrite.js';

describe('advice on a description', () => {
  it('corrects typos and leaves out what has no effect', () => {
    const { suggestions, ...advice } = adviseOn('a drgon wiht a sord and a zorgly hat');
    expect(advice).toEqual({
      understood: expect.arrayContaining(['dragon', 'sword', 'hat']),
      unknown: ['zorgly'],
      corrected: [
        { from: 'drgon', to: 'dragon' },
        { from: 'wiht', to: 'with' },
        { from: 'sord', to: 'sword' },
      ],
      refusal: null,
    });
    expect(suggestions[0]).toBe('a dragon with a sword and a hat');
  });

  it('leaves out a part that says nothing without its unknown word', () => {
    const advice = adviseOn('a steampunk owl with brass goggles and a monocle of truth');
    expect(advice.suggestions[0]).toBe('a steampunk owl with brass goggles and a monocle');
  });

  it.each([
    'a fox',
    'a knight, smiling',
    'a golden crown',
    'ein roter Fuchs',
    'asdf qwer',
    'a cool guy from the 80s',
    'and with of , ;',
    '🦊',
    'a tiny blue owl with a red hat, happy',
  ])('proposes only what the engine understands completely, for %s', (prompt) => {
    const { suggestions } = adviseOn(prompt);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const one of suggestions) {
      const { refusal, words } = describePrompt(one);
      expect([one, refusal, words.unknown, words.guessed]).toEqual([one, null, [], []]);
      expect(one.toLowerCase()).not.toBe(prompt);
    }
  });

  it('names somebody for a thing, and keeps the thing', () => {
    const { refusal, suggestions } = adviseOn('a golden crown');
    expect(refusal).toContain('crown');
    expect(suggestions[0]).toBe('a knight with a golden crown');
  });

  it('gives the same advice again', () => {
    expect(adviseOn('a fox')).toEqual(adviseOn('a fox'));
  });
});

describe('descriptions of a model', () => {
  it('are its lines without numbers, marks and introductions', () => {
    const reply =
      'Here are three:\n1. "A red fox with a scarf."\n- a grey wolf\n\n* \u{1F43A}\na calm bear\na fourth';
    expect(linesOf(reply)).toEqual(['A red fox with a scarf', 'a grey wolf', 'a calm bear']);
  });

  it('are dropped when the engine would not understand them, or they say the same', () => {
    const lines = ['a zorgly', 'A FOX', 'a red fox', 'a red fox', 'a golden crown'];
    expect(usable(lines, 'a fox')).toEqual(['a red fox']);
  });
});
