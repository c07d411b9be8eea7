/** Parts that are cloth, hair or sticks. */
import { expect, it } from 'vitest';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { meshPartsOf } from '../../../../../src/engine/segmentation/model/parts.js';
import { sheetsIn } from '../../../../../src/engine/segmentation/model/sheets.js';
import { person, type Shape, type Tube, tubes } from '../../input/model/figures.js';

/** A grid of points from two numbers between 0 and 1. */
const sheet = (place: (u: number, v: number) => number[]): Shape => {
  const side = 8;
  const positions = Array.from({ length: (side + 1) ** 2 }, (_, i) =>
    place((i % (side + 1)) / side, Math.floor(i / (side + 1)) / side),
  ).flat();
  const indices = Array.from({ length: side * side }, (_, i) => {
    const a = i + Math.floor(i / side);
    return [a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1];
  }).flat();
  return { positions, indices };
};

const piece = ({ positions, indices }: Shape): Piece =>
  ({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }) as Piece;

/** The tubes are open, but only a little. */
const limbs = person.map((tube) => piece(tubes([tube])));
const cape = piece(sheet((u, v) => [0.4 * u - 0.2, 1.4 - 1.1 * v, -0.2 - 0.1 * Math.sin(u * Math.PI)]));
const skirt = piece(
  sheet((u, v) => {
    const [angle, radius] = [u * 2 * Math.PI, 0.18 + 0.2 * v];
    return [radius * Math.cos(angle), 0.9 - 0.5 * v, radius * Math.sin(angle)];
  }),
);
const staff: Tube = [[0.9, 0.1, 0], [0.9, 1.8, 0], 0.015];

it('finds a cape, a skirt and a staff, and no limb', () => {
  const pieces = [...limbs, cape, skirt, piece(tubes([staff]))];
  const made = meshPartsOf(pieces);
  const found = sheetsIn(pieces, made);
  const partOf = (p: number) => made.labels[p]![0]!;
  const names = pieces.map((_, p) => found.has(partOf(p)));
  expect(names.slice(0, limbs.length)).toEqual(limbs.map(() => false));
  expect(names.slice(limbs.length)).toEqual([true, true, true]);
});
