/** Cartoon people as members upload them: big heads, capes, gowns, ears and pigtails. */
import { describe, expect, it } from 'vitest';
import { turnToFileVector } from '../../../../../src/engine/body/uploaded/frame.js';
import { shapeModel, standModel } from '../../../../../src/engine/body/uploaded/stand.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { type Shape, type Tube, tubes } from '../../input/model/figures.js';

/** 1.2 tall; the head is as large as the rest. */
const chibi: readonly Tube[] = [
  [[0, 0.38, 0], [0, 0.56, 0], 0.12],
  [[0, 0.6, 0], [0, 0.72, 0], 0.06],
  [[0, 0.92, 0], [0, 1.1, 0], 0.22],
  ...[1, -1].flatMap((x): Tube[] => [
    [[x * 0.12, 0.55, 0], [x * 0.32, 0.4, 0], 0.045],
    [[x * 0.08, 0.34, 0], [x * 0.08, 0.06, 0], 0.06],
    [[x * 0.08, 0.04, 0], [x * 0.08, 0.04, 0.1], 0.04],
  ]),
];
const pigtails = [1, -1].map((x): Tube => [[x * 0.28, 0.95, 0], [x * 0.6, 0.5, 0], 0.05]);
const ears = [1, -1].map((x): Tube => [[x * 0.12, 1.15, 0], [x * 0.2, 1.6, 0], 0.05]);
const gown: Tube[] = [[[0, 0.05, 0], [0, 0.3, 0], 0.26]];

function cape(): Shape {
  const side = 8;
  const positions = Array.from({ length: (side + 1) ** 2 }, (_, i) => {
    const [u, v] = [(i % (side + 1)) / side, Math.floor(i / (side + 1)) / side];
    return [(u - 0.5) * (0.3 + 0.5 * v), 0.58 - 0.52 * v, -0.16 - 0.12 * v];
  }).flat();
  const indices = Array.from({ length: side * side }, (_, i) => {
    const a = i + Math.floor(i / side);
    return [a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1];
  }).flat();
  return { positions, indices };
}

const stand = (...shapes: Shape[]) => {
  const pieces = shapes.map((shape) => {
    const [positions, indices] = [Float32Array.from(shape.positions), Uint32Array.from(shape.indices)];
    return { positions, indices, normals: smoothNormals(positions, indices) } as Piece;
  });
  const { frame, skeleton } = standModel(shapeModel(pieces, 'low'));
  const [up, front] = [turnToFileVector(frame, [0, 1, 0]), turnToFileVector(frame, [0, 0, 1])];
  const hand = skeleton.joints.find(({ name }) => name === 'leftHand')?.position ?? [0, 0, 0];
  return { kind: skeleton.kind, up: up[1], front: front[2], hand };
};

describe('a figure with a big head', () => {
  it.each<[string, Shape[]]>([
    ['and a cape', [tubes(chibi), cape()]],
    ['and pigtails', [tubes([...chibi, ...pigtails])]],
    ['and rabbit ears', [tubes([...chibi, ...ears])]],
    ['and a gown down to the ground', [tubes([...chibi, ...gown])]],
    ['and a sword held forward', [tubes([...chibi, [[0.34, 0.38, -0.1], [0.34, 0.38, 0.8], 0.02]])]],
  ])('%s is an upright person with its arms below the neck', (_, shapes) => {
    const { kind, up, front, hand } = stand(...shapes);
    expect(kind).toBe('biped');
    expect(up).toBeGreaterThan(0.99);
    expect(front).toBeGreaterThan(0.99);
    expect(hand[1]).toBeLessThan(0.75);
  });
});
