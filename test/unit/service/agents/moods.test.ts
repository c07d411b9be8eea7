import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { moodIn } from '../../../../src/service/agents/embedded/topics/moods.js';

test.each([
  ['my uncle passed away on sunday', 'hard'],
  ['they fired me this morning', 'hard'],
  ['hello there, im nora and i am new', 'hello'],
  ['you are a clever little machine', 'kind'],
  ['haha my cat would be so offended', 'funny'],
  ['this bot is garbage', 'annoyed'],
  ['the bakery opens at six', 'plain'],
])('"%s" is a remark of this kind: %s', (line, mood) => {
  expect(moodIn(line)).toBe(mood);
});

test.each([
  ['de', 'puh, zum Glück ist es da', 'glad'],
  ['ru', 'спасибо большое, ты лучший', 'kind'],
  ['pt', 'kkkkk morri de rir', 'funny'],
  ['ja', '本当にほっとしました', 'glad'],
  ['ko', '친구가 좋아하겠다 ㄱㅅ', 'kind'],
])('in %s, "%s" is a remark of this kind: %s', (language, line, mood) => {
  expect(moodIn(line, language)).toBe(mood);
});

const heard = async (locale: string, ...lines: string[]) => {
  const hear = startConversation({ locale });
  let seen = { text: '', prompts: [] as readonly (string | null)[] };
  for (const say of lines) seen = await hear({ say, files: [] });
  return seen;
};

test.each([
  ['', 'a dwarf with a beard', 'my grandma buried her cat yesterday', /sorry|rough|carry|sad/i],
  ['', 'a dwarf with a beard', 'my grandpa had one like that. he died in spring', /sorry|rough|carry/i],
  ['', 'a fox', 'hello, my name is Sam and my aunt said i can', /hello|welcome|nice to meet/i],
  ['', 'a fox', 'im dying 😭😭', /^(?!.*(?:sorry|rough))/],
  ['', 'a fox', 'ok maybe you dont suck', /^(?!.*(?:Ouch|sorry))/],
  ['de', 'ein roter Fuchs', 'haha meine Schwester lacht sich gerade kaputt', /^(?!.*bleibt also)/],
  ['fr', 'un renard rouge', 'mdr ma sœur rigole trop en le voyant', /^(?!.*reste donc tel quel)/],
])(
  'beside a plan, a remark gets a reply that fits and no card: %s %s, %s',
  async (locale, plan, line, told) => {
    const { text, prompts } = await heard(locale, plan, line);
    expect(text).toMatch(told);
    expect(prompts).toEqual([]);
  },
);

test('nobody jokes with a member who told of a loss', async () => {
  const { text } = await heard(
    '',
    'my cat died yesterday',
    'a black cat with a red collar',
    'thank you, this means a lot',
  );
  expect(text).toMatch(/glad|welcome|kind of you/i);
  expect(text).not.toMatch(/bones|confetti|wobble/);
});
