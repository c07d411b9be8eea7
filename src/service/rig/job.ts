import type { Rig, RigParameters, RigRequest } from '../../engine/index.js';
import type { Blobs } from '../storage/blobs.js';
import type { GenerationRow, StoredOutput } from './row.js';

/**
 * Converts a stored generation to an engine request. Its parameters were validated against the catalog on
 * acceptance.
 */
export async function requestOf(row: GenerationRow, blobs: Blobs): Promise<RigRequest> {
  const common = {
    turntable: true,
    parameters: row.parameters as RigParameters,
    ...(row.seed !== null && { seed: row.seed }),
  };
  if (row.spec) return { kind: 'spec', spec: row.spec, ...common };
  if (row.type === 'text') return { kind: 'text', prompt: row.prompt ?? '', ...common };
  if (row.model !== null)
    return { kind: 'mesh', model: await blobs.read(row.model), uncertain: 'ask', ...common };
  const images = await Promise.all(
    row.images.map(async ({ sha256, view }) => ({ bytes: await blobs.read(sha256), view })),
  );
  const [first] = images;
  const { description: words, fileName } = row.images[0] ?? {};
  const about = { words, fileName, uncertain: 'ask' } as const;
  return images.length === 1 && first
    ? { kind: 'image', image: first.bytes, ...about, ...common }
    : { kind: 'images', images, ...about, ...common };
}

/** Stores the files of a finished rig for its generation, and returns the output to record. */
export async function storeRig(generationId: string, rig: Rig, blobs: Blobs): Promise<StoredOutput> {
  const { glb, preview, turntable, report } = rig;
  const [model, picture, film] = await Promise.all([
    blobs.put(generationId, glb),
    blobs.put(generationId, preview),
    turntable && blobs.put(generationId, turntable),
  ]);
  return {
    model,
    preview: picture,
    ...(film && { turntable: film }),
    rig: {
      skeleton: report.skeleton,
      joints: report.joints.length,
      max_influences: report.maxInfluences,
    },
    mesh: { vertices: report.mesh.vertices, triangles: report.mesh.triangles },
    animations: report.animations.map(({ name }) => name),
    validation: report.validation,
    seed: report.seed,
    ...(report.spec && { spec: report.spec }),
    ...(report.words && { words: report.words }),
    unknown_words: report.words?.unknown ?? [],
    notes: report.notes ?? [],
    ...(report.alternative && { second_reading: report.alternative }),
  };
}
