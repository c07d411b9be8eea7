import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCustomId, encodeCustomId } from '../../../src/bot/custom-id.js';

it('round-trips through a button', () => {
  const word = fc.stringMatching(/^[a-z]{1,10}$/);
  const owner = fc.stringMatching(/^[0-9]{17,20}$/);
  const argument = fc.stringMatching(/^[\w:-]{0,50}$/);
  fc.assert(
    fc.property(fc.record({ command: word, action: word, owner, argument }), (id) => {
      expect(decodeCustomId(encodeCustomId(id))).toEqual(id);
    }),
  );
});

it.each(['', 'buy', 'buy:check', 'buy:check:1'])('rejects %j as a foreign id', (id) => {
  expect(decodeCustomId(id)).toBeNull();
});

it('refuses to create an id that Discord would refuse', () => {
  expect(() => encodeCustomId({ command: 'a', action: 'b', owner: 'c', argument: 'x'.repeat(100) })).toThrow(
    RangeError,
  );
});
