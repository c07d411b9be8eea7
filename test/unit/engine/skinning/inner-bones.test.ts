/** Loose pieces of game characters, and the bones that run through them. */
import { expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/engine/geometry/vec.js';
import { connectedPieces } from '../../../../src/engine/geometry/volume/surface.js';
import type { Bone } from '../../../../src/engine/skinning/heat-sources.js';
import { keepInnerBones } from '../../../../src/engine/skinning/inner-bones.js';
import { type Shape, type Tube, tubes } from '../input/model/figures.js';

const [chest, upperArm, lowerArm] = [0, 1, 2];
const bone = (joint: number, from: Vec3, to: Vec3): Bone => ({ joint, from, to });
const bones = [
  bone(chest, [0, 0.8, 0], [0, 1.4, 0]),
  bone(chest, [0, 0.8, 0], [0.2, 1.3, 0]),
  bone(upperArm, [0.2, 1.3, 0], [0.5, 1.3, 0]),
  bone(lowerArm, [0.5, 1.3, 0], [0.8, 1.3, 0]),
];

const trunk: Tube = [[0, 0.8, 0], [0, 1.4, 0], 0.18];
const arm: Tube = [[0.1, 1.3, 0], [0.8, 1.3, 0], 0.06];
const pad: Tube = [[0.15, 1.3, 0], [0.3, 1.3, 0], 0.1];
const sheet: Shape = { positions: [-0.2, 1.4, -0.3, 0.2, 1.4, -0.3, 0, 0.5, -0.4], indices: [0, 1, 2] };

/** The joints that a piece follows, of equal shares of all three before. */
function followed(shapes: readonly Shape[]): number[][] {
  const parts = shapes.map(({ positions, indices }) => ({
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
  }));
  const skins = parts.map(({ positions }) => ({
    joints: Uint8Array.from({ length: (positions.length / 3) * 4 }, (_, i) => (i % 4) % 3),
    weights: Float32Array.from({ length: (positions.length / 3) * 4 }, (_, i) => (i % 4 < 3 ? 1 / 3 : 0)),
  }));
  keepInnerBones(parts, connectedPieces(parts), skins, bones, 3);
  return skins.map(({ joints, weights }) =>
    [...new Set([...joints].filter((_, i) => weights[i]! > 0))].sort((a, b) => a - b),
  );
}

it('a loose piece follows only bones that run through it, also where pieces overlap', () => {
  expect(followed([trunk, arm, pad].map((tube) => tubes([tube])))).toEqual([
    [chest],
    [upperArm, lowerArm],
    [upperArm],
  ]);
});

it('a sheet that no bone runs through keeps its weights', () => {
  expect(followed([tubes([trunk]), sheet])[1]).toEqual([chest, upperArm, lowerArm]);
});

it('a single piece keeps its weights', () => {
  expect(followed([tubes([arm])])).toEqual([[chest, upperArm, lowerArm]]);
});
