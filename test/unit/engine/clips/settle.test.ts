import { beforeAll, describe, expect, it } from 'vitest';
import { poseSkeleton, restPose } from '../../../../src/engine/clips/clip.js';
import { settle } from '../../../../src/engine/clips/flesh.js';
import { sub, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';
import { sliceOf } from '../../../support/slice.js';

const skeleton: Skeleton = {
  kind: 'other',
  joints: [{ name: 'root', parent: null, position: [0, 1, 0], tail: [0, 2, 0] }],
};
const below: Vec3 = [0, -1.4, 0];
const flesh = { profiles: new Map(), arms: new Map(), hulls: new Map([['root', [below]]]) };
const raisedBy = (share: number) => settle(skeleton, flesh, restPose, share).rootOffset[1];

describe('a body that lies down', () => {
  it('is raised out of the ground without a jump when it begins to lie', () => {
    const raised = Array.from({ length: 101 }, (_, i) => raisedBy(i / 100));
    const steps = raised.slice(1).map((height, i) => height - raised[i]!);
    expect(raised[0]).toBeCloseTo(0);
    expect(raised.at(-1)).toBeCloseTo(0.4);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps)).toBeLessThan(0.06);
  });

  it('is lowered by its share', () => {
    const high = { ...restPose, rootOffset: [0, 1.4, 0] as const };
    expect(settle(skeleton, flesh, high, 0.5).rootOffset[1]).toBeCloseTo(0.9);
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
