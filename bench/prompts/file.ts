import type { SkeletonKind } from '../../src/engine/index.js';
import { bakeAtlas } from '../../src/engine/output/atlas/atlas.js';
import { writeGlb } from '../../src/engine/output/glb.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';

/** The file of a sentence, with few triangles and without its pictures. */
export async function fileOf(prompt: string, skeleton: SkeletonKind | 'auto' = 'auto'): Promise<Uint8Array> {
  const interpreted = interpretText({
    kind: 'text',
    prompt,
    seed: 1,
    parameters: { detail: 'low', skeleton },
  });
  const made = await makeCharacter(interpreted, createProgress({}));
  const points = made.surfaces.flatMap(({ positions }) => [...positions].filter((_, i) => i % 3 === 1));
  const height = points.reduce((top, y) => Math.max(top, y), 0);
  return writeGlb({ ...made, name: interpreted.name, surfaces: await bakeAtlas(made.surfaces), height });
}
