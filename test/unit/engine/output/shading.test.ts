import { expect, test } from 'vitest';
import {
  createOcclusion,
  forgetOpenness,
  opennessNear,
} from '../../../../src/engine/output/render/occlusion.js';
import { createVisible } from '../../../../src/engine/output/render/raster.js';
import { keyLight } from '../../../../src/engine/output/render/scene.js';
import { glintOf } from '../../../../src/engine/output/render/shade.js';
import { castShadow, createShadow, raysAt } from '../../../../src/engine/output/render/shadow.js';

test('the glossy lobe of a table deviates from its power by less than 0.002', () => {
  for (const roughness of [0.05, 0.3, 0.75]) {
    const gloss = (1 - roughness) ** 2;
    const table = glintOf({ name: 'any', color: [1, 1, 1], roughness, metalness: 0 });
    for (let at = 0.5; at < 1023; at += 1) {
      const step = Math.floor(at);
      const shine = 0.5 + 0.5 * (at / 1024);
      const read = table[step]! + (table[step + 1]! - table[step]!) * (at - step);
      expect(Math.abs(read - shine ** (8 + gloss * 220) * (0.05 + gloss * 1.1))).toBeLessThan(0.002);
    }
  }
});

/** A plate above the ground, whose shadow has soft edges, and which reaches the border of the map. */
const plate = {
  positions: Float32Array.of(-0.2, 0.5, -0.3, 0.4, 0.9, -0.2, 1.3, 0.3, 1.3),
  indices: Uint32Array.of(0, 1, 2),
};

test.each([
  { side: 96, blur: { depths: 2, apart: 1 } },
  { side: 192, blur: { depths: 2, apart: 2 } },
])('the tiles of a shadow map change no count of rays, with $side pixels', (care) => {
  const shadow = createShadow(1, keyLight, care);
  castShadow(shadow, [plate]);
  const { map, tiles } = shadow;
  const bare = {
    ...shadow,
    tiles: { ...tiles, nearest: tiles.nearest.slice(), farthest: tiles.farthest.slice() },
  };
  bare.tiles.nearest.fill(Number.NEGATIVE_INFINITY);
  bare.tiles.farthest.fill(Number.POSITIVE_INFINITY);
  const found = new Set<number>();
  for (let x = -1.5; x < 1.5; x += 0.013)
    for (let z = -1.5; z < 1.5; z += 0.017) {
      const place = Float32Array.of(x, 0.2, z);
      const rays = raysAt(shadow, place);
      expect(rays).toBe(raysAt(bare, place));
      found.add(rays);
    }
  expect(map.depth.some(Number.isFinite)).toBe(true);
  expect(found.size).toBeGreaterThan(10);
});

test('pixels of a block share their openness only on one surface, and only in one picture', () => {
  const visible = createVisible(64, 64);
  visible.depth.fill(-0.5);
  visible.mesh.fill(0);
  for (let y = 0; y < 64; y++) visible.depth.fill(-0.525, y * 64 + 33, y * 64 + 64);
  const occlusion = createOcclusion(visible, { focal: 100, reach: 1, spokes: 7, grain: 2, step: 0.01 });
  const openAt = (x: number, y: number) => {
    opennessNear(occlusion, x, y);
    return occlusion.open[0]!;
  };
  forgetOpenness(occlusion);
  const first = openAt(32, 32);
  expect(openAt(30, 32)).not.toBe(first); // another block
  expect(openAt(32, 34)).toBe(first);
  expect(openAt(34, 34)).not.toBe(first); // another surface
  visible.depth.fill(-0.5);
  forgetOpenness(occlusion);
  expect(openAt(32, 32)).toBe(1);
});
