import { AppError } from '../../../base/errors.js';
import { readGltfText } from './embedded.js';
import { isGltfText, isPly, isStl, startOf, unreadableName } from './formats.js';
import { readGlb } from './glb.js';
import { limits, type Model, tooManyTriangles, trianglesIn } from './model.js';
import { readObj } from './obj.js';
import { readPly } from './ply.js';
import { readStl } from './stl.js';
import { surveySurface } from './survey.js';

/**
 * Reads a GLB, OBJ, STL, PLY or glTF in one file, detected by content.
 * @throws AppError `too_large`, `unsupported_media`, or `unriggable` when it has no surface
 */
export async function readModel(bytes: Uint8Array): Promise<Model> {
  if (bytes.byteLength > limits.bytes)
    throw new AppError('too_large', 'That file is larger than 50 MB. Please send a simplified model.');
  const model = await parse(bytes);
  if (trianglesIn(model) > limits.triangles) throw tooManyTriangles();
  const { empty, load, reach, cover } = surveySurface(model.pieces);
  if (empty)
    throw new AppError(
      'unriggable',
      'That model has no triangles with a surface. Please send one with a solid mesh.',
    );
  if (load > limits.load)
    throw new AppError(
      'too_large',
      'That model has far more surface than its size suggests, because parts lie inside other parts. Please send a simplified one.',
    );
  if (reach > limits.reach)
    throw new AppError(
      'unsupported_media',
      'That model is so far from the origin that its shape is lost to rounding. Please move it to the origin and export it again.',
    );
  if (cover < limits.cover)
    throw new AppError(
      'unriggable',
      'That model is too thin, or its parts are too far apart, to find a body. Please delete stray parts and export it again.',
    );
  return model;
}

async function parse(bytes: Uint8Array): Promise<Model> {
  const start = startOf(bytes);
  if (start.startsWith('glTF')) return readGlb(bytes);
  if (isGltfText(bytes)) return readGltfText(bytes);
  if (isPly(bytes)) return readPly(bytes);
  if (isStl(bytes)) return readStl(bytes);
  const other = unreadableName(bytes);
  if (other)
    throw new AppError(
      'unsupported_media',
      `${other} files are not supported. Please export the model as GLB, OBJ, STL or PLY.`,
    );
  if (/^\uFEFF?[ \t]*(v|f|o|g|mtllib|usemtl)[ \t]/m.test(start) && !start.includes('\0'))
    return readObj(bytes);
  throw new AppError(
    'unsupported_media',
    'That file is not a supported 3D model. Send a GLB, OBJ, STL or PLY.',
  );
}
