import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { filmClip, makeRig } from '../../../../src/engine/index.js';
import { quick } from '../../../support/rig.js';
import { eachOf } from '../../../support/slice.js';

let glb: Uint8Array;
beforeAll(async () => {
  glb = (await makeRig({ kind: 'text', prompt: 'a red fox with a blue scarf', seed: 2, ...quick })).glb;
}, 120_000);

/** The colors of a frame, and how many pixels differ from the frame before. */
async function frames(film: Uint8Array) {
  const { data, info } = await sharp(film, { animated: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = info.width * (info.pageHeight ?? info.height) * 3;
  return Array.from({ length: data.length / size }, (_, at) => data.subarray(at * size, (at + 1) * size));
}

const isRed = (frame: Buffer) => {
  let red = 0;
  for (let i = 0; i < frame.length; i += 3)
    if (frame[i]! > 1.6 * frame[i + 1]! && frame[i]! > 1.6 * frame[i + 2]!) red += 1;
  return red;
};

describe('the film of a finished rig', () => {
  it('turns the character once, in the clip that was chosen, in its colors', {
    timeout: 120_000,
  }, async () => {
    const [idle, run] = [
      await frames(await filmClip({ model: glb, clip: 'idle' })),
      await frames(await filmClip({ model: glb, clip: 'run' })),
    ];
    expect([idle.length, run.length]).toEqual([24, 24]);
    for (const film of [idle, run]) expect(isRed(film[0]!)).toBeGreaterThan(2_000);
    const differing = idle.filter((frame, at) => !frame.equals(run[at]!));
    expect(differing.length).toBeGreaterThan(12);
  });

  it('names a clip that the character lacks, and refuses a file that was not made here', async () => {
    await expect(filmClip({ model: glb, clip: 'moonwalk' })).rejects.toThrow('no clip “moonwalk”');
    await expect(filmClip({ model: Buffer.from('glTF'), clip: 'idle' })).rejects.toThrow();
  });

  it('stops between two frames', async () => {
    const stopped = new Error('stopped');
    const pause = () => Promise.reject(stopped);
    await expect(filmClip({ model: glb, clip: 'idle' }, pause)).rejects.toBe(stopped);
  });
});

describe('the turntable of a rig', () => {
  eachOf(1, [
    ['low', 240],
    ['medium', 320],
  ] as const)('has 24 frames at %s detail, %i pixels a side', async (detail, side) => {
    const { turntable } = await makeRig({
      kind: 'text',
      prompt: 'a snail',
      seed: 2,
      clips: ['idle'],
      turntable: true,
      previewSize: 64,
      parameters: { detail },
    });
    const { width, pageHeight, pages } = await sharp(turntable!, { animated: true }).metadata();
    expect({ width, pageHeight, pages }).toEqual({ width: side, pageHeight: side, pages: 24 });
  });
});
