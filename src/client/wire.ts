import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { currentRequestId } from '../base/request-id.js';
import { parseJson } from '../contract/read/index.js';
import { voucherHeader } from '../contract/voucher.js';
import { absorb, cookieHeader, type Jar } from './jar.js';

/** One request; `path` includes the query. */
export type Outgoing = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  voucher?: string;
  signal?: AbortSignal;
};

/** One reply with the updated jar. `body` is parsed JSON, else text, else undefined. */
export type Incoming = {
  status: number;
  retryAfter: string | undefined;
  isHtml: boolean;
  body: unknown;
  /** The path of the `Location` header, where it is within the service. */
  location: string | null;
  jar: Jar;
};

export type Wire = {
  /** @throws AppError `provider_unreachable` without a reply, `too_large` */
  send(outgoing: Outgoing, jar: Jar): Promise<Incoming>;
  /** Like `send`, but a reply whose body never arrives still counts because of its cookies. */
  sendForCookies(outgoing: Outgoing, jar: Jar): Promise<Incoming>;
  download(url: string, maxBytes: number): Promise<Uint8Array>;
};

const timeoutMs = 30_000;
const maxReplyBytes = 8_000_000;
const mostRedirects = 2;

export const unreachable = (cause: unknown) => new AppError('provider_unreachable', undefined, { cause });

export function createWire({ baseUrl, clock }: { baseUrl: string; clock: Clock }): Wire {
  const dispatcher = new Agent(); // not the global one, which discord.js shares
  const { origin } = new URL(baseUrl);

  const ask = async ({ method, path, body, idempotencyKey, voucher, signal }: Outgoing, jar: Jar) => {
    const cookie = cookieHeader(jar, path.split('?', 1)[0] ?? path);
    const payload = body ?? (method === 'POST' ? {} : undefined);
    const options: Dispatcher.RequestOptions = {
      origin,
      path,
      method,
      headers: {
        accept: 'application/json',
        'x-request-id': currentRequestId() ?? newId('req'),
        ...(cookie && { cookie }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(voucher && { [voucherHeader]: voucher }),
      },
      body: payload === undefined ? null : JSON.stringify(payload),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(signal && { signal }),
    };
    const response = await dispatcher.request(options).catch(failUnreachable);
    return { response, jar: absorb(jar, [response.headers['set-cookie'] ?? []].flat(), clock.now()) };
  };

  /** Frameworks redirect to add or remove a trailing slash; followed within the service only, with the same method. */
  const isRedirect = ({ method }: Outgoing, status: number): boolean =>
    status === 307 || status === 308 || (method === 'GET' && (status === 301 || status === 302));

  const withinService = (path: string, location: string | undefined): string | null => {
    if (location === undefined) return null;
    const from = new URL(path, baseUrl);
    const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
    return to?.origin === from.origin ? `${to.pathname}${to.search}` : null;
  };

  const exchange = async (
    outgoing: Outgoing,
    jar: Jar,
    needsBody: boolean,
    redirects = 0,
  ): Promise<Incoming> => {
    const { response, jar: after } = await ask(outgoing, jar);
    const { statusCode: status, headers } = response;
    const location = withinService(outgoing.path, [headers.location].flat()[0]);
    if (location !== null && redirects < mostRedirects && isRedirect(outgoing, status)) {
      await response.body.dump().catch(() => undefined);
      return exchange({ ...outgoing, path: location }, after, needsBody, redirects + 1);
    }
    const read = readText(response);
    const text = needsBody ? await read : await read.catch(() => '');
    const [type = ''] = [headers['content-type']].flat();
    const isHtml = /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text);
    const [retryAfter] = [headers['retry-after']].flat();
    return { status, retryAfter, isHtml, body: parseBody(text, isHtml), location, jar: after };
  };

  return {
    send: (outgoing, jar) => exchange(outgoing, jar, true),
    sendForCookies: (outgoing, jar) => exchange(outgoing, jar, false),
    async download(url, maxBytes) {
      const options = { dispatcher, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      let address = new URL(url, baseUrl);
      let response = await request(address, options).catch(failUnreachable);
      // Services keep files in buckets and redirect to them.
      for (let redirects = 0; redirects < mostRedirects && isMoved(response.statusCode); redirects += 1) {
        const [location = ''] = [response.headers.location].flat();
        await response.body.dump();
        if (!URL.canParse(location, address.href)) break;
        address = new URL(location, address);
        response = await request(address, options).catch(failUnreachable);
      }
      if (response.statusCode === 200) return readCapped(response.body, maxBytes);
      await response.body.dump();
      const code = response.statusCode < 500 ? 'not_found' : 'provider_error';
      throw new AppError(code, undefined, { cause: `status ${response.statusCode} for a file` });
    },
  };
}

/** A reply that names its length needs no count of what has arrived. */
async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (Number(headers['content-length']) <= maxReplyBytes) return body.text().catch(failUnreachable);
  return new TextDecoder().decode(await readCapped(body, maxReplyBytes));
}

const failUnreachable = (cause: unknown): never => {
  throw unreachable(cause);
};
const isMoved = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Reads at most `maxBytes`. @throws AppError `too_large` above that, `provider_unreachable` when the body is cut off */
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
  const value = parseJson(text);
  return value === undefined && !isHtml ? text : value;
}
