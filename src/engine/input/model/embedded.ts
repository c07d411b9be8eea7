/** Reads .gltf files whose buffers and pictures are data URIs: what "glTF Embedded" of Blender and three.js writes. */
import { AppError } from '../../../base/errors.js';
import { readGlb } from './glb.js';
import { firstVersion } from './glb-check.js';
import type { Model } from './model.js';

type Uses = { uri?: unknown }[];

/** @throws AppError `unsupported_media` for files in parts, glTF 1.0 and broken JSON */
export async function readGltfText(bytes: Uint8Array): Promise<Model> {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const { asset, buffers = [], images = [] } = parse(text);
  if (String(asset?.version).startsWith('1.')) throw new AppError('unsupported_media', firstVersion);
  const parts = [buffers, images].flatMap((list) => (Array.isArray(list) ? (list as Uses) : []));
  if (parts.some(({ uri }) => typeof uri === 'string' && !uri.startsWith('data:')))
    throw new AppError(
      'unsupported_media',
      'That is a .gltf that needs other files. Please export a single .glb file instead.',
    );
  return readGlb(packed(text));
}

function parse(text: string): { asset?: { version?: unknown }; buffers?: unknown; images?: unknown } {
  try {
    return JSON.parse(text) as ReturnType<typeof parse>;
  } catch (cause) {
    throw new AppError('unsupported_media', 'That .gltf is damaged. Please export it again.', { cause });
  }
}

/** A GLB without a binary chunk. */
function packed(json: string): Uint8Array {
  const chunk = Buffer.from(json);
  const size = Math.ceil(chunk.length / 4) * 4;
  const glb = Buffer.alloc(20 + size, ' ');
  glb.write('glTF');
  for (const [i, value] of [2, glb.length, size].entries()) glb.writeUInt32LE(value, 4 + i * 4);
  glb.write('JSON', 16);
  chunk.copy(glb, 20);
  return glb;
}
