import { expect, test } from 'vitest';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import { turnedRound } from '../../../../src/service/agents/embedded/changes/sides.js';
import { blank } from '../../../../src/service/agents/embedded/talk.js';

const turned = (draft: string, line: string, past: readonly string[] = []): string | undefined => {
  const [wish] = turnedRound(line, { ...blank, draft, past }) ?? [];
  return wish?.kind === 'refine' ? wish.changes.reduce(refine, wish.on ?? draft) : undefined;
};

test.each([
  [
    'a shark with red gloves and white shorts',
    'swap the colors of the gloves and the shorts',
    'a shark with white gloves and red shorts',
  ],
  [
    'a shark with red gloves and white shorts',
    'gloves the color of the shorts and shorts the color of the gloves',
    'a shark with white gloves and red shorts',
  ],
  ['a pirate with an eyepatch on the left', 'no, other left', 'a pirate with an eyepatch on the right'],
  ['a pirate with an eyepatch on the left', 'i said RIGHT', 'a pirate with an eyepatch on the right'],
  ['a pirate with an eyepatch on the left', 'i said left', undefined],
  ['a shark with red gloves and shorts', 'swap the colors of the gloves and the shorts', undefined],
  ['a shark with red gloves', 'what colour is the shark', undefined],
])('%s: "%s"', (draft, line, expected) => {
  expect(turned(draft, line)).toBe(expected);
});

test('colours are swapped on the newest character that has both things', () => {
  const boxer = 'a ram boxer with red gloves and blue trunks';
  const line = 'ok for the ram, swap the colors of the gloves and the trunks';
  expect(turned('a fish monk with beads', line, [boxer])).toBe('a ram boxer with blue gloves and red trunks');
});
