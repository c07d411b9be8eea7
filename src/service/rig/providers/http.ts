import { Agent, type Dispatcher, type FormData, request } from 'undici';
import type { z } from 'zod';
import { ProviderFailure } from './provider.js';

const mostModelBytes = 50 * 1024 * 1024;
const mostReplyBytes = 1024 * 1024;
const callTimeoutMs = 30_000;
const downloadTimeoutMs = 120_000;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

type Call<T> = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal: AbortSignal;
  reply: z.ZodType<T>;
};

export type ProviderHttp = {
  /** @throws ProviderFailure */
  call<T>(call: Call<T>): Promise<T>;
  /** A file of at most 50 MB: over https, or over http where the provider itself is on this machine. */
  download(url: string, signal: AbortSignal, headers?: Record<string, string>): Promise<Uint8Array>;
};

/**
 * The HTTP that all providers share: bearer key, time-outs, sizes, and what a status means.
 * @param messageOf reads the provider's own sentence from the body of an error
 */
export function createProviderHttp(deps: {
  baseUrl: string;
  apiKey: string | null;
  messageOf: (body: unknown) => string | null;
  dispatcher?: Dispatcher;
}): ProviderHttp {
  // An agent of this copy of undici: the process-wide one may be another's, which cannot send our forms.
  const { baseUrl, apiKey, messageOf, dispatcher = new Agent() } = deps;
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

  return {
    async call({ method, path, json, form, headers, signal, reply }) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(callTimeoutMs)]);
      const response = await request(`${baseUrl}${path}`, {
        ...{ dispatcher, method, signal: limit },
        headers: {
          ...authorization,
          ...headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(form && { body: form }),
      }).catch((cause) => unreachable(cause, signal));
      const bytes = await readCapped(response.body, mostReplyBytes).catch((cause) =>
        unreachable(cause, signal),
      );
      const body = parse(bytes);
      const { statusCode } = response;
      if (statusCode >= 300) throw failureOf(statusCode, messageOf(body), response.headers['retry-after']);
      const read = reply.safeParse(body);
      if (read.success) return read.data;
      throw new ProviderFailure(
        'unreachable',
        `the reply to ${method} ${path} does not fit: ${read.error.issues[0]?.message}`,
      );
    },

    async download(url, signal, headers = {}) {
      if (!isAllowed(url, baseUrl))
        throw new ProviderFailure('unreachable', 'the model is not on an https address');
      const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]);
      const response = await request(url, { dispatcher, signal: limit, headers }).catch((cause) =>
        unreachable(cause, signal),
      );
      if (response.statusCode !== 200) {
        await response.body.dump();
        throw new ProviderFailure(
          'unreachable',
          `the model could not be fetched: status ${response.statusCode}`,
        );
      }
      return readCapped(response.body, mostModelBytes).catch((cause) => unreachable(cause, signal));
    },
  };
}

function isAllowed(text: string, baseUrl: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const here = loopback.has(new URL(baseUrl).hostname) && loopback.has(url.hostname);
  return url.protocol === 'https:' || (here && url.protocol === 'http:');
}

/** A caller that gave up hears its own reason; everything else was the network. */
function unreachable(cause: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  if (cause instanceof ProviderFailure) throw cause;
  throw new ProviderFailure('unreachable', cause instanceof Error ? cause.message : String(cause), null, {
    cause,
  });
}

function failureOf(
  status: number,
  message: string | null,
  retryAfter: string | string[] | undefined,
): ProviderFailure {
  const said = message ?? `status ${status}`;
  if (status === 429 || status === 503) {
    const seconds = Number(retryAfter);
    return new ProviderFailure('busy', said, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null);
  }
  if (status === 401 || status === 402 || status === 403) return new ProviderFailure('account', said);
  return new ProviderFailure(status >= 500 ? 'unreachable' : 'refused', said);
}

async function readCapped(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > limit) throw new ProviderFailure('refused', 'the file is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
