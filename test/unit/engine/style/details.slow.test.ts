import { describe, expect, it } from 'vitest';
import { artStyles, makeRig } from '../../../../src/engine/index.js';
import { inspectGlb } from '../../../../src/engine/output/validate.js';

/** The published limits of triangles. */
const most = { low: 5_000, medium: 15_000, high: 40_000 } as const;
const prompts = [
  'a girl with a striped scarf, a hat and a sword',
  'a spotted dragon with wings',
  'a patched fox with a backpack',
];

describe.each(artStyles)('characters in the style %s', (style) => {
  it.each(Object.keys(most) as (keyof typeof most)[])(
    'are valid files within the triangles of detail “%s”',
    async (detail) => {
      for (const prompt of prompts) {
        const parameters = { style, detail };
        const rig = await makeRig({ kind: 'text', prompt, seed: 7, previewSize: 64, parameters });
        expect(rig.report.mesh.triangles).toBeLessThanOrEqual(most[detail]);
        expect(await inspectGlb(rig.glb)).toMatchObject({ errors: 0, warnings: 0 });
      }
    },
  );
});
