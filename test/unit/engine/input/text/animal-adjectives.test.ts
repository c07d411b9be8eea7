/** Adjectives made from the name of an animal name it: "vulpine", "foxlike". */
import { expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

it.each([
  ['a lupine wizard', 'wolf wizard'],
  ['a vulpine thief', 'fox thief'],
  ['a draconic knight', 'dragon knight'],
  ['an orcish shaman', 'orc shaman'],
  ['a foxlike girl', 'fox'],
  ['a catlike pirate', 'cat pirate'],
])('%s', (prompt, name) => {
  const { name: made, words } = describePrompt(prompt);
  expect(made).toBe(name);
  expect(words.unknown).toEqual([]);
});

it.each([
  ['a childlike robot', 'robot'],
  ['a ladylike cat', 'cat'],
  ['a girl with catlike eyes', 'human'],
])('of a part, or of people, leaves the character as it is: %s', (prompt, name) => {
  expect(describePrompt(prompt).name).toBe(name);
});
