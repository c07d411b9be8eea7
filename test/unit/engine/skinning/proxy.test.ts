import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/engine/geometry/vec.js';
import { voxelise } from '../../../../src/engine/geometry/volume/voxelise.js';
import { smoothNormals } from '../../../../src/engine/input/model/normals.js';
import { type Bone, createHeatSources } from '../../../../src/engine/skinning/heat-sources.js';
import { skinParts } from '../../../../src/engine/skinning/proxy.js';
import { wholeSurface } from '../../../../src/engine/skinning/whole.js';

/** A closed tube bent like a hairpin, its legs `gap` apart: up the left one, over the top, down the right one. */
function hairpin(gap: number, rings = 90, sides = 32) {
  const [radius, length] = [0.1, 1];
  const half = radius + gap / 2;
  const along = (t: number): { centre: Vec3; out: Vec3 } => {
    const [leg, arc] = [0.4, 0.2];
    if (t < leg) return { centre: [half, (t / leg) * length, 0], out: [1, 0, 0] };
    if (t > leg + arc) return { centre: [-half, ((1 - t) / leg) * length, 0], out: [-1, 0, 0] };
    const angle = ((t - leg) / arc) * Math.PI;
    const out: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
    return { centre: [out[0] * half, length + out[1] * half, 0], out };
  };
  const positions: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r < rings; r++) {
    const { centre, out } = along(r / (rings - 1));
    for (let s = 0; s < sides; s++) {
      const [a, b] = [Math.cos((2 * Math.PI * s) / sides), Math.sin((2 * Math.PI * s) / sides)];
      positions.push(centre[0] + out[0] * a * radius, centre[1] + out[1] * a * radius, b * radius);
      if (r === rings - 1) continue;
      const [here, beside] = [r * sides + s, r * sides + ((s + 1) % sides)];
      indices.push(here, here + sides, beside, beside, here + sides, beside + sides);
    }
  }
  const ends = [along(0).centre, along(1).centre];
  ends.forEach((centre, end) => {
    const middle = positions.push(...centre) / 3 - 1;
    const first = end === 0 ? 0 : (rings - 1) * sides;
    for (let s = 0; s < sides; s++) {
      const [a, b] = [first + s, first + ((s + 1) % sides)];
      indices.push(...(end === 0 ? [middle, a, b] : [middle, b, a]));
    }
  });
  const part = { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
  return { ...part, normals: smoothNormals(part.positions, part.indices) };
}

const legs: Bone[] = [
  { joint: 0, from: [0.1, 1.1, 0], to: [-0.1, 1.1, 0] },
  { joint: 1, from: [0.102, 1, 0], to: [0.102, 0.02, 0] },
  { joint: 2, from: [-0.102, 1, 0], to: [-0.102, 0.02, 0] },
];

describe('weights on an uploaded mesh', () => {
  const part = hairpin(0.004);
  const volume = voxelise([part], 64);
  const [skin] = skinParts(volume, legs, 3, [part]);
  const share = (v: number, joint: number) =>
    [0, 1, 2, 3].reduce(
      (sum, i) => sum + (skin!.joints[v * 4 + i] === joint ? skin!.weights[v * 4 + i]! : 0),
      0,
    );

  it('separate legs that almost touch', () => {
    for (let v = 0; v < part.positions.length / 3; v++) {
      const [x, y] = [part.positions[v * 3]!, part.positions[v * 3 + 1]!];
      if (y < 0.7) expect(share(v, x > 0 ? 2 : 1)).toBeLessThan(0.02);
    }
  });

  it('are the same for a surface turned inside out', () => {
    const turned = part.indices.map((_, i) => part.indices[i - (i % 3) + 2 - (i % 3)]!);
    const [inside] = skinParts(volume, legs, 3, [
      { ...part, indices: turned, normals: part.normals.map((n) => -n) },
    ]);
    expect(inside!.joints).toEqual(skin!.joints);
    for (const [i, weight] of inside!.weights.entries()) expect(weight).toBeCloseTo(skin!.weights[i]!, 4);
  });

  it('come from the own surfaces of a few loose pieces, from one around many', () => {
    const beside = (one: typeof part, x: number) => ({
      ...one,
      positions: one.positions.map((value, i) => (i % 3 === 0 ? value + x : value)),
    });
    const count = part.positions.length / 3;
    expect(wholeSurface([part, beside(part, 1)])?.nodes.map(({ length }) => length)).toEqual([count, count]);
    const small = hairpin(0.004, 6, 8);
    expect(wholeSurface(Array.from({ length: 61 }, (_, i) => beside(small, i)))).toBeNull();
  });

  it('come from a surface around a coarse mesh', { tags: 'slow' }, () => {
    const coarse = hairpin(0.004, 30, 12);
    expect(wholeSurface([part])?.nodes[0]).toHaveLength(part.positions.length / 3);
    expect(wholeSurface([coarse])).toBeNull();
    const beside = { ...coarse, positions: coarse.positions.map((x, i) => (i % 3 === 2 ? x + 1 : x)) };
    const skins = skinParts(voxelise([coarse, beside], 64), legs, 3, [coarse, beside]);
    const sums = skins.flatMap(({ weights }) =>
      Array.from({ length: weights.length / 4 }, (_, v) =>
        weights.subarray(v * 4, v * 4 + 4).reduce((sum, one) => sum + one, 0),
      ),
    );
    expect(sums.filter((sum) => !(Math.abs(sum - 1) < 5e-6))).toEqual([]);
  });
});

it('takes heat from the bone behind a point rather than from a nearer one beside it', () => {
  const box = hairpin(0);
  const bones: Bone[] = [
    { joint: 0, from: [0.1, 0.2, -0.05], to: [0.1, 0.8, -0.05] },
    { joint: 1, from: [0.02, 0.2, 0.09], to: [0.02, 0.8, 0.09] },
  ];
  const heatSourceOf = createHeatSources(voxelise([box], 64), bones);
  expect(heatSourceOf([0.1, 0.5, 0.1], [0, 0, 1])?.joint).toBe(0);
  expect(heatSourceOf([0.02, 0.5, 0.1], [0, 0, 1])?.joint).toBe(1);
});
