import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { createTokens } from '../../../../src/service/auth/tokens.js';

const key = () => randomBytes(32).toString('hex');

test('initial tokens are unique', () => {
  const tokens = createTokens([key()], systemRandom);
  const all = Array.from({ length: 20 }, () => Object.values(tokens.first())).flat();
  expect(new Set(all).size).toBe(40);
  for (const token of all) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('a token has one successor under one key, and another under another', () => {
  const [old, fresh] = [key(), key()];
  const before = createTokens([old], systemRandom);
  const [successor] = before.successors('presented');
  expect(before.successors('presented')).toEqual([successor]);
  expect(successor?.access).not.toBe(successor?.refresh);

  const after = createTokens([fresh, old], systemRandom).successors('presented');
  expect(after[0]).not.toEqual(successor);
  expect(after[1]).toEqual(successor);
});
