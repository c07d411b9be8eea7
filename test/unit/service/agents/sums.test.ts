import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';

const heardIn = async (locale: string, ...lines: string[]): Promise<string> => {
  const hear = startConversation({ locale });
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  return text;
};

const heard = (...lines: string[]) => heardIn('', ...lines);

test.each([
  [['what is the biggest pack', 'how many do i get for that'], '**100 characters**'],
  [['what is the cheapest pack'], '0.02 SOL'],
  [['what is the biggest pack', 'and from photos instead'], 'Silhouette'],
  [['a badger', 'do i have enough for it', 'and for four of them'], '40 credits'],
  [['a badger', 'three of them', 'so that is 30 credits?'], 'Yes'],
  [['a badger', 'three of them', 'so it is 20 credits?'], 'No, not 20 credits'],
])('a price follows the conversation: %s', async (lines, told) => {
  expect(await heard(...lines)).toContain(told);
});

test.each([
  [['my rigs', 'delete it'], 'How do I delete a rig?'],
  [['oh wait, what does a character cost'], 'credits'],
  [['My brother is 12. What do you store about him?'], 'What data do you know or keep'],
  [['do i gotta name rigsmith in my game'], 'Who owns the models?'],
])('a question is answered in the words and order of a member: %s', async (lines, told) => {
  expect(await heard(...lines)).toContain(told);
});

test.each([
  ['ru', 'привет, сколько стоит персонаж?', 'кредит'],
  ['de', 'hallo, was kostet eine figur', '10 Credits'],
  ['es-ES', 'pagué dos veces, qué hago', '/payments'],
  ['fr', 'et comment supprimer mes données ?', '/privacy delete'],
])('a question in %s is answered: %s', async (locale, line, told) => {
  expect(await heardIn(locale, line)).toContain(told);
});
