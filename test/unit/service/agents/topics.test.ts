import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDocSearch } from '../../../../src/service/agents/docs.js';
import { onlyTopicIn } from '../../../../src/service/agents/embedded/topics/about.js';
import { least, nearness } from '../../../../src/service/agents/embedded/topics/least.js';
import { isAbout } from '../../../../src/service/agents/embedded/topics/passages.js';
import { topicTable } from '../../../../src/service/agents/embedded/topics/topic-table.js';
import { topicsIn } from '../../../../src/service/agents/embedded/topics/topics.js';

const table = Object.fromEntries(topicTable());
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
  ['can you do naruto?', 'May I make characters from films, games or of real people?'],
  ["what's the weather gonna be tomorrow", 'elsewhere'],
  ['I transferred 3 USDC an hour ago and still have no credits', 'payment'],
  ['does that thing come with a walk animation', 'clips'],
  ['which of the packs is the best deal', 'deal'],
  ['could you tell me a story about a dragon', 'small'],
])('a message in words of its own has the topic of the nearest phrasing: %s', (line, subject) => {
  expect(subjectOf(line)).toBe(subject);
});

test.each([
  'a red fox with a blue scarf',
  'brown sloth please',
  'angel with broken wings',
  'spear and shield',
])('a description is not taken for a topic with which it shares a word: %s', (line) => {
  expect(topicsIn(line)[0]?.score ?? 0).toBeLessThan(nearness.sure);
});

test('words that no phrasing has are near to none', () => {
  expect(topicsIn('qwertyuiop zxcvbnmq').filter(({ score }) => score >= nearness.some)).toEqual([]);
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
  const lost = headings.filter((heading) => !search(heading, 3).some(({ title }) => title === heading));
  expect(lost).toEqual([]);
});

test.each([
  'has anything happened in the world this afternoon',
  'why did the guard return to his cell',
  'i need to update my address',
  'is it six o clock yet',
  'what is the official language of romania',
])('a message that shares only common words with a topic is not acted on: %s', (line) => {
  const [best] = topicsIn(line);
  expect(best && best.wish.kind !== 'elsewhere' ? best.confidence : 0).toBeLessThan(least.likely);
});

test('nearly all phrasings of the topics are acted on, with a confidence from 0 to 1', () => {
  const meanings = Object.entries(table).map(([topic, { says }]) => [topic, says] as const);
  const asked = meanings.flatMap(([topic, says]) => says.map((line) => ({ topic, line })));
  const scored = asked
    .filter((_, at) => at % 40 === 0)
    .map(({ line }) => topicsIn(line, 1)[0]?.confidence ?? 0);
  expect(Math.min(...scored)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...scored)).toBeLessThanOrEqual(1);
  expect(scored.filter((one) => one >= least.likely).length).toBeGreaterThan(0.95 * scored.length);
});

test.each([
  ['what even counts as a crypto wallet', 'I have no wallet yet. What is a wallet?'],
  ['how do i get my personal stuff erased', 'How do I delete my data or my account?'],
  ['the site is showing me a code, where does it go', 'What is the code, and where do I type it?'],
  ['which attachments do you accept', 'Which files can I send? Can the agent read PDFs, texts or links?'],
  ['is a credit the same as one dollar', 'What is a credit? Are prices in dollars or SOL?'],
  ['keep the bot in one channel only', 'How do I allow the bot only in certain channels?'],
  ['is anyone else able to read my chat', 'Who can see my rigs, pictures and talks? Is AI trained on them?'],
  ['could two figures be in one model', 'Can you make two characters or a group in one model?'],
])('a question in the words of a member has the heading that answers it: %s', (line, heading) => {
  expect(subjectOf(line)).toBe(heading);
});

test('every heading that a topic answers has at least ten phrasings', () => {
  const few = Object.entries(table).filter(([, { search, says }]) => search && says.length < 10);
  expect(few.map(([topic]) => topic)).toEqual([]);
});

test.each(['then what', 'and this one now', 'so that'])(
  'function words alone are about nothing: %s',
  (line) => {
    expect(onlyTopicIn(line)).toBeNull();
  },
);

test.each([
  ['My rig failed. Do I pay for it?', 'set it back to what it was', false],
  ['How do I buy credits?', 'How do I buy credits?', true],
  ['Can I get a refund?', 'refund of a purchase', true],
])('a passage under %s answers a question with its words, not with ordinary ones: %s', (title, query, is) => {
  const text = 'The credits come back. For a refund of a purchase, ask a moderator.';
  expect(isAbout({ title, text }, query)).toBe(is);
});
