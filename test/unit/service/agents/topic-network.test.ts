import { expect, test } from 'vitest';
import { blended, topicShares } from '../../../../src/service/agents/embedded/topics/topic-network.js';
import { topicsIn } from '../../../../src/service/agents/embedded/topics/topics.js';

const likeliest = (shares: ReadonlyMap<string, number> | null) =>
  [...(shares ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0];

test('the network knows words by their meaning, also those that no phrasing has', () => {
  // None of these words is in a phrasing of the topic.
  expect(likeliest(topicShares('reimbursement wanted!', null))).toMatch(/refund/);
  expect(likeliest(topicShares('my tortoise chewed the cable again', null))).toBe('mypet');
});

test.each([
  ['was kostet mich so ein Kerlchen?', 'de', 'cost'],
  ['можно вернуть деньги?', 'ru', 'refund'],
])('it reads other languages: %s', (line, language, topic) => {
  expect(likeliest(topicShares(line, language))).toBe(topic);
});

test('it has no opinion on languages without a dictionary, and on a message without words', () => {
  expect(topicShares('ile to kosztuje?', 'pl')).toBeNull();
  expect(topicShares('', null)).toBeNull();
  expect(topicsIn('')).toEqual([]);
});

test('two opinions are blended: what both think likely is likeliest, and their sum is 1', () => {
  const words = new Map([
    ['refund', 0.5],
    ['prices', 0.5],
    ['new page', 0],
  ]);
  const network = new Map([
    ['refund', 0.9],
    ['prices', 0.1],
  ]);
  const both = blended(words, network, (one) => one);
  expect(likeliest(both)).toBe('refund');
  expect([...both.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
  expect(blended(words, null, (one) => one)).toBe(words);
});

test('a topic that the network was not trained on counts as the classifier of words says', () => {
  const words = new Map([
    ['refund', 0.2],
    ['new page', 0.8],
  ]);
  expect(likeliest(blended(words, new Map([['refund', 0.3]]), (one) => one))).toBe('new page');
});
