import { expect, test } from 'vitest';
import { createClassifier } from '../../../../src/service/agents/embedded/learning/classifier.js';
import { topicTable } from '../../../../src/service/agents/embedded/topics/topic-table.js';
import { tokensOf } from '../../../../src/service/agents/embedded/topics/topic-tokens.js';

const words = (line: string) => line.split(' ');
const says = (...lines: string[]) => lines.map(words);
const classify = createClassifier([
  ['price', says('what does it cost', 'how much is it', 'price of a rig', 'how expensive is a rig')],
  ['time', says('how long does it take', 'when is it done', 'how fast is a rig', 'is it ready')],
]);
const likeliest = (line: string) => [...classify(words(line))].sort((a, b) => b[1] - a[1])[0]?.[0];

test('the words that only one meaning has decide, whatever surrounds them', () => {
  expect(likeliest('and what would a fox cost')).toBe('price');
  expect(likeliest('how long is a fox')).toBe('time');
});

test('the probabilities of all meanings add up to 1, also without a known word', () => {
  for (const line of ['how much', 'xyzzy', ''])
    expect([...classify(words(line)).values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
});

test('unknown words leave no meaning certain', () => {
  expect(Math.max(...classify(['xyzzy']).values())).toBeLessThan(0.8);
});

const questions = [
  'how do i pay',
  'is it safe',
  'wen is my rig done',
  'can i sell it',
  'you are funny',
  'blender?',
];
/** The topics of the questions, and every seventh other one: training takes as long as there are topics. */
const topics = topicTable()
  .filter(([, { says }], at) => at % 7 === 0 || says.some((one) => questions.includes(one)))
  .map(([topic, { says }]) => [topic, says.map(tokensOf)] as const);

test('the order of topics and phrasings does not matter', () => {
  const all = createClassifier(topics);
  const reversed = createClassifier(
    topics.map(([topic, says]) => [topic, [...says].reverse()] as const).reverse(),
  );
  for (const line of questions)
    for (const [topic, share] of all(tokensOf(line)))
      expect(Math.abs(share - (reversed(tokensOf(line)).get(topic) ?? 0))).toBeLessThan(0.05);
});

test('a phrasing more hardly changes what other messages are about', () => {
  const all = createClassifier(topics);
  const more = createClassifier([['thanks', [tokensOf('much obliged to you kind sir')]], ...topics]);
  for (const line of questions) {
    const [[topic, share]] = [...all(tokensOf(line))].sort((a, b) => b[1] - a[1]) as [[string, number]];
    if (topic !== 'thanks')
      expect(Math.abs(share - (more(tokensOf(line)).get(topic) ?? 0))).toBeLessThan(0.1);
  }
});
