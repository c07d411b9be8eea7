/** The poses in which `npm run eval` compares weights move every skeleton that it measures. */
import { expect, it } from 'vitest';
import { gameCharacters } from '../../../../bench/eval/game.js';
import { isPosable, poseBody } from '../../../../bench/eval/pose.js';
import { compareWeights, type Weigher } from '../../../../bench/eval/weights.js';

const [character] = gameCharacters({ heldOut: false, most: 1 });
const body = character!;

const stiff: Weigher = {
  by: 'all on the hips',
  weigh: async ({ positions }) => Array.from({ length: positions.length / 3 }, () => [['hips', 1]] as const),
};

it('tells a stiff body from a game character that bends', async () => {
  const { deformation, l1 } = (await compareWeights(body, stiff))!;
  expect(l1).toBeGreaterThan(0.5);
  expect(deformation).toBeGreaterThan(1);
});

it('turns arms, legs, chest and head', () => {
  const { bones } = poseBody(body, 1).truth;
  const turned = ['lowerarm.l', 'lowerarm.r', 'hand.l', 'lowerleg.l', 'foot.r', 'head'].filter(
    (name) => Math.hypot(...bones[name]!.tail.map((v, a) => v - body.truth.bones[name]!.tail[a]!)) > 0.01,
  );
  expect(turned).toHaveLength(6);
});

it('measures no deformation of a skeleton with unknown names', async () => {
  const named = (name: string) => `joint ${name.length}${name}`;
  const renamed = {
    ...body,
    truth: {
      bones: Object.fromEntries(
        Object.entries(body.truth.bones).map(([name, bone]) => [
          named(name),
          { ...bone, parent: bone.parent === null ? null : named(bone.parent) },
        ]),
      ),
      weights: Object.fromEntries(
        Object.entries(body.truth.weights).map(([name, list]) => [named(name), list]),
      ),
    },
  };
  expect(isPosable(renamed)).toBe(false);
  const onHips: Weigher = {
    ...stiff,
    weigh: async ({ positions }) =>
      Array.from({ length: positions.length / 3 }, () => [[named('hips'), 1]] as const),
  };
  expect((await compareWeights(renamed, onHips))!.deformation).toBeNaN();
});
