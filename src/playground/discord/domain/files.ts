import type { FileInput } from '../types.js';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  glb: 'model/gltf-binary',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/** Content type of an upload: the one the sender declares, else one guessed from the name. */
export function contentTypeOf(file: FileInput): string {
  if (file.contentType && file.contentType !== 'application/octet-stream') return file.contentType;
  return TYPES[file.name.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** Discord removes everything but letters, digits, dot, dash and underscore from file names. */
export const cleanFilename = (name: string): string =>
  name
    .split(/[\\/]/)
    .pop()!
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}._-]/gu, '') || 'file';

/** Pixel size of a PNG, GIF, JPEG or WebP from its header, or null. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 30) return null;
  if (data.readUInt32BE(0) === 0x89504e47)
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (data.toString('latin1', 0, 3) === 'GIF')
    return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  if (data.readUInt16BE(0) === 0xffd8) return jpegSize(data);
  if (data.toString('latin1', 8, 12) === 'WEBP') return webpSize(data);
  return null;
}

function jpegSize(data: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += 2 + data.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(data: Buffer): { width: number; height: number } | null {
  const kind = data.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = data.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
