import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import {
  amountSaid,
  countSaid,
  creditsSaid,
} from '../../../../src/service/agents/embedded/questions/reckoning.js';

const heard = async (...lines: string[]): Promise<string> => {
  const hear = startConversation();
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  return text;
};

test.each([
  [['how much is 100 really'], '**Starter** has 100 credits'],
  [['any discount if i buy two packs'], 'larger packs'],
  [['is it dearer from a picture than just from words'], '**15 credits**'],
  [['can you rig my own glb', 'what does that cost compared to text'], '**12 credits**'],
  [["what's the price in sol for the biggest pack", 'and usdc?'], '24 USDC'],
  [['if i get the middle pack how many of the photo ones can i make'], '300 ÷ 15 = **20 characters**'],
  [
    ['if i get the middle pack how many of the photo ones can i make', 'and what would be left if i do 12'],
    '300 − 12 × 15 = **120 credits**',
  ],
  [['how many text ones can i make with maker', 'so cheaper per char with studio? by how much'], '20%'],
  [
    ['planning a chess set. 16 pieces per side as animals. what would that cost me'],
    '32 × 10 = **320 credits**',
  ],
  [['what do 32 characters cost', 'so studio is enough?'], 'Yes, that’s enough'.replace('’', "'")],
  [['32 kids, one each, what pack do i need'], '**Studio**'],
  [['i have 12 credits is that enough'], '12 − 1 × 10 = **2 credits**'],
  [['i have 30 credits and want 4 characters, is that enough'], '4 × 10 is more than 30'],
  [['whats the cheapest you got'], '**Clay** for **10 credits**'],
  [['whats the cheapest you got', 'n the priciest'], '**100 credits**'],
  [['10 credits for a text char?? thats what in dollars'], '0.3 USDC'],
  [['how many can i make for 9 usdc'], '**Maker**'],
  [['how much for one'], '**10 credits**'],
  [['what is the charges'], '**10 credits**'],
  [['a fox', 'price'], '**10 credits**'],
  [['what would be the price per credit in each of the packs?'], '0.00016 SOL or 0.024 USDC a credit'],
  [['with the biggest pack, how much is one credit'], 'costs least per credit'],
  [['we may want about thirty variants. how does that work with packs?'], '30 × 10 = **300 credits**'],
  [['is there a price per drawing that i can tell our bursar'], '**15 credits**'],
  [['what do i get for 5 usdc'], '100 ÷ 10 = **10 characters**'],
  [['i have 20 bucks what can i make with that'], '**Maker**'],
  [['what do i get for ten dollars'], '**Maker**'],
  [['a fox', 'how much will i owe if i press it'], '**10 credits**'],
])('%j is answered with the sum', async (lines, told) => {
  const text = await heard(...lines);
  expect(text).toContain(told);
  expect(text.length).toBeLessThan(500);
});

test.each([
  [['i put in 20 dollars the other day but my balance still says zero']],
  [['topped up twenty bucks yesterday, balance still 0']],
])('%j is a payment that is missing', async (lines) => {
  expect(await heard(...lines)).toContain('the latest purchase that arrived');
});

test.each([
  'yes, my wallet says it is confirmed. i sent exactly the amount',
  'i pressed check now already. nothing',
])('a member who still misses a payment does not read the same answer again: %s', async (line) => {
  expect(await heard('i paid but nothing came', line)).toContain("the transaction's signature");
});

test.each([
  [
    ['Does rigging my own mesh cost the same as generating from text?'],
    'Rigging your own model is **12 credits**',
  ],
  [['whats the price for a picture one vs a typed one'], 'From a picture it is **15 credits**'],
  [
    ["I'd have 24 students. If every one of them makes a character, how many credits is that?"],
    '**240 credits**',
  ],
  [
    ["If I've got 340 credits, how many image rigs is that and what's left over?"],
    '**22 characters** with **Silhouette**. 10 credits left over',
  ],
  [['ok srs whats the cheapest pack', 'how many dudes is that'], '**10 characters**'],
  [
    ['how many characters can i make with the smallest pack', 'And the same for rigs from pictures?'],
    '**6 characters**',
  ],
])('%j is calculated', async (lines, sum) => {
  expect(await heard(...lines)).toContain(sum);
});

test.each([
  [['can u do anime style', 'so whats the closest one'], 'which styles'],
  [['so do i have to send a transaction or just sign', 'do i get that bit back'], 'small transfer'],
])('a question may go on from the one before: %j', async (lines, page) => {
  expect((await heard(...lines)).toLowerCase()).toContain(page);
});

test('a member who asks what they owe hears that nothing is owed before a button is pressed', async () => {
  expect(await heard('a fox with a hat', 'now how much do i owe you for that')).toContain('you owe nothing');
});

test.each([
  ['ko', '크레딧 100개면 몇 개 만들 수 있어요?', '캐릭터 10개'],
  ['de', 'wie viele figuren bekomme ich mit 100 credits?', '**10 Figuren**'],
])('a number of credits in %s counts, not the balance: %s', async (locale, say, told) => {
  const { text } = await startConversation({ locale })({ say, files: [] });
  expect(text).toContain(told);
});

test.each([
  ['what would 12 cost', 12],
  ['16 pieces per side', 32],
  ['3 for each of my 4 kids', 12],
  ['how much would three of those be', 3],
  ['a dozen of them', 12],
  ['in 5 minutes', null],
  ['for 9 usdc', null],
  ['how many with 300 credits', null],
])('"%s" says the count %s', (line, count) => {
  expect(countSaid(line)).toBe(count);
});

test('credits and money are told apart from counts', () => {
  expect(creditsSaid('with 300 credits')).toBe(300);
  expect(amountSaid('for $5')).toEqual({ amount: 5, currency: 'USDC' });
  expect(amountSaid('with 0.1 sol')).toEqual({ amount: 0.1, currency: 'SOL' });
  expect(amountSaid('5 of them')).toBeNull();
});

test.each([
  ['zh-CN', ['100积分多少钱？'], '3 USDC'],
  ['fr', ['bonjour, c’est combien pour faire 10 personnages à peu près ?'], '10 × 10'],
  ['de', ['wie viele Figuren krieg ich für 300 Credits?'], '300 ÷ 10'],
  ['ja', ['一番安いパックはいくらですか？', 'それで何体くらい作れますか'], '**10体**'],
  ['ko', ['캐릭터 5개 만들면 얼마야'], '5 × 10'],
  ['ru', ['сколько стоят 3 персонажа'], '3 × 10'],
  ['es-ES', ['cuánto cuestan 100 créditos'], '3 USDC'],
  ['pt-BR', ['quanto custa o menor pacote'], '3 USDC'],
])('sums in %s: %j', async (locale, lines, answer) => {
  const hear = startConversation({ locale });
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  expect(text).toContain(answer);
});
