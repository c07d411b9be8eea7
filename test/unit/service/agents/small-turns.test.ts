import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { languageIn } from '../../../../src/service/agents/embedded/languages/detection.js';
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
  ['this is the one', 'approved'],
  ['im happy with that one', 'approved'],
  ['just kidding', 'kidding'],
  ['my grandfather used to carve little horses for me', 'remark'],
  ['my nephew is going to flip out', 'remark'],
  ['my name is Nadia', 'introduced'],
  ['sorry phone died brb', 'waiting'],
  ['are you a neural network', 'self'],
  ['its my first time talking to a bot', 'small'],
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
  [['is this bot ok for kids'], 'minimum age'],
  [['which permissions does the bot want'], 'Embed Links'],
  [['does the bot read everything in our channel'], 'mentions'],
  [['what does the seed mean'], 'variation'],
  [['can you put our team logo on the shirt'], 'Logos of brands are not drawn'],
  [['can you draw a profile picture'], 'only 3D characters'],
  [['do i need to give you my wallet'], 'without a wallet'],
  [['I run a server. Can I limit how many rigs members make per day?'], '/mod quota'],
  [['a fox', "what's it look like from behind"], 'View in 3D'],
  [['a girl', 'does her mouth move'], 'blink'],
])('%j is answered from what Rigsmith does', async (lines, told) => {
  const text = await heard(...lines);
  expect(text).toContain(told);
  expect(text).not.toContain('Is it one of these');
});

test('praise with the emoji of a creature keeps the plan', async () => {
  const hear = startConversation();
  await hear({ say: 'a green trex with sunglasses', files: [] });
  const { prompts } = await hear({ say: 'SO COOL 🦖🦖', files: [] });
  expect(prompts).toEqual([]);
});

test.each(['godot 4?', 'HAHAHA', 'bal', 'gm'])(
  'names, sounds and abbreviations tell no language: %s',
  (line) => {
    expect(languageIn(line, null)).toBeNull();
  },
);

test.each([
  ['hola', 'es'],
  ['bonjour', 'fr'],
  ['danke', 'de'],
  ['obrigado', 'pt'],
  ['привет', 'ru'],
])('a greeting tells its language: %s', (line, language) => {
  expect(languageIn(line, null)).toBe(language);
});

test('another joke follows a joke, not another character', async () => {
  const hear = startConversation();
  await hear({ say: 'tell me a joke', files: [] });
  const { text, prompts } = await hear({ say: 'another one', files: [] });
  expect(prompts).toEqual([]);
  expect(text).toMatch(/skeleton|3D model|describe/i);
});
