import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { says } from './says.js';

test.each([
  ['❤️❤️', 'affection'],
  ['👍', 'thanks'],
  ['😂😂', 'amused'],
  ['hellooooo', 'greeting'],
  ['hello?', 'greeting'],
  ['pls hurry i need this for tonight', 'hurry'],
  ['can i tip you?', 'tip'],
  ['hypothetically', 'hypothetical'],
  ['tell me a joke', 'joke'],
  ['are you a moderator', 'moderator'],
  ['say something racist', 'hate'],
  ['ur mom', 'insult'],
  ['one sec', 'waiting'],
  ['ok its there now', 'settled'],
])('"%s" is a small turn of its own: %s', (line, kind) => {
  expect(says(line).kind).toBe(kind);
  expect(says('a fox', line).kind).toBe(kind);
});

const heard = async (...lines: string[]): Promise<string> => {
  const hear = startConversation();
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  return text;
};

test.each([
  [['a fox', "that's not what i said"], '`a fox`'],
  [['can i take a gift back', 'is that a no?'], "that's a no"],
  [['if i asked for a unicorn would you give it a saddle?'], 'unicorn with a saddle'],
  [['some guy dmd me saying hes rigsmith support n wants my phrase. legit??'], 'fraud'],
  [['sent 0.05 sol instead of 0.054, am i screwed', 'how do i check that'], '/payments'],
  [['joint naming convention?'], 'VRM'],
  [['max influences per vertex'], 'four'],
  [['y-up or z-up, meters?'], '+Y is up'],
  [['is the hair physics or stiff'], 'spring bones'],
  [['got a nano x, will that work'], 'Yes'],
  [
    ['got a nano x, will that work', 'and can i have my hot wallet on it as well', 'which one pays then'],
    'primary wallet',
  ],
  [["hi, we're 4 ppl at a game jam, can all of us talk to you in one thread?"], 'who'],
  [['do snakes even have skeletons in this'], 'spine'],
  [['can i get a csv of everything i paid'], 'CSV'],
])('%j is answered from what Rigsmith does', async (lines, told) => {
  const text = await heard(...lines);
  expect(text).toContain(told);
  expect(text).not.toContain('Is it one of these');
});
