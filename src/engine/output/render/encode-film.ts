import sharp from 'sharp';
import { type Film, frameMilliseconds, turntableSize } from './turntable.js';

/** A looping animated WebP with 100 ms per frame. */
export async function encodeFilm(frames: Film): Promise<Uint8Array> {
  const [width, height] = [turntableSize, turntableSize * frames.length];
  const raw = { width, height, channels: 3, pageHeight: turntableSize } as const;
  const delay = frames.map(() => frameMilliseconds);
  const film = sharp(Buffer.concat(frames), { raw }).webp({ quality: 72, effort: 2, loop: 0, delay });
  return new Uint8Array(await film.toBuffer());
}
