import { AppError } from '../../base/errors.js';

export const maxPictureBytes = 10 * 1024 * 1024;

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/**
 * Tells a picture by its first bytes (PNG ISO/IEC 15948 §5.2, JPEG SOI, WebP RIFF), never by what it claims.
 * @throws AppError `too_large` over 10 MB, `unsupported_media` for anything else
 */
export function sniffPicture(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' {
  if (bytes.byteLength > maxPictureBytes)
    throw new AppError('too_large', 'That picture is too large. Send one under 10 MB.');
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  throw new AppError('unsupported_media');
}
