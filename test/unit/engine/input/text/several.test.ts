/** More heads, arms, tails, wings or eyes than usual. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('a number of parts', () => {
  it.each<[prompt: string, counts: object]>([
    ['a two-headed dragon', { head: 2 }],
    ['a three headed dog', { head: 3 }],
    ['a snake with two heads', { head: 2 }],
    ['a 2-headed eagle', { head: 2 }],
    ['a four-armed warrior', { arms: 4 }],
    ['a woman with six arms', { arms: 6 }],
    ['a robot with four hands', { arms: 4 }],
    ['a nine-tailed fox', { tail: 9 }],
    ['a cat with two tails', { tail: 2 }],
    ['an angel with six wings', { wings: 6 }],
    ['a three-eyed monster', { eyes: 3 }],
    ['cerberus', { head: 3 }],
    ['a hydra', { head: 5 }],
    ['a seven-headed hydra', { head: 7 }],
    ['un dragón de dos cabezas', { head: 2 }],
    ['ein Drache mit zwei Köpfen', { head: 2 }],
    ['ein vierarmiger Krieger', { arms: 4 }],
    ['un chien à trois têtes', { head: 3 }],
    ['um guerreiro com quatro braços', { arms: 4 }],
    ['трёхголовый дракон', { head: 3 }],
    ['頭が三つある犬', { head: 3 }],
    ['九尾の狐', { tail: 9 }],
    ['팔이 네 개인 전사', { arms: 4 }],
    ['三头狗', { head: 3 }],
  ])('is made: %s', (prompt, counts) => {
    const made = describePrompt(prompt);
    expect(made.counts).toEqual(counts);
    expect(made.notes).toEqual([]);
    expect(made.words.unexpressed).toEqual([]);
  });

  it.each([
    ['a fish with two heads', 'You asked for two heads, but I made one.'],
    ['a man with three arms', 'You asked for three arms, but I made four.'],
    ['a dog with six legs', 'You asked for six legs, but I made four.'],
  ])('that the body cannot have is said: %s', (prompt, note) => {
    expect(describePrompt(prompt).notes).toContain(note);
  });

  it('is no number when it is many', () => {
    expect(describePrompt('a dragon with many heads')).toMatchObject({ counts: { head: 5 }, notes: [] });
  });

  it.each(['a one-headed dragon', 'a fox with two ears and one tail', 'a man with two arms'])(
    'repeats nothing that every body has: %s',
    (prompt) => {
      expect(describePrompt(prompt)).toMatchObject({ counts: {}, notes: [] });
    },
  );
});
