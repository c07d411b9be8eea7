import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { SaidError, say } from '../wallet/sayings.js';

const LONGEST_SIDE = 2_000;

/**
 * Reads the QR code in a picture of the chat, as a wallet's camera would.
 * @param cdn the local Discord's CDN; pictures from other addresses are rejected
 * @throws AppError `invalid_request` when the picture cannot be fetched or has no code
 */
export async function readQr(imageUrl: string, cdn: string): Promise<string> {
  if (!imageUrl.startsWith(`${cdn}/`)) throw new SaidError('invalid_request', say('wallet_foreign_picture'));
  const response = await fetch(imageUrl, { redirect: 'error' }).catch(() => null);
  if (!response?.ok) throw new SaidError('invalid_request', say('wallet_picture_gone'));
  try {
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 500 });
  } catch (cause) {
    throw new SaidError('invalid_request', say('wallet_no_code'), cause);
  }
}
