import { AppError } from '../../base/errors.js';
import { isModelFile } from '../../engine/input/model/formats.js';

/** Kinds of files a generation can start from. */
export type SourceKind = 'picture' | 'model';

const megabyte = 1024 * 1024;
/** Maximum bytes of a source in a request. */
export const maxSourceBytes: Record<SourceKind, number> = { picture: 10 * megabyte, model: 25 * megabyte };

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** An OBJ line that comes before any face: a comment, vertex, name or library. */
const objLine = /(^|\n)[ \t]*(#|v|vn|vt|f|o|g|mtllib|usemtl)[ \t]/;

/** The kind of file according to its first bytes. */
export function fileKindOf(bytes: Uint8Array): SourceKind | undefined {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'picture';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'picture';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'picture';
  if (ascii(bytes, 0, 4) === 'glTF') return 'model';
  if (isModelFile(bytes)) return 'model';
  const start = ascii(bytes, 0, 4096);
  return objLine.test(start) && !start.includes('\0') ? 'model' : undefined;
}

/**
 * Detects the type of a file by its first bytes (PNG ISO/IEC 15948 §5.2, JPEG SOI, WebP RIFF, GLB magic, PLY, STL,
 * OBJ lines), never by its declared type. 3D formats that the engine names when it refuses them are models too.
 * @param wanted the accepted kind; refuses the other with a sentence
 * @throws AppError `too_large` over 10 MB of picture or 25 MB of model, `unsupported_media` for anything else
 */
export function sniffSource(bytes: Uint8Array, wanted: SourceKind | 'any'): SourceKind {
  const kind = fileKindOf(bytes);
  if (kind === undefined || kind !== wanted) throw unsupported[wanted]();
  if (bytes.byteLength > maxSourceBytes[kind]) throw tooLarge(kind);
  return kind;
}

export const tooLarge = (kind: SourceKind) =>
  new AppError(
    'too_large',
    `That ${kind} is too large. Send one under ${maxSourceBytes[kind] / megabyte} MB.`,
  );

export const unsupported: Record<SourceKind | 'any', () => AppError> = {
  any: () =>
    new AppError(
      'unsupported_media',
      "That isn't a picture or a 3D model we can read. Send a PNG, JPEG or WebP picture, or a GLB, OBJ, STL or PLY model.",
    ),
  picture: () => new AppError('unsupported_media'),
  model: () =>
    new AppError('unsupported_media', "That isn't a 3D model we can read. Send a GLB, OBJ, STL or PLY file."),
};
