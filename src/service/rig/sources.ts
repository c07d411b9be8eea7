import type { FileSource } from '../../contract/rig.js';
import type { Blobs } from '../storage/blobs.js';
import type { Download } from './download.js';
import { type SourceKind, sniffSource } from './sniff.js';
import type { Uploads } from './uploads.js';

/** Stores a picture or model given in any form as a file of a generation, and returns its SHA-256. */
export type TakeSource = (
  generation: { id: string; userId: string },
  source: FileSource,
  kind: SourceKind,
) => Promise<string>;

export function createTakeSource(deps: { blobs: Blobs; uploads: Uploads; download: Download }): TakeSource {
  const { blobs, uploads, download } = deps;
  return async ({ id, userId }, source, kind) => {
    if ('upload_id' in source) return uploads.find(userId, source.upload_id, kind);
    const bytes = 'url' in source ? await download(source.url, kind) : bytesOf(source.data_uri);
    sniffSource(bytes, kind);
    return (await blobs.put(id, bytes)).sha256;
  };
}

const bytesOf = (dataUri: string) => Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
