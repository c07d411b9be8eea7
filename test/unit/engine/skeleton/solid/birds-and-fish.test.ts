/** Joints of birds, and fish whose fins are under them like legs. */
import { expect, it } from 'vitest';
import { makeCreature } from '../../../../../bench/eval/creature.js';
import { meet } from '../../../../../bench/eval/met.js';
import { eachOf } from '../../../../support/slice.js';

eachOf(1, [
  ['a hawk', 'neck', 6],
  ['a hawk', 'leftWingTip', 11],
  ['an owl', 'upperNeck', 8],
] as const)('the joints of %s are where it bends: %s', async (prompt, joint, most) => {
  const { errors } = meet(await makeCreature(prompt));
  expect(errors.find(([name]) => name === joint)![1]).toBeLessThan(most);
});

it('a fish with long fins is one, and stays level', { tags: 'slow' }, async () => {
  const { got, upright } = meet(await makeCreature('a betta'));
  expect(got).toBe('aquatic');
  expect(upright).toBeGreaterThan(0.9);
});
