import { expect, test } from 'vitest';
import { leftOut } from '../../../../src/service/agents/embedded/descriptions/leftovers.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { turn } from './says.js';

test.each([
  [
    'i run a skyblock server and need a grumpy shopkeeper. big nose, apron thats dirty, accountant visor',
    'a grumpy shopkeeper with big nose, apron',
    ['dirty', 'accountant', 'visor'],
  ],
  [
    'a troll, female, four tusks, necklace of teeth',
    'a troll with four tusks, necklace',
    ['female', 'teeth'],
  ],
  ['can you make me a red fox with a hat please', 'a red fox with a hat', []],
  ['my neighbour sells cars. make a green frog', 'a green frog', []],
])('of %j, "%s" leaves out %j', (line, prompt, words) => expect(leftOut(line, prompt)).toEqual(words));

test('a change of the plan forgets what the first message left out', () => {
  const first =
    'a troll with four tusks, a necklace of teeth. she wears a kilt made of gravel, bone club, and a zorple';
  const told = follow([turn(first)], 'en-US').talk;
  expect([told.draft, ...told.left].join(' ')).toMatch(/troll.*teeth/);
  const next = follow([turn(first), turn('make it blue')], 'en-US').talk;
  expect(next.left).toEqual([]);
});
