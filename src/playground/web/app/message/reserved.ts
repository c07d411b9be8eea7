import type { Json } from '../../../discord/types.js';
import { object } from './raw.js';

export type Size = { width: number; height: number };

/** The size that Discord tells about a picture; null when it does not. */
export function sizeOf(media: Json | undefined): Size | null {
  const { width, height } = object(media);
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
    ? { width, height }
    : null;
}

/** The style of a box that keeps the place of a picture before it has loaded, scaled down to fit into `most`. */
export function reserve(size: Size | null, most: Size): { width: string; aspectRatio: string } | undefined {
  if (!size) return undefined;
  const scale = Math.min(1, most.width / size.width, most.height / size.height);
  return { width: `${size.width * scale}px`, aspectRatio: `${size.width} / ${size.height}` };
}
