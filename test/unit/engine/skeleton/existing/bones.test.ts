import { expect, it } from 'vitest';
import { joinPieces } from '../../../../../src/engine/geometry/volume/bridge.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { bonesOf, type FileJoint } from '../../../../../src/engine/skeleton/existing/bones.js';
import { type Tube, tubes } from '../../input/model/figures.js';

const legs = [1, -1].flatMap((x): Tube[] => [
  [[x * 0.065, 0.5, 0], [x * 0.065, 0.1, 0], 0.06],
  [[x * 0.065, 0.06, 0], [x * 0.065, 0.06, 0.06], 0.07],
]);
const joints = [1, -1].flatMap((x, i): FileJoint[] => [
  { name: `shin ${i}`, parent: null, at: [x * 0.065, 0.45, 0] },
  { name: `foot ${i}`, parent: i * 2, at: [x * 0.065, 0.08, 0] },
]);

it('the bone of a foot stays in that foot where both feet touch', () => {
  const { positions, indices } = tubes(legs);
  const shape = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
  const bones = bonesOf(joints, joinPieces(voxelise([shape], 64)), [true, true, true, true]);
  const [left, right] = [1, 3].map((joint) => bones.find((bone) => bone.joint === joint)!);
  expect(left!.to[0]).toBeGreaterThan(0);
  expect(right!.to[0]).toBeLessThan(0);
});
