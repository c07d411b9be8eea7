/** Caped, winged and armed people drawn from seeds: which of their many tips are hands, and which way they face. */
import { describe, expect, it } from 'vitest';
import { makeGenerated } from '../../../../../bench/eval/generated.js';
import { meet } from '../../../../../bench/eval/met.js';
import { makeStylised } from '../../../../../bench/eval/stylised.js';
import { eachOf } from '../../../../support/slice.js';

const errorOf = (errors: readonly [string, number][], joint: string): number =>
  errors.find(([name]) => name === joint)?.[1] ?? Infinity;

describe('the arms of a person', () => {
  eachOf(1, [
    ['a cape and a long staff', 92],
    ['a cape and a tail', 220],
    ['a cape and a sword', 376],
    ['wings and a sword', 360],
  ])('with %s end in its hands', async (_: string, seed: number) => {
    const { got, errors } = meet(await makeGenerated(seed));
    expect(got).toBe('biped');
    expect(errorOf(errors, 'leftHand')).toBeLessThan(10);
    expect(errorOf(errors, 'rightHand')).toBeLessThan(10);
  });

  eachOf(0, [
    ['a skirt and wings', 148],
    ['a gown and a sword', 240],
  ])('that hang hidden beside %s stay near the trunk', async (_: string, seed: number) => {
    const { errors } = meet(await makeGenerated(seed));
    for (const joint of ['leftHand', 'rightHand', 'leftLowerArm', 'rightLowerArm'])
      expect(errorOf(errors, joint)).toBeLessThan(25);
  });
});

describe('a person', () => {
  eachOf(1, [
    ['as deep as a cape and a staff make it', 268],
    ['with rabbit ears', 180],
    ['in a long dress', 194],
  ])('who faces sideways in the file is turned, %s', async (_: string, seed: number) => {
    expect(meet(await makeGenerated(seed)).ahead).toBeGreaterThan(0.9);
  });

  it('with wings and a shield, who faces the front of the file, is not turned', () => {
    expect(meet(makeStylised(408)).ahead).toBeGreaterThan(0.9);
  });
});
