/** Models that are certainly no body, and bodies that look a little like them. */
import { describe, expect, it } from 'vitest';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { noBodyIn } from '../../../../../src/engine/segmentation/model/no-body.js';
import { hound, person, type Tube, tubes } from '../../input/model/figures.js';

type Box = readonly [low: readonly number[], high: readonly number[]];

const triangles = ({ positions, indices }: { positions: number[]; indices: number[] }) => ({
  positions: Float32Array.from(positions),
  indices: Uint32Array.from(indices),
});

const boxes = (list: readonly Box[]) =>
  list.map(([low, high]) =>
    triangles({
      positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) =>
        [0, 1, 2].map((axis) => ((n >> axis) & 1 ? high : low)[axis]!),
      ),
      indices: [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
      ].flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]),
    }),
  );
const figure = (parts: readonly Tube[]) => [triangles(tubes(parts))];
const beside = (parts: readonly Tube[], x: number): Tube[] =>
  parts.map(([from, to, radius]) => [[from[0] + x, from[1], from[2]], [to[0] + x, to[1], to[2]], radius]);
const ball = (): ReturnType<typeof triangles>[] => {
  const around = 16;
  const positions = Array.from({ length: (around + 1) * around }, (_, i) => {
    const [a, b] = [(Math.floor(i / around) / around) * Math.PI, ((i % around) / around) * 2 * Math.PI];
    return [Math.sin(a) * Math.cos(b), Math.cos(a), Math.sin(a) * Math.sin(b)];
  }).flat();
  const indices = Array.from({ length: around * around }, (_, i) => {
    const next = i - (i % around) + ((i + 1) % around);
    return [i, i + around, next, next, i + around, next + around];
  }).flat();
  return [triangles({ positions, indices })];
};

describe('what is no body', () => {
  it.each([
    [
      'a cube',
      boxes([
        [
          [0, 0, 0],
          [1, 1, 1],
        ],
      ]),
      'plain',
    ],
    ['a ball', ball(), 'plain'],
    [
      'an animal cut out of paper',
      [
        triangles({
          positions: [
            0, 0, 0, 0.1, 0, 0, 0.1, 0.4, 0, 0, 0.4, 0, 2, 0.3, 0, 2, 0.45, 0, 1.8, 0, 0, 1.9, 0, 0,
          ],
          indices: [0, 1, 2, 0, 2, 3, 3, 4, 5, 6, 7, 4],
        }),
      ],
      'flat',
    ],
    [
      'a plane',
      boxes([
        [
          [0, 0, 0],
          [1, 1, 0.01],
        ],
      ]),
      'flat',
    ],
    ['two people side by side', figure([...person, ...beside(person, 2)]), 'crowd'],
    [
      'a room with a table',
      boxes([
        [
          [0, 0, 0],
          [4, 0.1, 3],
        ],
        [
          [0, 0, 0],
          [0.1, 2.4, 3],
        ],
        [
          [0, 0, 0],
          [4, 2.4, 0.1],
        ],
        [
          [1.5, 0.1, 1],
          [2.5, 0.8, 2],
        ],
      ]),
      'room',
    ],
  ] as const)('is recognised: %s', (_, pieces, found) => {
    expect(noBodyIn(voxelise(pieces, 48))).toBe(found);
  });

  it.each([
    ['a person', figure(person)],
    ['a hound', figure(hound)],
    ['a thin snake, stretched out', figure([[[0, 0, 0], [2, 0, 0], 0.02]])],
    ['a person with a staff that touches nothing', figure([...person, [[1.1, 0, 0], [1.1, 1.7, 0], 0.03]])],
    ['a worm', figure([[[0, 0.05, 0], [0, 0.05, 1], 0.05]])],
    [
      'a robot of boxes',
      boxes([
        [
          [-0.25, 0.8, -0.15],
          [0.25, 1.4, 0.15],
        ],
        [
          [-0.2, 1.45, -0.2],
          [0.2, 1.8, 0.2],
        ],
        [
          [0.3, 0.8, -0.1],
          [0.45, 1.4, 0.1],
        ],
        [
          [-0.45, 0.8, -0.1],
          [-0.3, 1.4, 0.1],
        ],
        [
          [0.05, 0, -0.1],
          [0.22, 0.75, 0.1],
        ],
        [
          [-0.22, 0, -0.1],
          [-0.05, 0.75, 0.1],
        ],
      ]),
    ],
  ] as const)('does not include %s', (_, pieces) => {
    expect(noBodyIn(voxelise(pieces, 48))).toBeNull();
  });
});
