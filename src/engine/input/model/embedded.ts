/** Reads .gltf files whose buffers and pictures are data URIs: what "glTF Embedded" of Blender and three.js writes. */
import { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import { readGlb } from './glb.js';
import { firstVersion } from './glb-check.js';
import { packChunks } from './glb-pack.js';
import type { Model } from './model.js';

/** Members that are not lists are those of glTF 1.0, or are refused with the rest of the structure. */
const uris = z.array(z.object({ uri: z.string().optional() })).catch([]);
const shape = z.object({
  asset: z.object({ version: z.string() }).optional().catch(undefined),
  buffers: uris,
  images: uris,
});

/** @throws AppError `unsupported_media` for files in parts, glTF 1.0 and broken JSON */
export async function readGltfText(bytes: Uint8Array): Promise<Model> {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const { asset, buffers, images } = parse(text);
  if (asset?.version.startsWith('1.')) throw new AppError('unsupported_media', firstVersion);
  if ([...buffers, ...images].some(({ uri }) => uri !== undefined && !uri.startsWith('data:')))
    throw new AppError(
      'unsupported_media',
      'That is a .gltf that needs other files. Please export a single .glb file instead.',
    );
  return readGlb(packChunks(text, new Uint8Array(0)));
}

function parse(text: string): z.infer<typeof shape> {
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('unsupported_media', 'That .gltf is damaged. Please export it again.', { cause });
  }
}
