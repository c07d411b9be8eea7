/** From which bone points of a leg take their heat. */
import { expect, it } from 'vitest';
import { normalize, sub, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { voxelise } from '../../../../src/engine/geometry/volume/voxelise.js';
import { type Bone, createHeatSources } from '../../../../src/engine/skinning/heat-sources.js';
import { tubes } from '../input/model/figures.js';

const [lowerLeg, foot, hips] = [0, 1, 2];
const [knee, ankle, toes]: [Vec3, Vec3, Vec3] = [
  [0, 0.5, 0],
  [0, 0.1, 0],
  [0, 0.04, 0.2],
];
const bones: Bone[] = [
  { joint: lowerLeg, from: knee, to: ankle },
  { joint: foot, from: ankle, to: toes },
];

/** The joint that warms a point seen from the ankle, on a leg whose surface faces away from it. */
function warms(all: readonly Bone[], p: Vec3): number | undefined {
  const leg = tubes([
    [knee, ankle, 0.1],
    [ankle, toes, 0.1],
  ]);
  const part = { positions: Float32Array.from(leg.positions), indices: Uint32Array.from(leg.indices) };
  const normal = normalize(sub(p, ankle));
  return createHeatSources(voxelise([part], 64), all)(p, normal)?.joint;
}

it('a heel follows the foot, also where both bones are as near as the ankle', () => {
  expect(warms(bones, [0, 0.03, -0.05])).toBe(foot);
  expect(warms(bones, [0, 0.16, -0.08])).toBe(lowerLeg);
});

it('the order of the bones does not matter outside a bend', () => {
  expect(warms([...bones].reverse(), [0, 0.03, -0.05])).toBe(foot);
});

it('where a joint has several bones, its own come first outside the next joint', () => {
  const branching = [
    { joint: hips, from: knee, to: ankle },
    { joint: hips, from: knee, to: [0.3, 0.5, 0] as Vec3 },
    { joint: foot, from: ankle, to: toes },
  ];
  expect(warms(branching, [0, 0.03, -0.05])).toBe(hips);
});
