import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { says } from './says.js';

/** The last answer to some messages, and the card that it offers. */
async function heard(locale: string | undefined, ...lines: string[]) {
  const hear = startConversation(locale === undefined ? {} : { locale });
  let answer = { text: '', prompts: [] as readonly (string | null)[] };
  for (const say of lines) answer = await hear({ say, files: [] });
  return { text: answer.text, card: answer.prompts[0] };
}

test.each([
  [
    ['a vampire girl with a short dress, parasol', 'idk i kinda hate the parasol'],
    'a vampire girl with a short dress',
  ],
  [['a dwarf with a hat', 'the hat gives me the creeps'], 'a dwarf'],
  [['a hedgehog plumber with a wrench', 'feels a bit skinny to me'], 'a fat hedgehog plumber with a wrench'],
  [['a dwarf', 'he looks a bit old tbh'], 'a young dwarf'],
])('a feeling about the plan changes it: %j', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test.each([
  [['a knight with a red cape, big helmet', 'helmet golden?'], 'a knight with a red cape, golden big helmet'],
  [['a knight with a red cape', 'cape blue?'], 'a knight with a blue cape'],
  [['cat astronaut', 'make the suit orange', 'nvm it was nicer before'], 'cat astronaut'],
  [
    ['a skeletal king with rusted crown', 'keep the crown but in gold'],
    'a skeletal king with gold rusted crown',
  ],
  [['rat king with a big crown', 'now a smaller rat, same crown'], 'small rat king with a big crown'],
  [['a fox knight with a cape', 'keep the cape but make him taller'], 'a tall fox knight with a cape'],
])('changes what is meant: %j', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test.each([
  [['a knight with a red cape', 'cape red?'], 'red cape'],
  [['pirate captain with a hook', 'parrot?'], 'add a parrot'],
  [['a princess firefighter with a helmet', 'does the princess still have a crown anywhere'], 'add a crown'],
  [['a reindeer with a green sweater', 'does it have bells or anything round its neck'], 'add bells'],
  [['cat astronaut with an orange suit', 'does the suit have any patches on it'], 'add patches'],
  [['a dancer, long red skirt', 'does the skirt have spring bones or will it clip'], 'spring bones'],
  [['a girl with a parasol', 'drop the parasol', 'is it gone now'], "We're at `a girl"],
])('asks about the thing that is meant: %j', async (lines, answer) => {
  expect((await heard(undefined, ...lines)).text).toContain(answer);
});

test.each([
  [['a fox', 'this is the coolest thing ever'], 'Glad you like it'],
  [['a fox', 'omg i love him'], 'Glad you like it'],
  [['an elf', 'which one of us is funnier'], 'program'],
  [['an elf', 'fair. what would YOU be if you were one of the characters'], 'program'],
])('praise and questions to the bot get fitting replies: %j', async (lines, answer) => {
  expect((await heard(undefined, ...lines)).text).toContain(answer);
});

test.each([
  ['pt-BR', ['um duende com gorro vermelho', 'deixa o gorro maior'], 'big red beanie'],
  [
    'fr',
    [
      'un pingouin avec une cape rouge',
      'la cape en bleu plutôt',
      'en fait remets la rouge, mais plus courte',
    ],
    'short red cape',
  ],
  ['ja', ['忍者のカエルがほしい', 'もっとかわいくできる？'], 'a cute ninja frog'],
  ['de', ['ein fuchs mit hut', 'kann der hut größer sein?'], 'a fox with big hat'],
])('in %s, comparatives change the thing that is meant: %j', async (locale, lines, card) => {
  expect((await heard(locale, ...lines)).card).toContain(card);
});
