/** Uploads with another orientation than the engine's: their joints match the file. */
import { describe, expect, it } from 'vitest';
import { toFile, turnToFileVector } from '../../../../../src/engine/body/uploaded/frame.js';
import { shapeModel, standModel } from '../../../../../src/engine/body/uploaded/stand.js';
import { multiply, type Quaternion, rotateBy, turnBy } from '../../../../../src/engine/clips/clip.js';
import { distance, type Vec3 } from '../../../../../src/engine/geometry/vec.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { sliceOf } from '../../../../support/slice.js';
import { hound, person, type Tube, tubes } from '../../input/model/figures.js';

const half = Math.PI / 2;
const ways: readonly [string, Quaternion][] = [
  ['at an angle', turnBy(0, half / 2)],
  ['backwards', turnBy(0, 2 * half)],
  ['with Z up and turned', multiply(turnBy(half), turnBy(0, half))],
  ['on its back', turnBy(-half)],
];

function stand(figure: readonly Tube[], way: Quaternion) {
  const { positions: flat, indices: list } = tubes(figure);
  const positions = new Float32Array(flat.length);
  for (let i = 0; i < flat.length; i += 3)
    positions.set(rotateBy(way, [flat[i]!, flat[i + 1]!, flat[i + 2]!]), i);
  const indices = Uint32Array.from(list);
  const piece = { positions, indices, normals: smoothNormals(positions, indices) } as Piece;
  const { frame, skeleton } = standModel(shapeModel([piece], 'low'));
  return {
    kind: skeleton.kind,
    front: turnToFileVector(frame, [0, 0, 1]),
    jointAt: (name: string) => toFile(frame, skeleton.joints.find((joint) => joint.name === name)!.position),
  };
}

describe.each(sliceOf(ways, 0, 2))('a body %s', (_, way) => {
  it('of a person has hands and feet', () => {
    const { kind, front, jointAt } = stand(person, way);
    expect(kind).toBe('biped');
    const near = (name: string, p: Vec3) =>
      expect(distance(jointAt(name), rotateBy(way, p))).toBeLessThan(0.12);
    near('leftHand', [0.72, 1.04, 0]);
    near('rightFoot', [-0.13, 0.08, 0]);
    expect(distance(front, rotateBy(way, [0, 0, 1]))).toBeLessThan(0.15);
  });

  it('of a hound has its head in front', () => {
    const { kind, front, jointAt } = stand(hound, way);
    expect(kind).toBe('quadruped');
    expect(distance(jointAt('head'), rotateBy(way, [0.78, 0.9, 0]))).toBeLessThan(0.2);
    expect(distance(front, rotateBy(way, [1, 0, 0]))).toBeLessThan(0.15);
  });
});

describe('an upright body', () => {
  it('faces +Z when its feet do not show a direction', () => {
    const footless = person.filter(([from]) => from[2] === 0);
    expect(stand(footless, turnBy(0)).front[2]).toBeCloseTo(1);
  });

  it('with legs that touch has all four of them', () => {
    const narrow = hound.map(([from, to, radius]): Tube => {
      const closer = ([x, y, z]: Vec3): Vec3 => [x, y, z * 0.35];
      return from[2] === 0 ? [from, to, radius] : [closer(from), closer(to), radius];
    });
    const { kind, jointAt } = stand(narrow, turnBy(0));
    expect(kind).toBe('quadruped');
    expect(distance(jointAt('leftBackFoot'), [-0.42, 0.1, -0.05])).toBeLessThan(0.08);
    expect(distance(jointAt('rightFrontUpperLeg'), [0.42, 0.6, 0.05])).toBeLessThan(0.1);
  });

  it('is a person under a hat, a cape and a shield of separate pieces', () => {
    const dressed: Tube[] = [
      ...person,
      [[0, 1.66, 0], [0, 1.7, 0], 0.8],
      [[0.8, 1, 0.12], [0.8, 1, 0.16], 0.45],
      [[0, 1.35, -0.32], [0, 0.3, -0.32], 0.16],
    ];
    expect(stand(dressed, turnBy(0)).kind).toBe('biped');
  });

  it('gets the requested skeleton, or none', () => {
    const { positions: flat, indices: list } = tubes(person);
    const [positions, indices] = [Float32Array.from(flat), Uint32Array.from(list)];
    const shaped = shapeModel([{ positions, indices, normals: positions } as Piece], 'low');
    expect(standModel(shaped, 'aquatic').skeleton.kind).toBe('aquatic');
    expect(() => standModel(shaped, 'octopod')).toThrow(/limbs that the skeleton “octopod” needs/);
  });
});
