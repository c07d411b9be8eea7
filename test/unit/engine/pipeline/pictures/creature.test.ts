import { expect, it } from 'vitest';
import { inflate, maxOf } from '../../../../../src/engine/body/pictured/inflate.js';
import { fitPictured } from '../../../../../src/engine/pipeline/pictures/creature.js';

it('a fish in a picture is as thick as its outline is round', () => {
  const [width, height] = [240, 120];
  const inside = Uint8Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width) - 60];
    const trunk = ((x - 140) / 85) ** 2 + (y / 40) ** 2 < 1;
    const tail = x > 10 && x < 70 && Math.abs(y) < 8 + (70 - x) * 0.5;
    return trunk || tail ? 1 : 0;
  });
  const { silhouette, fitted } = fitPictured({ width, height, inside }, 'aquatic')!;
  const { field } = fitted;
  let half = 0;
  for (let z = field.box.min[2]; z < field.box.max[2]; z += 0.02)
    for (let y = 0; y < silhouette.height; y += 0.02)
      for (let x = half; field.at(x, y, z) < 0; x += 0.005) half = x;
  expect(half / Math.sqrt(maxOf(inflate(silhouette)))).toBeCloseTo(1, 1);
});
