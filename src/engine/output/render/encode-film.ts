import sharp from 'sharp';
import { type Film, frameMilliseconds } from './turntable.js';

/** A looping animated WebP with 100 ms per frame. @param frames squares of RGB pixels */
export async function encodeFilm(frames: Film): Promise<Uint8Array> {
  const size = Math.sqrt((frames[0]?.length ?? 0) / 3);
  const raw = { width: size, height: size * frames.length, channels: 3, pageHeight: size } as const;
  const delay = frames.map(() => frameMilliseconds);
  const film = sharp(Buffer.concat(frames), { raw }).webp({ quality: 72, effort: 2, loop: 0, delay });
  return new Uint8Array(await film.toBuffer());
}
