/** Meshes like those of image-to-3D networks, in which hair, clothes and arms are one surface with the body. */
import { expect, it } from 'vitest';
import { makeGenerated } from '../../../../../bench/eval/generated.js';
import { meet } from '../../../../../bench/eval/met.js';

it('a girl in a gown faces the way her shoes point when the file faces backward', async () => {
  const { ahead, name } = meet(await makeGenerated(2));
  expect(name).toContain('half a turn');
  expect(ahead).toBeGreaterThan(0.9);
});
