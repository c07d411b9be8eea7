import { describe, expect, it } from 'vitest';
import { inflate, maxOf } from '../../../../../src/engine/body/pictured/inflate.js';
import { fitPictured } from '../../../../../src/engine/pipeline/pictures/creature.js';

const [width, height] = [240, 120];

/** A fish with its head at the right. @param eye where it has one, if it has */
function fish(eye?: number) {
  const inside = new Uint8Array(width * height);
  const rgba = new Uint8Array(width * height * 4);
  for (let n = 0; n < inside.length; n++) {
    const [x, y] = [n % width, Math.floor(n / width) - 60];
    const trunk = ((x - 140) / 85) ** 2 + (y / 40) ** 2 < 1;
    const tail = x > 10 && x < 70 && Math.abs(y) < 8 + (70 - x) * 0.5;
    inside[n] = trunk || tail ? 1 : 0;
    const isDark = eye !== undefined && Math.hypot(x - eye, y + 12) < 5;
    rgba.set([isDark ? 20 : 90, isDark ? 20 : 140, isDark ? 20 : 190, inside[n] ? 255 : 0], n * 4);
  }
  return fitPictured({ width, height, rgba }, { width, height, inside }, 'aquatic')!;
}

describe('a fish in a picture', () => {
  it('is as thick as its outline is round', () => {
    const { silhouette, fitted } = fish();
    const { field } = fitted;
    let half = 0;
    for (let z = field.box.min[2]; z < field.box.max[2]; z += 0.02)
      for (let y = 0; y < silhouette.height; y += 0.02)
        for (let x = half; field.at(x, y, z) < 0; x += 0.005) half = x;
    expect(half / Math.sqrt(maxOf(inflate(silhouette)))).toBeCloseTo(1, 1);
  });

  it.each([
    ['a thick head', 200, 1],
    ['a slender head', 90, -1],
  ] as const)('looks where its eye is: %s', (_, eye, facing) => {
    const { fitted } = fish(eye);
    const placeOf = (name: string) => {
      const { position } = fitted.skeleton.joints.find((joint) => joint.name === name)!;
      return { ahead: position[2], shown: fitted.shown(...position)[0] };
    };
    const [head, fin] = [placeOf('head'), placeOf('tailFin')];
    expect(head.ahead).toBeGreaterThan(fin.ahead);
    expect(Math.sign(head.shown - fin.shown)).toBe(facing);
  });
});
