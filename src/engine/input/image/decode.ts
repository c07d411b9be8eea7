import sharp, { type Metadata } from 'sharp';
import { AppError } from '../../../base/errors.js';
import { decodeThresholds } from './calibration.js';

export const { maxPixels } = decodeThresholds;

/** Upright 8-bit sRGB with alpha, rows from the top. */
export type Picture = {
  width: number;
  height: number;
  rgba: Uint8Array;
  /** Whether its edges may have compression artefacts. */
  lossy?: boolean;
};

const minSide = 24;
/** Greatest ratio of the sides. */
const maxRatio = 12;
/** Longer side after decoding: enough for the texture, small enough for the mask. */
const workingSide = 640;
const lossy = new Set(['jpeg', 'webp', 'avif', 'heif']);
const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif', 'tiff']);

/**
 * @throws AppError `unsupported_media` for anything but a still picture, `too_large` over 25 megapixels, `unriggable`
 * when tiny
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length === 0)
    throw new AppError('unsupported_media', 'That file is empty. Send a PNG, JPEG or WebP.');
  const { format, width = 0, height = 0, pages = 1 } = await readHeader(bytes);
  if (!format || !formats.has(format)) throw unreadable();
  if (width * height > maxPixels)
    throw new AppError('too_large', 'That picture is larger than 25 megapixels. Please send a smaller one.');
  if (pages > 1)
    throw new AppError('unsupported_media', 'That picture is animated. Please send a still one.');
  if (Math.min(width, height) < minSide)
    throw new AppError(
      'unriggable',
      'That picture is too small. Send one that is at least 128 pixels on each side.',
    );
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    throw new AppError('unriggable', 'That picture is too narrow. Crop it around the figure.');
  return { ...(await upright(bytes)), lossy: lossy.has(format) };
}

async function upright(bytes: Uint8Array): Promise<Picture> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' })
      .rotate()
      .toColourspace('srgb')
      .resize(workingSide, workingSide, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: new Uint8Array(data) };
  } catch (cause) {
    throw unreadable(cause);
  }
}

async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (cause?: unknown): AppError =>
  new AppError('unsupported_media', 'That file cannot be read as a picture. Send a PNG, JPEG or WebP.', {
    cause,
  });
