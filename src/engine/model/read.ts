import { AppError } from '../../base/errors.js';
import { readGlb } from './glb.js';
import { limits, type Model, tooManyTriangles } from './model.js';
import { readObj } from './obj.js';

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4096)).toString('latin1');

/**
 * A GLB or OBJ, told by its content.
 * @throws AppError `too_large`, `unsupported_media`, or `unriggable` when nothing in it has a surface
 */
export async function readModel(bytes: Uint8Array): Promise<Model> {
  if (bytes.byteLength > limits.bytes)
    throw new AppError('too_large', 'That file is larger than 50 MB. Please send a simplified model.');
  const model = await parse(bytes);
  const triangles = model.pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  if (triangles > limits.triangles) throw tooManyTriangles();
  if (!model.pieces.some(hasExtent))
    throw new AppError(
      'unriggable',
      'That model has no triangles with a surface. Please send one with a solid mesh.',
    );
  return model;
}

async function parse(bytes: Uint8Array): Promise<Model> {
  const start = startOf(bytes);
  if (start.startsWith('glTF')) return readGlb(bytes);
  if (/^\s*\{/.test(start) && start.includes('"asset"'))
    throw new AppError('unsupported_media', 'That is a glTF in parts. Please export one .glb file instead.');
  if (/(^|\n)(v|f|o|g|mtllib|usemtl)[ \t]/.test(start) && !start.includes('\0')) return readObj(bytes);
  throw new AppError(
    'unsupported_media',
    'That file is not a 3D model that is read here. Send a GLB or OBJ.',
  );
}

const hasExtent = ({ positions, indices }: Model['pieces'][number]): boolean => {
  const spans = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const v of indices) {
      low = Math.min(low, positions[v * 3 + axis]!);
      high = Math.max(high, positions[v * 3 + axis]!);
    }
    return high - low;
  });
  return spans.filter((span) => span > 1e-9).length >= 2;
};
