import type { ViewName } from '../../../engine/index.js';
import type { ShapeRequest } from './provider.js';

/** The media type of a picture already validated on upload: PNG, JPEG or WebP. */
export function typeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' {
  if (bytes[0] === 0x89) return 'image/png';
  return bytes[0] === 0xff ? 'image/jpeg' : 'image/webp';
}

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const dataUri = (bytes: Uint8Array): string => `data:${typeOf(bytes)};base64,${base64Of(bytes)}`;

/** A picture as a file of a form. @param name without ending */
export function fileOf(bytes: Uint8Array, name: string): { blob: Blob; name: string } {
  const type = typeOf(bytes);
  const blob = new Blob([Uint8Array.from(bytes)], { type });
  return { blob, name: `${name}.${type.slice('image/'.length)}` };
}

/** In the order of pictures whose view is not named. */
export const viewNames = ['front', 'left', 'back', 'right'] as const satisfies readonly ViewName[];

/** The pictures of a request, each with its view, and unnamed ones with those that are left; none for text. */
export function picturesOf(request: ShapeRequest): { bytes: Uint8Array; view: ViewName }[] {
  if (request.kind === 'text') return [];
  if (request.kind === 'image') return [{ bytes: request.image, view: 'front' }];
  const unused = viewNames.filter((name) => !request.images.some(({ view }) => view === name));
  return request.images.map(({ bytes, view }) => ({ bytes, view: view ?? unused.shift() ?? 'front' }));
}
