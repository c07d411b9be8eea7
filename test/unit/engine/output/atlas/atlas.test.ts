import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Surface } from '../../../../../src/engine/output/assemble.js';
import { bakeAtlas, type FileSurface } from '../../../../../src/engine/output/atlas/atlas.js';
import { makeCharacter } from '../../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../../src/engine/pipeline/text.js';

const prompt = 'a robot with glowing eyes, a striped scarf and a golden crown';

let surfaces: Surface[];
let atlas: FileSurface;
let maps: Record<'color' | 'shine' | 'glow', Buffer>;
let side: number;

const rgb = (png: Uint8Array) => sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer();

beforeAll(async () => {
  const request = { kind: 'text', prompt, seed: 3, parameters: { detail: 'low' } } as const;
  const made = await makeCharacter(interpretText(request), createProgress({}));
  surfaces = [...made.surfaces];
  const baked = await bakeAtlas(surfaces);
  expect(baked).toHaveLength(1);
  atlas = baked[0]!;
  const { color, shine, glow } = atlas.material.maps!;
  side = (await sharp(color).metadata()).width!;
  maps = { color: await rgb(color), shine: await rgb(shine!), glow: await rgb(glow!) };
});

const texel = (map: Buffer, x: number, y: number) => [
  ...map.subarray((Math.floor(y) * side + Math.floor(x)) * 3).subarray(0, 3),
];
const uvOf = (v: number) => [atlas.uvs![v * 2]! * side, atlas.uvs![v * 2 + 1]! * side] as const;
const trianglesOf = ({ positions, normals, indices, weights, joints }: Surface | FileSurface) => {
  const corner = (v: number) => [
    ...positions.subarray(v * 3, v * 3 + 3),
    ...normals.subarray(v * 3, v * 3 + 3),
    ...weights.subarray(v * 4, v * 4 + 4),
    ...joints.subarray(v * 4, v * 4 + 4),
  ];
  return Array.from({ length: indices.length / 3 }, (_, t) =>
    [...indices.subarray(t * 3, t * 3 + 3)].map((v) => corner(v).join()).join(' '),
  );
};

describe('the atlas of a character', () => {
  it('keeps every triangle with its corners, normals and weights', () => {
    const before = surfaces.flatMap(trianglesOf).sort();
    expect(trianglesOf(atlas).sort()).toEqual(before);
  });

  it('names the triangles that had one material', () => {
    const named = atlas.swatches!.map(({ name, count }) => [name, count]);
    expect(named).toEqual(surfaces.map(({ material, indices }) => [material.name, indices.length / 3]));
  });

  it('shows the color of each material two texels around every corner', () => {
    const wrong = atlas.swatches!.filter(({ first, count }, s) => {
      const expected = surfaces[s]!.material.color.map((c) => Math.round(c * 255)).join();
      const corners = atlas.indices.subarray(first * 3, (first + count) * 3);
      return corners.some((v) => {
        const [x, y] = uvOf(v);
        return [-2, 0, 2].some((dx) =>
          [-2, 0, 2].some((dy) => texel(maps.color, x + dx, y + dy).join() !== expected),
        );
      });
    });
    expect(wrong).toEqual([]);
  });

  it('keeps roughness, metalness and glow of each material', () => {
    expect(new Set(surfaces.map(({ material }) => material.metalness)).size).toBeGreaterThan(1);
    for (const [s, { first }] of atlas.swatches!.entries()) {
      const { roughness, metalness, glow = 0 } = surfaces[s]!.material;
      const [x, y] = uvOf(atlas.indices[first * 3]!);
      expect(texel(maps.shine, x, y).slice(1)).toEqual(
        [roughness, metalness].map((c) => Math.round(c * 255)),
      );
      expect(Math.max(...texel(maps.glow, x, y)) > 0).toBe(glow > 0);
    }
  });

  it('puts no two triangles on the same texel', () => {
    const owner = new Int32Array(side * side).fill(-1);
    let [covered, shared] = [0, 0];
    for (let t = 0; t < atlas.indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => uvOf(atlas.indices[t + i]!)) as [Point, Point, Point];
      for (const at of texelsInside(a, b, c)) {
        covered++;
        if (owner[at]! >= 0) shared++;
        owner[at] = t;
      }
    }
    expect(covered).toBeGreaterThan(side * side * 0.3);
    expect(shared / covered).toBeLessThan(0.001);
  });

  it('is the same to the byte when it is baked again', async () => {
    const [again] = await bakeAtlas(surfaces);
    expect(Buffer.compare(again!.material.maps!.color, atlas.material.maps!.color)).toBe(0);
    expect(again!.uvs).toEqual(atlas.uvs);
  });
});

describe('an atlas beside a texture', () => {
  it('leaves a surface with its own texture as it is', async () => {
    const texture = { png: Promise.resolve(new Uint8Array()), pixels: new Uint8Array(), width: 1, height: 1 };
    const own = { ...surfaces[0]!, material: { ...surfaces[0]!.material, texture } } as unknown as Surface;
    const baked = await bakeAtlas([own, ...surfaces.slice(1)]);
    expect(baked).toHaveLength(2);
    expect(baked[1]).toBe(own);
  });
});

type Point = readonly [number, number];

function* texelsInside(a: Point, b: Point, c: Point): Generator<number> {
  const cross = (p: Point, q: Point, x: number, y: number) =>
    (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  const area = cross(a, b, c[0], c[1]);
  if (area === 0) return;
  const [xs, ys] = [0, 1].map((i) => [a[i]!, b[i]!, c[i]!]) as [number[], number[]];
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++)
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const inside = [
        cross(a, b, x + 0.5, y + 0.5),
        cross(b, c, x + 0.5, y + 0.5),
        cross(c, a, x + 0.5, y + 0.5),
      ];
      if (inside.every((one) => one / area > 1e-3)) yield y * side + x;
    }
}
