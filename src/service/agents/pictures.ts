import sharp from 'sharp';
import { isAppError } from '../../base/errors.js';
import type { SentAttachment } from '../../contract/agents.js';

/** Larger pictures cost more tokens, and few models look closer. */
const longestSide = 1_024;
const mostPixels = 50_000_000;

/**
 * Pictures that members sent, in the form that models read.
 * @param deps.readUpload throws `not_found` once the upload has expired
 * @returns a data URL; null for a picture that can't be read any more
 */
export const createPictureReader =
  ({ readUpload }: { readUpload: (userId: string, uploadId: string) => Promise<Uint8Array> }) =>
  async (userId: string, { upload_id }: SentAttachment): Promise<string | null> => {
    if (!upload_id) return null;
    try {
      const picture = sharp(await readUpload(userId, upload_id), { limitInputPixels: mostPixels })
        .rotate()
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' });
      return `data:image/jpeg;base64,${(await picture.jpeg({ quality: 82 }).toBuffer()).toString('base64')}`;
    } catch (error) {
      if (isAppError(error) && error.status >= 500) throw error;
      return null; // expired, or damaged
    }
  };
