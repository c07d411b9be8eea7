import { describe, expect, it } from 'vitest';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { facingIn, leaning } from '../../../../../src/engine/skeleton/outline/facing.js';

const [width, height] = [300, 200];

/**
 * An animal on a transparent ground that grazes at the right, so that its rump is higher than its head.
 * @param isMirrored whether it grazes at the left
 * @param hasFace whether it has eyes and a muzzle
 */
function grazing(isMirrored: boolean, hasFace: boolean) {
  const inside = new Uint8Array(width * height);
  const rgba = new Uint8Array(width * height * 4);
  for (let n = 0; n < inside.length; n++) {
    const [i, y] = [n % width, height - 1 - Math.floor(n / width)];
    const x = isMirrored ? width - 1 - i : i;
    const trunk = ((x - 130) / 100) ** 2 + ((y - 120) / 45) ** 2 < 1;
    const rump = Math.hypot(x - 70, y - 140) < 45;
    const head = Math.hypot(x - 245, y - 80) < 35;
    const leg = [60, 90, 180, 205].some((middle) => Math.abs(x - middle) < 9 && y < 120);
    inside[n] = trunk || rump || head || leg ? 1 : 0;
    const isDark = hasFace && head && (Math.floor(x / 8) + Math.floor(y / 8)) % 2 === 0;
    rgba.set([isDark ? 30 : 190, isDark ? 30 : 150, isDark ? 30 : 110, inside[n] ? 255 : 0], n * 4);
  }
  return { picture: { width, height, rgba }, s: silhouetteOf({ width, height, inside }, 1, 150) };
}

/** A plain animal with a raised tail at the left, that looks to the right. */
function strolling(isMirrored: boolean) {
  const inside = Uint8Array.from({ length: width * height }, (_, n) => {
    const [i, y] = [n % width, height - 1 - Math.floor(n / width)];
    const x = isMirrored ? width - 1 - i : i;
    const trunk = ((x - 150) / 90) ** 2 + ((y - 90) / 32) ** 2 < 1;
    const head = Math.hypot(x - 245, y - 120) < 30;
    const tail = Math.abs(x - 60) < 9 && y > 80 && y < 195;
    const leg = [85, 115, 185, 215].some(
      (middle) => (Math.abs(x - middle) < 9 || (y < 12 && x > middle && x < middle + 22)) && y < 90,
    );
    return trunk || head || tail || leg ? 1 : 0;
  });
  const rgba = new Uint8Array(width * height * 4);
  for (let n = 0; n < inside.length; n++) rgba.set([150, 120, 90, inside[n] ? 255 : 0], n * 4);
  return { picture: { width, height, rgba }, s: silhouetteOf({ width, height, inside }, 1, 150) };
}

describe('the way that an animal in a picture looks', () => {
  it.each([
    ['right', false, 1],
    ['left', true, -1],
  ] as const)('is that of its face, though its rump is higher: %s', (_, isMirrored, facing) => {
    const { picture, s } = grazing(isMirrored, true);
    expect(Math.sign(leaning(s))).toBe(-facing);
    expect(facingIn(picture, s)).toBe(facing);
  });

  it.each([
    [false, 1],
    [true, -1],
  ] as const)(
    'is where its body reaches beyond its legs where no face shows (mirrored: %s)',
    (isMirrored, facing) => {
      const { picture, s } = grazing(isMirrored, false);
      expect(facingIn(picture, s)).toBe(facing);
    },
  );

  it.each([
    [false, 1],
    [true, -1],
  ] as const)(
    'is where its feet point, though its tail is higher than its head (mirrored: %s)',
    (isMirrored, facing) => {
      const { picture, s } = strolling(isMirrored);
      expect(Math.sign(leaning(s))).toBe(-facing);
      expect(facingIn(picture, s)).toBe(facing);
    },
  );
});
