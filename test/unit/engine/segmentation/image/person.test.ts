import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../../src/engine/input/image/decode.js';
import { createRandom } from '../../../../../src/engine/random.js';
import { maskPicture } from '../../../../../src/engine/segmentation/image/mask.js';
import { findFigure } from '../../../../../src/engine/segmentation/image/person.js';
import type { KeyPoint, PoseNetwork } from '../../../../../src/engine/skeleton/pose/network.js';
import { cutDoll } from '../../input/image/doll.js';

const doll = cutDoll({ leftArm: [60, 50], rightArm: [60, 50], armHalf: 0.05, legHalf: 0.06 }, 150);
const [left, top] = [38, 15];
const [width, height] = [doll.mask.width + left * 2, doll.mask.height + top * 2];
const truth = (n: number): boolean => {
  const [x, y] = [(n % width) - left, Math.floor(n / width) - top];
  const inside = x >= 0 && y >= 0 && x < doll.mask.width && y < doll.mask.height;
  return inside && doll.mask.inside[y * doll.mask.width + x] === 1;
};

/** A doll in a red shirt and blue trousers in front of furniture, or of a plain wall. */
function room(furnished: boolean): Picture {
  const random = createRandom(6);
  const patches = Array.from({ length: 60 }, () =>
    [random(), random(), random() * 0.3 + 0.1].map((r) => r * width),
  );
  const colours = patches.map(() => [30 + random() * 150, 20 + random() * 160, 60 + random() * 160]);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let n = 0; n < width * height; n++) {
    const [x, y] = [n % width, Math.floor(n / width)];
    const patch = patches.findLastIndex(
      ([px, py, size]) => Math.abs(x - px!) < size! && Math.abs(y - py! * 1.5) < size!,
    );
    const grain = random() * 12;
    const ground = furnished && patch >= 0 ? colours[patch]! : [205, 200, 190];
    const share = (y - top) / doll.mask.height;
    const cloth = share < 0.22 ? [225, 175, 140] : share < 0.58 ? [200, 40, 50] : [45, 50, 140];
    rgba.set(
      (truth(n) ? cloth : ground).map((value) => Math.min(255, value + grain)),
      n * 4,
    );
  }
  return { width, height, rgba };
}

const parts: Record<string, string> = {
  shoulder: 'UpperArm',
  elbow: 'LowerArm',
  hand: 'Hand',
  hip: 'UpperLeg',
  knee: 'LowerLeg',
  foot: 'Foot',
};
const edge = 6;
const places = new Map(
  [...doll.joints, ['left_ear', [0.56, 0.1]] as const, ['right_ear', [0.44, 0.1]] as const].map(
    ([name, [u, v]]) => {
      const [side, part] = name.split('_') as [string, string];
      const x = left + edge + u * (doll.mask.width - 2 * edge);
      return [side + (parts[part] ?? 'Ear'), [x, top + edge + v * (doll.mask.height - 2 * edge)] as const];
    },
  ),
);
/** A fake network that finds the doll in any square crop of the picture, by its red shirt. */
const network = (score: number): PoseNetwork => ({
  name: 'told',
  async look({ pixels, width: side }) {
    let [sumX, sumY, count] = [0, 0, 0];
    for (let n = 0; n < side * side; n++)
      if (pixels[n * 3]! > 190 && pixels[n * 3 + 1]! < 60)
        [sumX, sumY, count] = [sumX + (n % side), sumY + Math.floor(n / side), count + 1];
    const [dx, dy] = [sumX / count - shirt[0], sumY / count - shirt[1]];
    const points = [...places].map(([name, [x, y]]): [string, KeyPoint] => [
      name,
      { x: x + dx, y: y + dy, score },
    ]);
    return { points: new Map(points) };
  },
});
const shirt = ((): [number, number] => {
  let [sumX, sumY, count] = [0, 0, 0];
  const { rgba } = room(false);
  for (let n = 0; n < width * height; n++)
    if (rgba[n * 4]! > 190 && rgba[n * 4 + 1]! < 60)
      [sumX, sumY, count] = [sumX + (n % width), sumY + Math.floor(n / width), count + 1];
  return [sumX / count, sumY / count];
})();

const overlap = (inside: Uint8Array): number => {
  let [both, either] = [0, 0];
  inside.forEach((one, n) => {
    both += one & Number(truth(n));
    either += one | Number(truth(n));
  });
  return both / either;
};
const alone = (picture: Picture): number => {
  try {
    return overlap(maskPicture(picture).inside);
  } catch {
    return 0;
  }
};

describe('a person before a busy background', () => {
  it('is cut out with the help of the pose network when colors are not enough', {
    tags: 'slow',
  }, async () => {
    const picture = room(true);
    expect(alone(picture)).toBeLessThan(0.6);
    expect(overlap((await findFigure(picture, network(0.8))).inside)).toBeGreaterThan(0.85);
  });

  it('is found as without a network in front of a plain background, to the pixel', async () => {
    const picture = room(false);
    const { inside } = await findFigure(picture, network(0.8));
    expect(overlap(inside)).toBeGreaterThan(0.95);
    expect(inside).toEqual(maskPicture(picture).inside);
  });

  it('is ignored by an unsure network', async () => {
    const picture = room(true);
    const found = findFigure(picture, network(0.2)).then(
      ({ inside }) => overlap(inside),
      () => 0,
    );
    expect(await found).toBe(alone(picture));
  });
});
