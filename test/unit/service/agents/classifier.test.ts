import { expect, test } from 'vitest';
import { createClassifier } from '../../../../src/service/agents/embedded/classifier.js';

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
