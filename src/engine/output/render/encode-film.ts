import sharp from 'sharp';
import { type Film, frameMilliseconds, turntableFrames } from './turntable.js';

/** A looping animated WebP with 100 ms per frame. @param film squares */
export async function encodeFilm(film: Film): Promise<Uint8Array> {
  const size = Math.sqrt(film.length / 3 / turntableFrames);
  const raw = { width: size, height: size * turntableFrames, channels: 3, pageHeight: size } as const;
  const delay = Array.from({ length: turntableFrames }, () => frameMilliseconds);
  const webp = sharp(film, { raw }).webp({ quality: 72, effort: 2, loop: 0, delay });
  return new Uint8Array(await webp.toBuffer());
}
