import { describe, expect, it } from 'vitest';
import { standUpright } from '../../../../../src/engine/output/formats/vrm/upright.js';
import type { Skeleton } from '../../../../../src/engine/skeleton/skeleton.js';

/** In centimetres, +Z up, facing -Y, with the origin at the hips: as some programs export. */
const joints = [
  ['hips', [0, 0, 0]],
  ['head', [0, 5, 60]],
  ['leftUpperArm', [20, 0, 45]],
  ['rightUpperArm', [-20, 0, 45]],
  ['leftToes', [8, -15, -90]],
] as const;
const skeleton: Skeleton = {
  kind: 'biped',
  joints: joints.map(([name, position]) => ({
    name,
    parent: name === 'hips' ? null : 'hips',
    position,
    tail: position,
  })),
};
const surface = {
  positions: Float32Array.of(0, 0, 80, 0, 0, -90),
  normals: Float32Array.of(0, 0, 1, 0, -1, 0),
};

describe('a figure of another program', () => {
  it('stands in metres on the ground, upright and facing +Z', () => {
    const { skeleton: stood, parts } = standUpright(skeleton, [surface]);
    const place = (name: string) => stood.joints.find((joint) => joint.name === name)!.position;
    expect(parts[0]!.positions[1]).toBeCloseTo(1.6, 5);
    expect(parts[0]!.positions[4]).toBeCloseTo(0, 5);
    expect(parts[0]!.normals[5]).toBeCloseTo(1, 5);
    expect(place('leftUpperArm')[0]).toBeGreaterThan(0.1);
    expect(place('leftToes')[1]).toBeCloseTo(0, 5);
    expect(place('leftToes')[2]).toBeGreaterThan(0.1);
  });
});
