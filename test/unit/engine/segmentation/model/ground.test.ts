/** Figures exported together with a base or floor. */
import { describe, expect, it } from 'vitest';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { withoutGround } from '../../../../../src/engine/segmentation/model/ground.js';

type Box = readonly [centre: readonly [number, number, number], half: readonly [number, number, number]];

const corners = [0, 1, 2, 3, 4, 5, 6, 7];
const faces = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];

const box = ([centre, half]: Box): Piece => {
  const positions = Float32Array.from(
    corners.flatMap((n) => [4, 2, 1].map((bit, axis) => centre[axis]! + (n & bit ? 1 : -1) * half[axis]!)),
  );
  const indices = Uint32Array.from(faces.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]));
  return { positions, indices, normals: positions } as Piece;
};

const trunk = box([
  [0, 1.2, 0],
  [0.25, 0.4, 0.15],
]);
const legs = [-0.15, 0.15].map((x) =>
  box([
    [x, 0.4, 0],
    [0.09, 0.4, 0.1],
  ]),
);
const doll = [trunk, ...legs];
const pedestal = box([
  [0, -0.05, 0],
  [0.3, 0.05, 0.3],
]);
const floor = box([
  [0, -0.12, 0],
  [5, 0.01, 5],
]);
const onItsBack = ({ positions, ...rest }: Piece): Piece => {
  const turned = Float32Array.from(positions, (_, i) => {
    const [x, y, z] = positions.subarray(i - (i % 3), i - (i % 3) + 3);
    return [x!, -z!, y!][i % 3]!;
  });
  return { ...rest, positions: turned };
};
const drawn = (pieces: readonly Piece[]) =>
  withoutGround(pieces).standing.map(({ indices }) => indices.length > 0);

describe('the base of a model', () => {
  it('is a pedestal, and the floor under it', () => {
    expect(drawn([...doll, pedestal, floor])).toEqual([true, true, true, false, false]);
  });

  it('is found where Z is up', () => {
    expect(drawn([...doll, floor].map(onItsBack))).toEqual([true, true, true, false]);
  });

  it('is not a pair of shoes or a hat', () => {
    const shoes = [-0.15, 0.15].map((x) =>
      box([
        [x, -0.04, 0.05],
        [0.11, 0.04, 0.2],
      ]),
    );
    const hat = box([
      [0, 1.65, 0],
      [0.5, 0.04, 0.5],
    ]);
    expect(withoutGround([...doll, ...shoes, hat]).found).toBe(false);
  });

  it('moves with the root and leaves the figure its weights', () => {
    const pieces = [...doll, pedestal];
    const skins = pieces.map(() => ({
      joints: new Uint8Array(32).fill(3),
      weights: new Float32Array(32).fill(0.25),
    }));
    withoutGround(pieces).settle(skins);
    expect([...skins[3]!.joints.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...skins[3]!.weights.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
    expect(skins[0]!.joints[0]).toBe(3);
  });
});
