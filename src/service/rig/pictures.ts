import type { ImageSource } from '../../contract/rig.js';
import type { Blobs } from './blobs.js';
import type { Download } from './download.js';
import { sniffPicture } from './sniff.js';
import type { Uploads } from './uploads.js';

/** Brings a picture, however it was named, into the blobs and gives its SHA-256. */
export type TakePicture = (userId: string, source: ImageSource) => Promise<string>;

export function createTakePicture(deps: { blobs: Blobs; uploads: Uploads; download: Download }): TakePicture {
  const { blobs, uploads, download } = deps;
  return async (userId, source) => {
    if ('upload_id' in source) return uploads.find(userId, source.upload_id);
    const bytes = 'url' in source ? await download(source.url) : bytesOf(source.data_uri);
    sniffPicture(bytes);
    return (await blobs.put(bytes)).sha256;
  };
}

const bytesOf = (dataUri: string) => Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
