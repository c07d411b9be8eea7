import { beforeAll, expect, test } from 'vitest';
import { makeRig } from '../../../../src/engine/index.js';
import { drawPortrait, type PortraitScene } from '../../../../src/engine/output/render/preview.js';
import { createStock } from '../../../../src/engine/output/render/stock.js';
import { type FilmScene, shootTurntable } from '../../../../src/engine/output/render/turntable.js';
import { quick } from '../../../support/rig.js';

let film: FilmScene;
let portrait: PortraitScene;

beforeAll(async () => {
  const request = { kind: 'text', prompt: 'a pirate', turntable: true, clips: ['idle'], ...quick } as const;
  await makeRig(request, {
    shoot(scene) {
      film = { ...scene, size: 48 };
      return shootTurntable(film, async () => undefined);
    },
    async portray(scene) {
      portrait = { ...scene, size: 96 };
      return new Uint8Array(portrait.size ** 2 * 3);
    },
  });
});

test('pictures of several sizes look the same when they are drawn in the arrays of those before', async () => {
  const stock = createStock();
  const preview = drawPortrait(portrait);
  const turntable = await shootTurntable(film, async () => undefined);
  for (let round = 0; round < 2; round++) {
    expect(Buffer.compare(drawPortrait(portrait, stock), preview)).toBe(0);
    const turned = await shootTurntable(film, async () => undefined, stock);
    expect(Buffer.compare(turned, turntable)).toBe(0);
  }
});

test('a stock serves a purpose with the same memory again, and keeps none that is too large', () => {
  const stock = createStock();
  const large = stock('depth', Float32Array, 100);
  const small = stock('depth', Float32Array, 40);
  expect(small).toHaveLength(40);
  expect(small.buffer).toBe(large.buffer);
  expect(stock('colors', Float32Array, 40).buffer).not.toBe(large.buffer);
  const huge = stock('depth', Float32Array, 5_000_000);
  expect(huge).toHaveLength(5_000_000);
  expect(stock('depth', Float32Array, 100).buffer).toBe(large.buffer);
});
