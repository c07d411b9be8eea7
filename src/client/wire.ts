import { Agent, request } from 'undici';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { absorb, cookieHeader, type Jar } from './jar.js';

/** One request as it goes out. `path` with its query. */
export type Outgoing = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** One reply as it came in, with the jar after it. `body` is JSON, else the text, else undefined. */
export type Incoming = {
  status: number;
  retryAfter: string | undefined;
  isHtml: boolean;
  body: unknown;
  jar: Jar;
};

export type Wire = {
  /** @throws AppError `provider_unreachable` when no reply came, `too_large` */
  send(outgoing: Outgoing, jar: Jar): Promise<Incoming>;
  /** As `send`, but a reply whose body never arrives still counts, for its cookies. */
  sendForCookies(outgoing: Outgoing, jar: Jar): Promise<Incoming>;
  download(url: string, maxBytes: number): Promise<Uint8Array>;
};

const timeoutMs = 30_000;
const maxReplyBytes = 8_000_000;
const mostRedirects = 2;

export const unreachable = (cause: unknown) => new AppError('provider_unreachable', undefined, { cause });

export function createWire({ baseUrl, clock }: { baseUrl: string; clock: Clock }): Wire {
  const dispatcher = new Agent(); // never the process-wide one, which discord.js' undici shares

  const ask = async ({ method, path, body, idempotencyKey, signal }: Outgoing, jar: Jar) => {
    const cookie = cookieHeader(jar, path.split('?', 1)[0] ?? path);
    const payload = body ?? (method === 'POST' ? {} : undefined);
    const response = await request(new URL(path, baseUrl), {
      method,
      headers: {
        accept: 'application/json',
        'x-request-id': newId('req'),
        ...(cookie && { cookie }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: payload === undefined ? null : JSON.stringify(payload),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher,
      ...(signal && { signal }),
    }).catch((cause) => {
      throw unreachable(cause);
    });
    return { response, jar: absorb(jar, [response.headers['set-cookie'] ?? []].flat(), clock.now()) };
  };

  /** Frameworks redirect to a path with or without its last slash; only within the service, and repeating the method. */
  const redirectOf = (
    { method, path }: Outgoing,
    status: number,
    location: string | undefined,
  ): string | null => {
    const isSame =
      status === 307 || status === 308 || (method === 'GET' && (status === 301 || status === 302));
    if (!isSame || location === undefined) return null;
    const from = new URL(path, baseUrl);
    const to = new URL(location, from);
    return to.origin === from.origin ? `${to.pathname}${to.search}` : null;
  };

  const exchange = async (
    outgoing: Outgoing,
    jar: Jar,
    needsBody: boolean,
    redirects = 0,
  ): Promise<Incoming> => {
    const { response, jar: after } = await ask(outgoing, jar);
    const { statusCode: status, headers } = response;
    const [location] = [headers.location].flat();
    const path = redirects < mostRedirects ? redirectOf(outgoing, status, location) : null;
    if (path !== null) {
      await response.body.dump().catch(() => undefined);
      return exchange({ ...outgoing, path }, after, needsBody, redirects + 1);
    }
    const read = readCapped(response.body, maxReplyBytes).then((bytes) => new TextDecoder().decode(bytes));
    const text = needsBody ? await read : await read.catch(() => '');
    const [type = ''] = [headers['content-type']].flat();
    const isHtml = /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text);
    const [retryAfter] = [headers['retry-after']].flat();
    return { status, retryAfter, isHtml, body: parseBody(text, isHtml), jar: after };
  };

  return {
    send: (outgoing, jar) => exchange(outgoing, jar, true),
    sendForCookies: (outgoing, jar) => exchange(outgoing, jar, false),
    async download(url, maxBytes) {
      const options = { dispatcher, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      const response = await request(new URL(url, baseUrl), options).catch((cause) => {
        throw unreachable(cause);
      });
      if (response.statusCode === 200) return readCapped(response.body, maxBytes);
      await response.body.dump();
      const code = response.statusCode < 500 ? 'not_found' : 'provider_error';
      throw new AppError(code, undefined, { cause: `status ${response.statusCode} for a file` });
    },
  };
}

/** A body of at most `maxBytes`. @throws AppError `too_large` beyond it, `provider_unreachable` when it breaks off */
export async function readCapped(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('too_large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreachable(cause);
  }
  return Buffer.concat(chunks);
}

function parseBody(text: string, isHtml: boolean): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return isHtml ? undefined : text;
  }
}
