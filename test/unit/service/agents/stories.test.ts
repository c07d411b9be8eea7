import { expect, test } from 'vitest';
import { storyIn } from '../../../../src/service/agents/embedded/descriptions/stories.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { phraseOf } from '../../../../src/service/agents/embedded/words/lexis.js';
import { says, turn } from './says.js';

test.each([
  [
    "ok so bear with me, she's basically a skeleton but not evil, she wears a yellow raincoat and she has a lantern, oh and rubber boots, the boots are red",
    'a skeleton with a yellow raincoat, a lantern, red boots',
  ],
  [
    'hey so my buddy runs a tavern server and he wants a bartender orc, beer belly, white shirt, brown vest. budget is whatever',
    'a bartender orc with beer belly, white shirt, brown vest',
  ],
  [
    'My grandmother told me about a fox spirit behind her barn. It had nine tails and glowing blue eyes and it wore a straw cape.',
    'a fox spirit with nine tails, glowing blue eyes, a straw cape',
  ],
  [
    'A stationmaster, 1930s, dark blue coat, peaked cap, pocket watch, trimmed beard',
    'a stationmaster with dark blue coat, peaked cap, pocket watch, trimmed beard',
  ],
])('a story tells of one character: %s', (line, prompt) => {
  expect(storyIn(line)?.prompt).toBe(prompt);
  const { kind, draft } = says(line);
  expect(kind).toBe('make');
  const missed = phraseOf(prompt).understood.filter(
    (word) => !phraseOf(draft ?? '').understood.includes(word),
  );
  expect(missed).toEqual([]);
});

test('an unknown item of a list stays in the description, which then names it as unknown', () => {
  expect(storyIn('a goblin, barnacles, grey tracksuit')?.prompt).toBe(
    'a goblin with barnacles, grey tracksuit',
  );
});

test.each([
  'how many polygons would a dragon with wings and armor and a sword have',
  'if i make a robot with wings and a tail and dont like it do i get my credits back?',
])('a question is no story: %s', (line) => {
  expect(storyIn(line)?.isAsked).toBe(true);
  expect(says(line).draft).toBeNull();
});

test.each([
  ['my little brother is obsessed with sharks', 'a shark'],
  ['yesterday i saw a heron by the lake, it was beautiful', 'a heron'],
])('an anecdote makes nothing, but its creature may be made: %s', (line, prompt) => {
  expect(follow([turn(line)]).wishes).toEqual([{ kind: 'noted', prompt, isStory: true }]);
  expect(says(line, 'make it').draft).toBe(prompt);
});

test('an anecdote leaves the character under discussion as it is', () => {
  expect(says('a blue cat', 'my cat knocked over my coffee')).toEqual({
    kind: 'small',
    draft: 'a blue cat',
  });
});

test('several of the same are one character and their number', () => {
  const { wishes, talk } = follow([turn('i need 5 villagers for my game')]);
  expect(wishes.at(-1)).toEqual({ kind: 'copies', count: 5 });
  expect(talk.draft).toBe('a villager');
});

test('a cross between two creatures is one character', () => {
  expect(says('a cross between an owl and a bear').draft).toBe('a cross between an owl and a bear');
});
