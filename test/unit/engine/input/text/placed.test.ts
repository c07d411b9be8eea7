/** Heads of other things, and arms that are placed. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('a person of another kind', () => {
  it.each(['a scarecrow with a pumpkin head', 'a zombie with a pumpkin head', 'a man with a pumpkin head'])(
    'has a pumpkin for a head: %s',
    (prompt) => {
      const { species, notes } = describePrompt(prompt);
      expect(species.marks?.head).toBe(describePrompt('a pumpkin with a hat').species.coat);
      expect(species.face).toBe('human');
      expect(notes).toEqual([]);
    },
  );
});

describe('arms that are placed', () => {
  it.each([
    ['a wrestler with arms crossed', 'crossed'],
    ['a scarecrow, arms out', 'out'],
    ['luchador gordo, brazos cruzados', 'brazos cruzados'],
  ])('are said to be left as they are: %s', (prompt, word) => {
    const { words, notes } = describePrompt(prompt);
    expect(words.unexpressed).toEqual([word]);
    expect(notes).toHaveLength(1);
  });
});
