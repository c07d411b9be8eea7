import { expect, it } from 'vitest';
import { describeLost } from './cluster/witness.js';

it('a row that was read and is gone is named, also when it was made again later', () => {
  const seen = new Set(['intent a of 1', 'intent b of 2']);
  expect(describeLost(seen, new Set(['intent a of 1', 'intent b of 2', 'intent c of 3']))).toEqual([]);
  expect(describeLost(seen, new Set(['intent a of 1', 'intent b of 9']))).toEqual([
    '1 of 2 committed rows were read and are gone: intent b of 2',
  ]);
});
