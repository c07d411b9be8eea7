/** Bodies that were once turned the wrong way or taken for another class: the file is right unless it clearly is not. */
import { expect, it } from 'vitest';
import { turnToFileVector } from '../../../../../src/engine/body/uploaded/frame.js';
import { shapeModel, standModel } from '../../../../../src/engine/body/uploaded/stand.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { type Tube, tubes } from '../../input/model/figures.js';

function stand(figure: readonly Tube[]) {
  const { positions, indices } = tubes(figure);
  const piece = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
  const normals = smoothNormals(piece.positions, piece.indices);
  const { frame, skeleton } = standModel(shapeModel([{ ...piece, normals } as Piece], 'low'));
  return {
    kind: skeleton.kind,
    front: turnToFileVector(frame, [0, 0, 1]),
  };
}
const sides = (make: (x: number) => Tube[]): Tube[] => [...make(1), ...make(-1)];

it('a raptor faces ahead with its tail higher than its head', () => {
  const { front } = stand([
    [[0, 0.75, -0.25], [0, 0.75, 0.3], 0.17],
    [[0, 0.8, 0.4], [0, 0.95, 0.65], 0.09],
    [[0, 0.98, 0.7], [0, 0.96, 0.95], 0.1],
    [[0, 0.8, -0.3], [0, 1.15, -1.1], 0.05],
    ...sides((x) => [
      [[x * 0.14, 0.7, 0], [x * 0.14, 0.06, 0.02], 0.06],
      [[x * 0.14, 0.04, 0.02], [x * 0.14, 0.04, 0.14], 0.04],
    ]),
  ]);
  expect(front[2]).toBeGreaterThan(0.9);
});

it('a rat that shows little of its front faces the front of the file', () => {
  const { kind, front } = stand([
    [[0, 0.3, -0.35], [0, 0.22, 0.35], 0.17],
    [[0, 0.16, 0.5], [0, 0.13, 0.62], 0.06],
    [[0, 0.25, -0.5], [0, 0.06, -1.1], 0.02],
    ...sides((x) => [0.3, -0.35].map((z): Tube => [[x * 0.13, 0.16, z], [x * 0.14, 0.03, z], 0.04])),
  ]);
  expect(kind).toBe('quadruped');
  expect(front[2]).toBeGreaterThan(0.9);
});

it('a cobra that rises is no person seen from the side', () => {
  const { kind } = stand([
    [[0, 0.08, -0.5], [0, 0.08, 0.3], 0.08],
    [[0, 0.08, 0.35], [0, 0.5, 0], 0.08],
    [[0, 0.55, 0], [0, 1.1, 0.05], 0.09],
    [[0, 1.2, 0.1], [0, 1.2, 0.45], 0.12],
  ]);
  expect(kind).not.toBe('biped');
});
