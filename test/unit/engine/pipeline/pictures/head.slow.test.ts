import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeCharacter } from '../../../../../src/engine/pipeline/build.js';
import { interpretImage } from '../../../../../src/engine/pipeline/pictures.js';
import { createProgress } from '../../../../../src/engine/pipeline/progress.js';

const koala = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="300" height="300">
  <g fill="#8a929c"><circle cx="100" cy="110" r="72"/><circle cx="42" cy="46" r="28"/><circle cx="158" cy="46" r="28"/></g>
  <ellipse cx="100" cy="120" rx="14" ry="22" fill="#222"/>
  <circle cx="68" cy="95" r="8" fill="#222"/><circle cx="132" cy="95" r="8" fill="#222"/>
</svg>`;

it('a head alone becomes a head with two joints, and says so', async () => {
  const image = await sharp(Buffer.from(koala)).png().toBuffer();
  const request = { kind: 'image', image, parameters: { detail: 'low' } } as const;
  const interpreted = await interpretImage(request);
  expect(interpreted.notes?.join(' ')).toMatch(/head/);
  const { skeleton, surfaces } = await makeCharacter(interpreted, createProgress({}), { clips: ['idle'] });
  expect(skeleton.joints.map(({ name }) => name)).toEqual(['neck', 'head']);
  expect(surfaces.length).toBeGreaterThan(0);
  for (const { positions } of surfaces) expect(positions.every(Number.isFinite)).toBe(true);
});
