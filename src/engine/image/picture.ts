import sharp from 'sharp';
import { AppError } from '../../base/errors.js';

/** sRGB with alpha, four bytes a pixel, rows from the top. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

const largestPixels = 25_000_000;
const largestBytes = 20 * 1024 * 1024;
const smallestSide = 32;
/** Longest side worked on: more only costs time, the silhouette is as good. */
const workingSide = 512;

/**
 * Decodes PNG, JPEG or WebP and scales it down to working size.
 * @throws AppError `unsupported_media`, `too_large` or `unriggable` with what to send instead
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > largestBytes)
    throw new AppError('too_large', 'That picture is over 20 MB. Send a smaller one.');
  const image = sharp(bytes, { limitInputPixels: largestPixels, failOn: 'error' });
  const { format, width = 0, height = 0, pages = 1 } = await image.metadata().catch(refuse);
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') throw new AppError('unsupported_media');
  if (pages > 1)
    throw new AppError('unsupported_media', 'Animated pictures cannot be used. Send a still one.');
  if (Math.min(width, height) < smallestSide)
    throw new AppError(
      'unriggable',
      `That picture is too small. Send one of at least ${smallestSide} pixels each way.`,
    );
  const { data, info } = await image
    .rotate()
    .toColourspace('srgb')
    .resize(workingSide, workingSide, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

function refuse(cause: Error): never {
  if (/pixel limit/i.test(cause.message))
    throw new AppError('too_large', 'That picture has more than 25 million pixels. Send a smaller one.', {
      cause,
    });
  throw new AppError(
    'unsupported_media',
    'That file is no picture that can be read. Send a PNG, JPEG or WebP picture.',
    {
      cause,
    },
  );
}
