import { expect, test } from 'vitest';
import { unshownOf } from '../../../../src/service/agents/embedded/descriptions/unshown.js';
import { phraseOf } from '../../../../src/service/agents/embedded/words/lexis.js';

test.each([
  ['a rat with missing an ear, glowing red eyes', []],
  ['a troll with one arm bigger than the other', ['one arm bigger than the other']],
  ['a boy with a backwards cap', ['backwards cap']],
  ['a diver with one window cracked, long rubber boots', ['one window cracked']],
  ['a clown on a unicycle', ['unicycle']],
  ['a red fox with a blue scarf', []],
])('of %s, the card names %j', (prompt, phrases) =>
  expect(unshownOf(prompt, phraseOf(prompt).unknown)).toEqual(phrases),
);
