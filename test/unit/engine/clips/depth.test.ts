import { expect, it } from 'vitest';
import type { ArmBones } from '../../../../src/engine/clips/biped/body.js';
import { armSurface, deeper, deepest, lowestUnder } from '../../../../src/engine/clips/biped/depth.js';
import {
  invert,
  type PosedJoint,
  type Quaternion,
  rotateBy,
  turnBy,
} from '../../../../src/engine/clips/clip.js';
import { heightTurned, lowestWithJoint } from '../../../../src/engine/clips/lowest.js';
import { profileOf, radiusAt, radiusTowards, widestAt } from '../../../../src/engine/clips/profile.js';
import type { Vec3 } from '../../../../src/engine/geometry/vec.js';

/** A cone of 2 m around the Y axis, 0.5 m wide at its foot and pointed at its tip. */
const cone = profileOf(
  Array.from({ length: 4000 }, (_, i): Vec3 => {
    const [turn, y] = [i * 2.399963, i / 2000 - 1];
    const radius = 0.25 * (1 - y);
    return [radius * Math.sin(turn), y, radius * Math.cos(turn)];
  }),
  { step: 0.1, sectors: 12 },
);
const flesh = { profiles: new Map([['hips', cone]]), arms: new Map(), hulls: new Map() };
const still: Quaternion = [0, 0, 0, 1];
const standing = new Map<string, PosedJoint>([['hips', { position: [0, 1, 0], rotation: still }]]);

it('the deepest point is the one farthest below the surface, and its way out is horizontal', () => {
  const points = Float64Array.of(0.4, 0.2, 0, 0.1, 0.2, 0, 0.1, 1.8, 0);
  const worst = deepest(flesh, points, standing, 0)!;
  expect(worst.point).toEqual([0.1, 0.2, 0]);
  expect(worst.out[0]).toBeCloseTo(1);
  expect(worst.out[1]).toBe(0);
  expect(worst.depth).toBeCloseTo(0.35, 1);
});

it('a margin makes points beside the surface count', () => {
  const beside = Float64Array.of(0.6, 0.1, 0);
  expect(deepest(flesh, beside, standing, 0)).toBeNull();
  expect(deepest(flesh, beside, standing, 0.2)!.depth).toBeCloseTo(0.08, 1);
});

it('a joint that is turned carries its surface along', () => {
  const lying = new Map<string, PosedJoint>([
    ['hips', { position: [0, 0, 0], rotation: turnBy(0, 0, -Math.PI / 2) }],
  ]);
  const worst = deepest(flesh, Float64Array.of(-0.8, 0.1, 0), lying, 0)!;
  expect(worst.out[1]).toBeCloseTo(1);
  expect(deepest(flesh, Float64Array.of(0.9, 0.1, 0), lying, 0)).toBeNull();
});

it('points out of reach of every joint are outside', () => {
  expect(deepest(flesh, Float64Array.of(4, 1, 0, 4.2, 1, 0), standing, 0.01)).toBeNull();
  expect(deepest(flesh, new Float64Array(0), standing, 0.01)).toBeNull();
});

it('the deepest of many points of a turned joint is the one that a search over all of them finds', () => {
  const rotation = turnBy(0.4, -1.1, 0.7);
  const back = invert(rotation);
  const turned = new Map<string, PosedJoint>([['hips', { position: [0.2, 0.9, -0.1], rotation }]]);
  for (let set = 0; set < 60; set++) {
    const points = Float64Array.from({ length: 90 }, (_, i) => 1.3 * Math.sin(set * 91 + i * 7.3));
    const depths = Array.from({ length: points.length / 3 }, (_, i) => {
      const away: Vec3 = [points[i * 3]! - 0.2, points[i * 3 + 1]! - 0.9, points[i * 3 + 2]! + 0.1];
      const [x, y, z] = rotateBy(back, away);
      const isBeside = y >= cone.low - 0.05 && y <= cone.high + 0.05;
      return isBeside ? radiusTowards(cone, x, y, z) + 0.05 - Math.hypot(x, z) : 0;
    });
    const most = Math.max(0, ...depths);
    const found = deepest(flesh, points, turned, 0.05);
    expect(found?.depth ?? 0).toBeCloseTo(most, 9);
    const enough = deepest(flesh, points, turned, 0.05, most / 2);
    expect(enough?.depth ?? 0).toBeGreaterThanOrEqual(most / 2);
  }
});

it('a search for a depth that is enough stops at the first joint with one', () => {
  const twice = { ...flesh, profiles: new Map([...flesh.profiles, ['chest', cone]]) };
  const placed = new Map<string, PosedJoint>([
    ...standing,
    ['chest', { position: [0.1, 1, 0], rotation: still }],
  ]);
  const point = Float64Array.of(0.1, 0.2, 0);
  const whole = deepest(twice, point, placed, 0)!.depth;
  const first = deepest(flesh, point, standing, 0)!.depth;
  expect(whole).toBeGreaterThan(first);
  expect(deepest(twice, point, placed, 0, first)!.depth).toBe(first);
  expect(deepest(twice, point, placed, 0, whole)!.depth).toBe(whole);
});

it('the widest radius at a height is no less than the radius in any direction', () => {
  for (let i = 0; i < 200; i++) {
    const [x, y, z] = [Math.sin(i), i / 80 - 1.2, Math.cos(i)];
    expect(radiusTowards(cone, x, y, z)).toBe(radiusAt(cone, [x, y, z]));
    expect(widestAt(cone, y)).toBeGreaterThanOrEqual(radiusTowards(cone, x, y, z));
  }
});

it('the lowest point under the ground is found', () => {
  const points = Float64Array.of(0, 0.2, 0, 1, -0.3, 0, 2, -0.1, 0);
  const under = lowestUnder(0, points)!;
  expect(under).toEqual({ point: [1, -0.3, 0], out: [0, 1, 0], depth: 0.3 });
  expect(lowestUnder(-1, points)).toBeNull();
  expect(deeper(null, under)).toBe(under);
  expect(deeper(under, { ...under, depth: 0.1 })).toBe(under);
});

it('the surface of an arm follows its bones', () => {
  const arm = { outlines: [[[0, -0.2, 0]], [[0.1, 0, 0]]] } as unknown as ArmBones;
  const turn = turnBy(0, 0, Math.PI / 2);
  const pose = { shoulder: still, upper: still, lower: turn, hand: turn };
  const points = armSurface(arm, pose, [
    [0, 0, 0],
    [1, 1, 0],
    [2, 1, 0],
    [2, 1, 0],
  ]);
  expect([...points].map((x) => Math.round(x * 1e6) / 1e6)).toEqual([1.2, 1, 0, 2, 1.1, 0]);
});

it('heights of turned points are those of the points themselves', () => {
  const turn = turnBy(0.3, -1.1, 0.7);
  const points: Vec3[] = [
    [0.2, 0.5, -0.3],
    [-0.7, -0.1, 0.4],
    [0.1, 0.9, 0.8],
  ];
  const heights = points.map((point) => rotateBy(turn, point)[1]);
  expect(points.map((point) => heightTurned(turn, point))).toEqual(heights);
  expect(lowestWithJoint(turn, points)).toBe(Math.min(0, ...heights));
  expect(lowestWithJoint(turn, [])).toBe(0);
});
