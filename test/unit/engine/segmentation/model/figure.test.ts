/** Removes the sheets that hide the figure of a model. */
import { expect, it } from 'vitest';
import { meet } from '../../../../../bench/eval/met.js';
import { makeStylised } from '../../../../../bench/eval/stylised.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { figureOf } from '../../../../../src/engine/segmentation/model/figure.js';
import { eachOf } from '../../../../support/slice.js';
import { person, type Shape, type Tube, tubes } from '../../input/model/figures.js';

function piece(shape: Shape): Piece {
  const positions = Float32Array.from(shape.positions);
  const indices = Uint32Array.from(shape.indices);
  return { positions, indices, normals: smoothNormals(positions, indices) } as Piece;
}

type Ring = readonly [x: number, y: number, radius: number];

/** An open sleeve around an upright line of rings. */
function sleeve(rings: readonly Ring[]): Shape {
  const around = 16;
  const positions = rings.flatMap(([x, y, radius]) =>
    Array.from({ length: around }, (_, i) => {
      const angle = (i / around) * 2 * Math.PI;
      return [x + radius * Math.cos(angle), y, radius * Math.sin(angle)];
    }).flat(),
  );
  const indices = rings.slice(1).flatMap((_, ring) =>
    Array.from({ length: around }, (_, i) => {
      const [a, b] = [ring * around + i, ring * around + ((i + 1) % around)];
      return [a, b, a + around, b, b + around, a + around];
    }).flat(),
  );
  return { positions, indices };
}

/** One piece: from a waist into two legs. */
const trousers = (): Shape => {
  const parts = [
    sleeve([
      [0, 0.95, 0.24],
      [0, 0.78, 0.24],
    ]),
    ...[0.1, -0.1].map((x) =>
      sleeve([
        [x, 0.78, 0.1],
        [x, 0.45, 0.1],
        [x, 0.12, 0.17],
      ]),
    ),
  ];
  const made: Shape = { positions: [], indices: [] };
  for (const { positions, indices } of parts) {
    const first = made.positions.length / 3;
    made.positions.push(...positions);
    made.indices.push(...indices.map((v) => v + first));
  }
  // Strips from the waist to each leg make it one piece.
  const ring = (part: number, from: number) => part * 48 - (part > 0 ? 16 : 0) + from;
  for (const part of [1, 2]) made.indices.push(16, 17, ring(part, 0), 24, 25, ring(part, 8));
  return made;
};

const trianglesIn = (pieces: readonly Piece[]) => pieces.map(({ indices }) => indices.length / 3);

const isLeg = ([from]: (typeof person)[number]): boolean =>
  from[1] < 0.9 && Math.abs(from[0]) > 0.05 && from[1] > 0.2;
/** A head that is broader than the trunk, as no bird has; the trunk ends in the trousers, like the boots. */
const headAndTrunk: readonly Tube[] = [
  [[0, 0.7, 0], [0, 1.35, 0], 0.15],
  [[0, 1.68, 0], [0, 1.72, 0], 0.22],
];
const boots = [0.13, -0.13].map((x): Tube => [[x, 0.4, 0], [x, 0.06, 0], 0.06]);
const limbs = person.slice(3).filter((tube) => !isLeg(tube));
const bodice = piece(tubes([...headAndTrunk, [[0, 1.4, 0], [0, 1.5, 0], 0.06], ...limbs, ...boots]));
const whole = piece(tubes(person));

it('keeps trousers without legs inside, which hold body and shoes together', () => {
  const figure = figureOf([bodice, piece(trousers())]);
  expect(trianglesIn(figure)).toEqual(trianglesIn([bodice, piece(trousers())]));
});

it('leaves out a skirt over legs', () => {
  const skirt = piece(
    sleeve([
      [0, 0.95, 0.2],
      [0, 0.7, 0.3],
      [0, 0.4, 0.42],
    ]),
  );
  expect(trianglesIn(figureOf([whole, skirt]))).toEqual([whole.indices.length / 3, 0]);
});

eachOf(1, [30, 62, 66])('stylised person %i keeps its trunk when hair and items are left out', (seed) => {
  const { errors } = meet(makeStylised(seed));
  expect(errors.find(([name]) => name === 'rightUpperArm')![1]).toBeLessThan(7);
});
