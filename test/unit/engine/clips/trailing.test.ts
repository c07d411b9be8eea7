import { beforeAll, describe, expect, it } from 'vitest';
import { measureDepths } from '../../../../bench/clips/touching.js';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import { easeAround } from '../../../../src/engine/clips/ease.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import { sliceOf } from '../../../support/slice.js';

const make = (prompt: string): Promise<Acting> =>
  makeCharacter(
    interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } }),
    createProgress({}),
  );

const bodies = [
  'a horse',
  'an eagle',
  'a girl with a fox tail',
  'a dragon',
  'a cat',
  'a prince with a cape',
  'a fat spider',
];

/** Of the many clips of people, those close to the ground. */
const resting = /^(sit|crouch|kneel|sleep|die)$/;

describe.each(sliceOf(bodies, 0, 1, 2))('the clips of %s', (prompt) => {
  let acting: Acting;
  beforeAll(async () => {
    acting = await make(prompt);
  });

  it('keep body, tail and wings above the ground, to 1 % of the height', () => {
    const checked = acting.clips.filter(({ name }) => acting.clips.length < 20 || resting.test(name));
    const faults = checked.flatMap((clip) => {
      const { below } = measureDepths(acting, clip, [0, 0.15, 0.3, 0.45, 0.6, 0.8]);
      return below > 0.01 ? [`${clip.name}: ${below.toFixed(4)}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('close their loops with the first pose itself', () => {
    for (const { poses, once } of acting.clips) if (!once) expect(poses.at(-1)).toBe(poses[0]);
  });
});

it('lifts a tail only as far as it reaches below the ground', async () => {
  const { skeleton, surfaces } = await make('a fox');
  const [free] = clipsOf(skeleton, { clips: ['idle'] });
  const [measured] = clipsOf(skeleton, { clips: ['idle'], surfaces });
  expect(measured!.poses[3]!.rotations.get('tail1')).toEqual(free!.poses[3]!.rotations.get('tail1'));
});

it('eases a lift in before the pose that needs it and out after it, also over the seam of a loop', () => {
  const needed = [0.8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0];
  for (const loops of [true, false]) {
    const eased = easeAround(needed, 2, loops);
    const steps = eased.slice(1).map((angle, i) => Math.abs(angle - eased[i]!));
    if (loops) steps.push(Math.abs(eased[0]! - eased.at(-1)!));
    for (const [i, angle] of eased.entries()) expect(angle).toBeGreaterThanOrEqual(needed[i]! - 1e-9);
    expect(Math.max(...steps)).toBeLessThan(0.2);
    expect(eased[5]).toBe(0);
  }
});
