import { type Dispatcher, request } from 'undici';
import { AppError } from '../../base/errors.js';
import { maxSourceBytes, type SourceKind, tooLarge } from './sniff.js';

/**
 * Downloads a picture or model a member linked to.
 * @throws AppError `invalid_request`, `too_large` or `provider_error`
 */
export type Download = (url: string, kind: SourceKind) => Promise<Uint8Array>;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Downloads only from hosts the operator allows, over https (plain http only on loopback), without redirects and
 * with a size limit: a member's link must not make the service read anything else.
 * @param hosts exact host names, with the port where it is not the default
 */
export function createDownload(deps: {
  hosts: readonly string[];
  dispatcher?: Dispatcher;
  timeoutMs?: number;
}): Download {
  const { hosts, dispatcher, timeoutMs = 10_000 } = deps;
  return async (text, kind) => {
    const url = allowedUrl(text, hosts);
    const signal = AbortSignal.timeout(timeoutMs);
    const unreachable = (cause: unknown) =>
      new AppError('provider_error', `We couldn't download that ${kind}. Attach the file instead.`, {
        cause,
      });
    try {
      const { statusCode, body } = await request(url, { signal, ...(dispatcher && { dispatcher }) });
      if (statusCode === 200) return await readCapped(body, kind);
      // An unread body emits an error when destroyed; without a listener that would crash the process.
      body.on('error', () => undefined).destroy();
      throw unreachable(`status ${statusCode}`);
    } catch (error) {
      throw error instanceof AppError ? error : unreachable(error);
    }
  };
}

function allowedUrl(text: string, hosts: readonly string[]): URL {
  const url = new URL(text);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
  if (secure && !url.username && !url.password && hosts.includes(url.host)) return url;
  throw new AppError('invalid_request', 'We only download files from Discord. Attach the file instead.', {
    context: { errors: [{ path: 'url', message: 'is not on a host files may come from' }] },
  });
}

async function readCapped(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  kind: SourceKind,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxSourceBytes[kind]) throw tooLarge(kind);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
