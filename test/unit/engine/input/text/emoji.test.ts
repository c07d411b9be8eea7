import { describe, expect, it } from 'vitest';
import { colourOf } from '../../../../../src/engine/input/text/colours.js';
import { describePrompt as read } from '../../../../../src/engine/input/text/prompt.js';
import { emojiDecoration, emojiWords, species } from '../../../../../src/engine/input/text/vocabulary.js';

describe('emoji in a description', () => {
  it('are the words they stand for', () => {
    expect(read('🦊')).toMatchObject({ species: species.fox, refusal: null });
    const dragon = read('a 🔴🐉 with a 🎩');
    expect(dragon.species).toBe(species.dragon);
    expect(dragon.look.colour).toEqual(colourOf('red'));
    expect([...dragon.items.keys()]).toContain('top hat');
  });

  it('may have a skin tone, a gender or several parts', () => {
    expect(read('🥷🏽').items.size).toBe(read('a ninja').items.size);
    expect(read('🧙‍♀️')).toMatchObject({ womanly: true });
    expect(read('👩🏾‍🚀').items.size).toBe(read('an astronaut').items.size);
  });

  it('are ignored where they only decorate, and reported where they mean nothing to the engine', () => {
    expect(read('a cute fox ✨😍').words.unknown).toEqual([]);
    expect(read('a fox 🛞').words.unknown).toEqual(['🛞']);
  });

  it('of the table are all understood', () => {
    const strange = Object.entries(emojiWords).filter(
      ([emoji]) => read(`a fox ${emoji}`).words.unknown.length > 0,
    );
    expect(strange).toEqual([]);
    expect(Object.keys(emojiWords).filter((emoji) => emojiDecoration.has(emoji))).toEqual([]);
  });
});
