/** Joints of people with big heads, whose proportions are not those of adults. */
import { expect, it } from 'vitest';
import { joinPieces } from '../../../../../src/engine/geometry/volume/bridge.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { trunkIn } from '../../../../../src/engine/skeleton/solid/biped/trunk.js';
import { fitSkeleton } from '../../../../../src/engine/skeleton/solid/fit.js';
import { type Tube, tubes } from '../../input/model/figures.js';

/** 1.2 tall, half of it head; the arms hang close to the trunk. */
const chibi: readonly Tube[] = [
  [[0, 0.36, 0], [0, 0.54, 0], 0.12],
  [[0, 0.56, 0], [0, 0.64, 0], 0.06],
  [[0, 0.82, 0], [0, 1, 0], 0.22],
  ...[1, -1].flatMap((x): Tube[] => [
    [[x * 0.12, 0.55, 0], [x * 0.26, 0.28, 0], 0.045],
    [[x * 0.08, 0.34, 0], [x * 0.08, 0.06, 0], 0.06],
    [[x * 0.08, 0.04, 0], [x * 0.08, 0.04, 0.1], 0.04],
  ]),
];
const { positions, indices } = tubes(chibi);
const triangles = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
const solid = joinPieces(voxelise([triangles], 96));

it('the trunk ends where the legs part, and its breadth is without the arms', () => {
  const { crotch, half, middle } = trunkIn(solid, 0.63)!;
  expect(middle).toBeCloseTo(0, 1);
  expect(crotch).toBeGreaterThan(0.22);
  expect(crotch).toBeLessThan(0.36);
  expect(half).toBeGreaterThan(0.1);
  expect(half).toBeLessThan(0.16);
});

it('joints are within 8 % of the height', () => {
  const { skeleton } = fitSkeleton(solid);
  expect(skeleton.kind).toBe('biped');
  const truth = {
    neck: [0, 0.63, 0],
    leftUpperArm: [0.12, 0.55, 0],
    rightUpperArm: [-0.12, 0.55, 0],
    leftHand: [0.25, 0.3, 0],
    leftUpperLeg: [0.08, 0.34, 0],
    leftFoot: [0.08, 0.06, 0],
  };
  const far = Object.entries(truth).flatMap(([name, at]) => {
    const { position } = skeleton.joints.find((joint) => joint.name === name)!;
    const away = Math.hypot(...position.map((value, axis) => value - at[axis]!));
    return away > 0.08 * 1.2 ? [`${name} ${away.toFixed(2)}`] : [];
  });
  expect(far).toEqual([]);
});
