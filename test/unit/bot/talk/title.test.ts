import { expect, it } from 'vitest';
import { titleOf } from '../../../../src/bot/talk/title.js';
import { t } from '../../../support/copy.js';

it("makes one readable line of a member's message", () => {
  expect(titleOf('Make me\n a  red\tfox', 80, t)).toBe('Make me a red fox');
  expect(titleOf('x'.repeat(200), 80, t)).toHaveLength(80);
  expect(titleOf('\u202enihton\u2066 x', 80, t)).toBe('nihton x');
});

it('has a name for invisible text too', () => {
  for (const nothing of ['\u202e', '\u200b\u200b', ' \n '])
    expect(titleOf(nothing, 80, t)).toBe('Conversation');
});
