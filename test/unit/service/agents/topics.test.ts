import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDocSearch } from '../../../../src/service/agents/docs.js';
import { confident, near, sure, topicsIn } from '../../../../src/service/agents/embedded/topics.js';

const table: Record<string, { search?: string; says: string[] }> = JSON.parse(
  readFileSync('data/talk/topics.json', 'utf8'),
);
const subjectOf = (line: string) => {
  const wish = topicsIn(line)[0]?.wish;
  return wish?.kind === 'question' ? wish.query : wish?.kind;
};

test.each([
  ['hey there, so how would i go about getting my money back?', 'Can I get a refund?'],
  [
    'is there a way to give some credits to a friend of mine',
    'Can I give, hand on or trade credits to a friend?',
  ],
  ['hwo do i conect my walet', 'link'],
  ["what's the weather gonna be tomorrow", 'elsewhere'],
  ['I transferred 3 USDC an hour ago and still have no credits', 'payment'],
  ['does that thing come with a walk animation', 'clips'],
  ['which of the packs is the best deal', 'deal'],
  ['could you tell me a story about a dragon', 'elsewhere'],
])('a message in words of its own has the topic of the nearest phrasing: %s', (line, subject) => {
  expect(subjectOf(line)).toBe(subject);
});

test.each([
  'a red fox with a blue scarf',
  'brown sloth please',
  'angel with broken wings',
  'spear and shield',
])('a description is not taken for a topic with which it shares a word: %s', (line) => {
  expect(topicsIn(line)[0]?.score ?? 0).toBeLessThan(sure);
});

test('words that no phrasing has are near to none', () => {
  expect(topicsIn('qwertyuiop zxcvbnm').filter(({ score }) => score >= near)).toEqual([]);
  expect(topicsIn('')).toEqual([]);
});

test('each phrasing belongs to one topic', () => {
  const all = Object.values(table).flatMap(({ says }) => says);
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
});

test('a topic without an answer of its own has a section of the guide', () => {
  const search = createDocSearch([readFileSync('data/catalog/guide.md', 'utf8')]);
  const headings = Object.values(table).flatMap((topic) => topic.search ?? []);
  expect(headings.length).toBeGreaterThan(50);
  expect(headings.map((heading) => search(heading, 1)[0]?.title)).toEqual(headings);
});

test.each([
  'has there been anything breaking this afternoon',
  'why did the guard return to his cell',
  'i need to update my address',
  'is it six o clock yet',
  'what is the official language of romania',
])('a message that shares only common words with a topic is not acted on: %s', (line) => {
  expect(topicsIn(line)[0]?.confidence ?? 0).toBeLessThan(confident);
});

test('nearly all phrasings of the topics are acted on, with a confidence from 0 to 1', () => {
  const meanings = Object.entries(table).map(([topic, { says }]) => [topic, says] as const);
  const asked = meanings.flatMap(([topic, says]) => says.map((line) => ({ topic, line })));
  const scored = asked.map(({ line }) => topicsIn(line, 1)[0]?.confidence ?? 0);
  expect(Math.min(...scored)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...scored)).toBeLessThanOrEqual(1);
  expect(scored.filter((one) => one >= confident).length).toBeGreaterThan(0.97 * asked.length);
});
