import { expect, test } from 'vitest';
import { remembering } from '../../../../src/service/agents/embedded/learning/remembering.js';

test('a result is made once for each key, also when it is null, until newer ones need the room', () => {
  const made: string[] = [];
  const lengthOf = remembering(
    (word: string) => {
      made.push(word);
      return word === '' ? null : word.length;
    },
    (word) => word,
  );
  expect([lengthOf('fox'), lengthOf('fox'), lengthOf(''), lengthOf('')]).toEqual([3, 3, null, null]);
  expect(made).toEqual(['fox', '']);
  for (let at = 0; at < 60; at++) lengthOf(`word ${at}`);
  expect([lengthOf('fox'), made.filter((one) => one === 'fox').length]).toEqual([3, 2]);
});
