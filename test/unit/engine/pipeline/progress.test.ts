import { expect, test } from 'vitest';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import type { Stage } from '../../../../src/engine/types.js';

test('waiting for what a stage left counts as that stage, and is not reported again', async () => {
  let now = 0;
  const reported: [Stage, number][] = [];
  const progress = createProgress({
    clock: { now: () => now },
    onStage: (stage, fraction) => reported.push([stage, fraction]),
  });
  const lasting = (milliseconds: number) => async () => {
    now += milliseconds;
    return milliseconds;
  };
  await progress.run('render', lasting(10));
  await progress.run('validate', lasting(200));
  expect(await progress.finish('render', lasting(3000))).toBe(3000);
  expect(progress.timings()).toMatchObject({ render: 3010, validate: 200 });
  expect(reported).toEqual([
    ['render', 0],
    ['render', 1],
    ['validate', 0],
    ['validate', 1],
  ]);
});
