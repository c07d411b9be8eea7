import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import {
  add,
  readCharacter,
  remove,
  traitWith,
  writeCharacter,
} from '../../../../src/service/agents/embedded/changes/character.js';
import { editsIn } from '../../../../src/service/agents/embedded/changes/edits.js';
import { isBareCharacter, isCaption } from '../../../../src/service/agents/embedded/descriptions/naming.js';
import { errandIn } from '../../../../src/service/agents/embedded/errands.js';
import { blank, follow } from '../../../../src/service/agents/embedded/talk.js';
import { isPaymentTrouble } from '../../../../src/service/agents/embedded/topics/troubles.js';
import { listing, says, turn } from './says.js';

test.each([
  [['a witch with a robe', 'ok and the robe is midnight blue now'], 'a witch with a midnight blue robe'],
  [['a fisherman with a pipe', 'the pipe has to go'], 'a fisherman'],
  [['a dragon with 3 heads', 'ok one head is fine'], 'a dragon with one head'],
  [['an alien with four arms', 'just two arms'], 'an alien with two arms'],
  [['a tall wizard', 'hmm no i liked chubby more'], 'a chubby tall wizard'],
  [['a cat with a hat and a scarf', 'too much lol remove hat and scarf'], 'a cat'],
  [['a cat with a scarf', 'and give him sunglasses', 'ok wait no sunglasses'], 'a cat with a scarf'],
  [['an archer with a longbow', 'swap the bow for two daggers'], 'an archer with two daggers'],
  [['a fox with a hat', 'same but dark elf with purple skin'], 'a dark elf with a hat and purple skin'],
  [['a badger', 'Splendid. Perhaps a pocket watch as well?'], 'a badger with a pocket watch'],
  [['an owl with a crown', 'Would it be possible to make the crown grey?'], 'an owl with a grey crown'],
  [['a mermaid', 'add a trident', 'undo that last thing'], 'a mermaid'],
  [['a spider', 'eww no, a butterfly please'], 'a butterfly'],
])('a statement about the character changes it: %j', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test('a thing is found by the end of a compound only where nothing has its own name', () => {
  const archer = readCharacter('an archer with a longbow and a bow');
  expect(traitWith(archer, 'bow')?.text).toBe('a bow');
  expect(writeCharacter(remove(readCharacter('an archer with a longbow'), 'bow'))).toBe('an archer');
  expect(writeCharacter(add(readCharacter('an elf with a raincoat'), 'a hat'))).toBe(
    'an elf with a raincoat and a hat',
  );
});

test('an opinion about a thing is no change', () => {
  expect(editsIn('the robe is nice', 'a witch with a robe')).toEqual([]);
  expect(editsIn('is the robe blue?', 'a witch with a robe')).toEqual([]);
});

test.each([
  'I tried to transfer money and it did not work',
  'bought 100 credits an hour ago and its still not there',
  'my transaction is stuck since 20 min',
  "my top-up hasn't shown up",
  'where is my money',
  'sent 0.05 sol and got nothing',
])('trouble with a payment: %s', (line) => {
  expect(isPaymentTrouble(line)).toBe(true);
  expect(follow([turn(line)]).wishes).toEqual([{ kind: 'payment' }]);
});

test.each([
  "I don't have sol",
  'what happens if my payment fails',
  'the rig failed, is my money lost',
  'how do i pay',
  'my balance is missing a comma',
])('no trouble with a payment: %s', (line) => {
  expect(isPaymentTrouble(line)).toBe(false);
});

test.each([
  ['write me a python script for a discord bot', 'elsewhere'],
  ['can you translate this to spanish', 'elsewhere'],
  ['/rigs', 'rigs'],
  ['/constructor', undefined],
  ['call it bob', undefined],
  ['turn the dragon blue', undefined],
])('the first word says what an errand is: %s', (line, kind) => {
  expect(errandIn(line)?.kind).toBe(kind);
});

test.each([
  ['knight on a mountain at sunset', true],
  ['snowman for the christmas event', true],
  ['raven on shoulder', false],
  ['help from a wizard', false],
])('a setting after a character changes nothing: %s is a character %s', (line, is) => {
  expect(isBareCharacter(line)).toBe(is);
});

test.each([
  ['how much does a character cost', 'and from a picture?', 'sum'],
  ['which packs are there', 'and the biggest?', 'sum'],
  ['which packs are there', 'and with the small one', 'sum'],
])('after %s, "%s" is about prices', (first, then, kind) => {
  const { talk } = follow([turn(first)]);
  expect(follow([turn(first), listing([], talk), turn(then)]).wishes[0]?.kind).toBe(kind);
  expect(follow([turn('hello'), listing([], blank), turn(then)]).wishes[0]?.kind).not.toBe(kind);
});

test('a longer question beside thanks is answered', () => {
  expect(says('a cat', 'Many thanks. And could you tell me what I will be charged?').kind).toBe('sum');
  expect(says('Thanks! Frobnicate the quux of my gizmo').kind).not.toBe('thanks');
});

test.each([
  ['is the poly count ok for mobile', 'find'],
  ['where is the button', 'find'],
])('"%s" looks for no rig', (line, kind) => {
  expect(says(line).kind).not.toBe(kind);
});

test.each([
  ['robot playing chess at home', true],
  ['Superhero on the street in sunny day working on his tablet', true],
  ['polar bear with rubber gloves pushing shopping carts', true],
  ['my daughter wants a unicorn with wings', false],
  ['bot not working in my server', false],
  ['something with wings', false],
  ['is the dragon flying over a castle', false],
])('%s is a caption of somebody: %s', (line, is) => {
  expect(isCaption(line)).toBe(is);
});

test.each([
  ['de', 'Hast du die Nachrichten gehört?'],
  ['es-ES', '¿Sabes quién ganará el mundial?'],
  ['ja', '最新のニュースを聞いた？'],
])('a question about the rest of the world has no choices in %s', async (locale, say) => {
  const { text, prompts } = await startConversation({ locale })({ say });
  expect(prompts).toEqual([]);
  expect(text).not.toMatch(/^1\. /m);
});
