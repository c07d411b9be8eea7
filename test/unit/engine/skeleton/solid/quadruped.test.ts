/** Where the head of an animal is whose neck grows into its chest. */
import { expect, it } from 'vitest';
import { makeCreature } from '../../../../../bench/eval/creature.js';
import { meet } from '../../../../../bench/eval/met.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { jointOf } from '../../../../../src/engine/skeleton/skeleton.js';
import { fitSkeleton } from '../../../../../src/engine/skeleton/solid/fit.js';
import { eachOf } from '../../../../support/slice.js';
import { type Tube, tubes } from '../../input/model/figures.js';

const legs = [-0.1, 0.1].flatMap((x) => [-0.4, 0.3].map((z): Tube => [[x, 0, z], [x, 0.65, z], 0.05]));
const horse: Tube[] = [
  ...legs,
  [[0, 0.75, -0.4], [0, 0.75, 0.3], 0.19],
  [[0, 0.85, 0.3], [0, 0.95, 0.4], 0.15],
  [[0, 0.95, 0.4], [0, 1.05, 0.48], 0.12],
  [[0, 1.05, 0.48], [0, 1.2, 0.55], 0.08],
  [[0, 1.25, 0.55], [0, 1.2, 0.65], 0.095],
  [[0, 1.2, 0.65], [0, 1.1, 0.85], 0.05],
];

it('a head is at the skull, and not where the neck is thickest', () => {
  const { positions, indices } = tubes(horse);
  const part = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
  const { skeleton } = fitSkeleton(voxelise([part], 128));
  expect(skeleton.kind).toBe('quadruped');
  expect(jointOf(skeleton, 'head').position[1]).toBeGreaterThan(1.1);
  expect(jointOf(skeleton, 'neck').position[1]).toBeGreaterThan(0.85);
});

eachOf(1, [
  ['a sheep', 'leftBackFoot', 6],
  ['a hamster', 'tail1', 7],
  ['a frog', 'leftFrontLowerLeg', 8],
] as const)('joints of %s are where its legs and its tail bend', async (prompt, joint, most) => {
  const { errors } = meet(await makeCreature(prompt));
  expect(errors.find(([name]) => name === joint)![1]).toBeLessThan(most);
});
