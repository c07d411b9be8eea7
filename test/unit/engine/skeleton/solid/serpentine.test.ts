/** Which end of a snake is its head. */
import { expect, it } from 'vitest';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { jointOf } from '../../../../../src/engine/skeleton/skeleton.js';
import { fitSerpentine, tubeOf } from '../../../../../src/engine/skeleton/solid/serpentine.js';
import { createSights } from '../../../../../src/engine/skeleton/solid/sight.js';
import { type Tube, tubes } from '../../input/model/figures.js';

const tail: Tube[] = [
  [[0, 0.1, -0.8], [0, 0.1, -0.6], 0.11],
  [[0, 0.1, -0.6], [0, 0.1, -0.4], 0.13],
];
const body: Tube = [[0, 0.1, -0.4], [0, 0.1, 0.6], 0.16];
const tongue: Tube = [[0, 0.1, 0.65], [0, 0.1, 1], 0.016];

/** Where along Z the head is. */
function headOf(pieces: readonly Tube[]): number {
  const { positions, indices } = tubes(pieces);
  const part = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
  const { volume, curve } = createSights(voxelise([part], 128))(0);
  return jointOf(fitSerpentine(volume, tubeOf(volume, curve, 'any')!).skeleton, 'head').position[2];
}

it('the head of a snake is at its thicker end, also behind a tongue', () => {
  expect(headOf([...tail, body])).toBeGreaterThan(0.3);
  expect(headOf([...tail, body, tongue])).toBeGreaterThan(0.3);
});
