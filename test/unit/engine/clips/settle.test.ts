import { beforeAll, describe, expect, it } from 'vitest';
import { placeJoints, poseSkeleton, restPose } from '../../../../src/engine/clips/clip.js';
import { liftsOf } from '../../../../src/engine/clips/settle.js';
import { sub, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';
import { sliceOf } from '../../../support/slice.js';

const skeleton: Skeleton = {
  kind: 'other',
  joints: [{ name: 'body', parent: null, position: [0, 1, 0], tail: [0, 2, 0] }],
};
const flesh = { profiles: new Map(), arms: new Map(), hulls: new Map([['body', [[0, -1, 0] as Vec3]]]) };

/** Heights of the lowest point over the ground, after lifting poses with these heights. */
function settled(heights: readonly number[], lying: readonly number[]): number[] {
  const stances = heights.map((height, i) => ({
    placed: placeJoints(skeleton, { ...restPose, rootOffset: [0, height, 0] }),
    lying: lying[i]!,
  }));
  const lifts = liftsOf(stances, { flesh, ground: 0, interval: 0.1, loops: false });
  return heights.map((height, i) => height + lifts[i]!);
}

describe('a body that lies down', () => {
  const falling = Array.from({ length: 21 }, (_, i) => i / 20);

  it('is raised out of the ground without a jump, when it is deep in it as soon as it begins to lie', () => {
    const found = settled(
      falling.map((at) => (at < 0.4 ? 0 : -0.4)),
      falling.map((at) => (at < 0.4 ? 0 : 1)),
    );
    const lifts = found.map((height, i) => height + (falling[i]! < 0.4 ? 0 : 0.4));
    expect(Math.min(...found)).toBeGreaterThanOrEqual(-1e-9);
    expect(Math.max(...lifts.slice(1).map((lift, i) => Math.abs(lift - lifts[i]!)))).toBeLessThan(0.15);
    expect(found.at(-1)).toBeCloseTo(0);
  });

  it('is lowered by its share', () => {
    expect(settled([0.4, 0.4], [0.5, 0.5])[0]).toBeCloseTo(0.2);
  });

  it('stays where it is while it stands above the ground', () => {
    expect(settled([0.4, 0.4], [0, 0])).toEqual([0.4, 0.4]);
  });
});

describe.each(sliceOf(['a fox', 'a parrot', 'a horse', 'an octopus'], 0, 1))('%s that dies', (prompt) => {
  let steps: number[];
  beforeAll(async () => {
    const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
    const acting = await makeCharacter(interpreted, createProgress({}), { clips: ['die'] });
    const { joints } = acting.skeleton;
    const size = Math.max(...joints.map(({ tail }) => tail[1]));
    const posed = acting.clips[0]!.poses.map((pose) => poseSkeleton(acting.skeleton, pose));
    steps = posed
      .slice(1)
      .map((now, i) =>
        Math.max(
          ...now.map(({ position }, joint) => Math.hypot(...sub(position, posed[i]![joint]!.position))),
        ),
      )
      .map((step) => step / size);
  });

  it('lets its feet go little by little', () => {
    expect(Math.max(...steps)).toBeLessThan(0.25);
  });
});
