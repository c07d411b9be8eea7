import { S3mini } from 's3mini';
import { fetch } from 'undici';
import type { Clock } from '../../base/clock.js';
import type { FileStore } from './file-store.js';
import type { S3Place } from './place.js';

/** Larger files are sent in parts, of which a lost one is sent again alone. */
const partBytes = 8 * 1024 * 1024;
const timeoutMs = 30_000;
const mostTries = 4;

/** Files in a bucket of Amazon S3 or a compatible server such as MinIO, Garage or R2. */
export function createS3Store(place: S3Place, deps: { clock: Clock }): FileStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, pathStyle } = place;
  const { clock } = deps;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: addressOf(endpoint, bucket, pathStyle),
    requestSizeInBytes: partBytes,
    requestAbortTimeout: timeoutMs,
    // The global one of Node 20 refuses a content length once undici 7 is loaded as well.
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  const start = prefix === '' ? '' : `${prefix}/`;
  /** Every request can be repeated: files have the same bytes under the same key. */
  const trying = async <T>(request: () => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await request();
      } catch (error) {
        const status = (error as { status?: number }).status ?? 0;
        if (tried === mostTries || (status >= 400 && status < 500 && status !== 429))
          throw new Error(`The bucket ${bucket} at ${new URL(endpoint).host} ${answerOf(error)}.`, {
            cause: error,
          });
        await clock.sleep(100 * 4 ** tried);
      }
    }
  };
  return {
    write: (key, bytes) => trying(async () => void (await client.putAnyObject(start + key, bytes))),
    size: (key) =>
      trying(async () => {
        const isThere = await client.objectExists(start + key);
        return isThere ? client.getContentLength(start + key) : null;
      }),
    read: (key) =>
      trying(async () => {
        const bytes = await client.getObjectArrayBuffer(start + key);
        return bytes === null ? null : Buffer.from(bytes);
      }),
    remove: (key) => trying(async () => void (await client.deleteObject(start + key))),
    async *list() {
      let next: string | undefined;
      do {
        const page = await trying(() => client.listObjectsPaged('/', start, 1_000, next));
        if (!page) throw new Error(`There is no bucket ${bucket} at ${new URL(endpoint).host}.`);
        for (const { Key } of page.objects ?? []) yield Key.slice(start.length);
        next = page.nextContinuationToken;
      } while (next);
    },
    link: (key, { name, contentType, disposition, seconds }) =>
      client.getPresignedUrl('GET', start + key, seconds, {
        'response-content-type': contentType,
        'response-content-disposition': `${disposition}; filename="${name}"`,
      }),
  };
}

/** What a server answered, or why none did. */
function answerOf(error: unknown): string {
  const { status, code, message, cause } = error as Error & { status?: number; code?: string };
  if (status !== undefined) return `answered ${status}${code && code !== 'Unknown' ? ` (${code})` : ''}`;
  return `gave no answer: ${cause instanceof Error ? cause.message : message}`;
}

function addressOf(endpoint: string, bucket: string, pathStyle: boolean): string {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}
