/** The neck of a cartoon figure, whose waist can be narrower. */
import { expect, it } from 'vitest';
import type { Part } from '../../../../../bench/eval/creature.js';
import { ball, box, rod } from '../../../../../bench/eval/shapes.js';
import { joinPieces } from '../../../../../src/engine/geometry/volume/bridge.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { profileOf } from '../../../../../src/engine/skeleton/solid/profile.js';

const neckOf = (parts: readonly Part[]): number | null => profileOf(joinPieces(voxelise(parts, 96))).neck;
it('is above a narrower waist where the head is longer than the chest', () => {
  const neck = neckOf([
    ball([0, 0.3, 0], [0.4, 0.3, 0.4]),
    rod([0, 0.5, 0], [0, 0.8, 0], 0.1),
    ball([0, 0.86, 0], [0.26, 0.14, 0.22]),
    rod([0, 0.9, 0], [0, 1.1, 0], 0.14),
    ball([0, 1.36, 0], 0.3),
  ])!;
  expect(neck).toBeGreaterThan(0.95);
  expect(neck).toBeLessThan(1.2);
});

it('is below the head where a brim narrows less and is nearer to the top', () => {
  const neck = neckOf([
    ball([0, 0.4, 0], [0.2, 0.35, 0.15]),
    rod([0, 0.6, 0], [0, 0.85, 0], 0.07),
    ball([0, 1.1, 0], 0.3),
    ball([0, 1.38, 0], [0.4, 0.03, 0.4]),
    box([0, 1.5, 0], [0.45, 0.24, 0.45]),
  ])!;
  expect(neck).toBeGreaterThan(0.6);
  expect(neck).toBeLessThan(0.9);
});
