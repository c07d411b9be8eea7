import { Agent, type Dispatcher, type FormData, request } from 'undici';
import type { z } from 'zod';
import { createOutsideAgent } from './outside.js';
import { type FailureKind, ProviderFailure } from './provider.js';

const mostModelBytes = 50 * 1024 * 1024;
const mostReplyBytes = 1024 * 1024;
const callTimeoutMs = 30_000;
const downloadTimeoutMs = 120_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call<T> = {
  method: Method;
  path: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** In addition to the time limit of 30 seconds. */
  signal?: AbortSignal;
  /** Maximum size of the reply, where it holds a model. Default 1 MB. */
  mostBytes?: number;
  /** Whether a 4xx about the request is the provider's verdict on it. Default for POST. */
  isVerdict?: boolean;
  reply: z.ZodType<T>;
};

export type ProviderHttp = {
  /** @throws ProviderFailure */
  call<T>(call: Call<T>): Promise<T>;
  /**
   * Downloads at most 50 MB: from the provider's own origin at any address, otherwise over https from a public
   * address. Only the provider's own origin gets the key.
   * @throws ProviderFailure `lost` when another link may help
   */
  download(url: string, signal: AbortSignal): Promise<Uint8Array>;
};

/** What a provider says in the body of an error. */
export type ProviderError = { message: string; isAboutContent?: boolean };

/**
 * The HTTP client shared by all providers: key, timeouts, size limits, and the meaning of each status.
 * @param scheme how the key is sent. Default `Bearer`
 * @param errorOf reads the provider's sentence from the body of an error
 * @param own connects to the provider
 * @param outside connects to hosts the provider names
 */
export function createProviderHttp(deps: {
  baseUrl: string;
  apiKey: string | null;
  scheme?: 'Bearer' | 'Key';
  errorOf: (body: unknown) => ProviderError;
  own?: Dispatcher;
  outside?: Dispatcher;
}): ProviderHttp {
  // Agents of this copy of undici: the global one may belong to another version, which cannot send our forms.
  const { baseUrl, apiKey, errorOf, own = new Agent(), outside = createOutsideAgent() } = deps;
  const authorization = apiKey === null ? {} : { authorization: `${deps.scheme ?? 'Bearer'} ${apiKey}` };

  return {
    async call({
      method,
      path,
      json,
      form,
      headers,
      signal,
      reply,
      mostBytes,
      isVerdict = method === 'POST',
    }) {
      const response = await request(`${baseUrl}${path}`, {
        dispatcher: own,
        method,
        signal: within(callTimeoutMs, signal),
        headers: {
          ...authorization,
          ...headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(form && { body: form }),
      }).catch((cause) => unreachable(cause, signal));
      const bytes = await readCapped(
        response.body,
        mostBytes ?? mostReplyBytes,
        mostBytes === undefined ? 'unreachable' : 'oversized',
      ).catch((cause) => unreachable(cause, signal));
      const body = parse(bytes, apiKey);
      const { statusCode } = response;
      if (statusCode >= 300) {
        const retryAfter = [response.headers['retry-after']].flat()[0] ?? null;
        const { message, isAboutContent = false } = errorOf(body);
        const kind = kindOf(statusCode, { isVerdict, hasRetryAfter: retryAfter !== null });
        throw new ProviderFailure(
          kind === 'refused' && isAboutContent ? 'content' : kind,
          message || `status ${statusCode}`,
          retryAfter,
        );
      }
      const read = reply.safeParse(body);
      if (read.success) return read.data;
      const why = errorOf(body).message || read.error.issues[0]?.message;
      throw new ProviderFailure('unreachable', `the reply to ${method} ${path} is not valid: ${why}`);
    },

    async download(url, signal) {
      const target = URL.canParse(url) ? new URL(url) : null;
      const isOwn = target?.origin === new URL(baseUrl).origin;
      if (!isOwn && target?.protocol !== 'https:')
        throw new ProviderFailure('unavailable', 'the model is not on an https address');
      const response = await request(url, {
        dispatcher: isOwn ? own : outside,
        headers: isOwn ? authorization : {},
        signal: within(downloadTimeoutMs, signal),
      }).catch((cause) => unreachable(cause, signal));
      const { statusCode } = response;
      if (statusCode === 200)
        return readCapped(response.body, mostModelBytes, 'oversized').catch((cause) =>
          unreachable(cause, signal),
        );
      // An unread body emits an error when destroyed; without a listener that would crash the process.
      response.body.on('error', () => undefined).destroy();
      const passing = statusCode >= 500 || statusCode === 408 || statusCode === 429;
      throw new ProviderFailure(passing ? 'unreachable' : 'lost', `the model came with status ${statusCode}`);
    },
  };
}

const within = (ms: number, signal?: AbortSignal) =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);

/** A caller that aborted gets its own reason; everything else is a network error. */
function unreachable(cause: unknown, signal?: AbortSignal): never {
  signal?.throwIfAborted();
  if (cause instanceof ProviderFailure) throw cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new ProviderFailure('unreachable', why, null, { cause });
}

const aboutTheRequest = [400, 413, 415, 422];

/**
 * Maps a status of 300 or more to a failure. A 503 without Retry-After may come from a gateway whose server did
 * receive the request.
 */
function kindOf(
  status: number,
  { isVerdict, hasRetryAfter }: { isVerdict: boolean; hasRetryAfter: boolean },
): FailureKind {
  if (status === 429 || (status === 503 && hasRetryAfter)) return 'busy';
  if (status >= 500 || status === 408) return 'unreachable';
  if (isVerdict) return aboutTheRequest.includes(status) ? 'refused' : 'unavailable';
  return [404, 410, ...aboutTheRequest].includes(status) ? 'lost' : 'unavailable';
}

async function readCapped(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  kind: FailureKind,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > limit) throw new ProviderFailure(kind, `more than ${limit} bytes came`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Removes our key if the server repeats it, so that it is neither shown nor logged. */
function parse(bytes: Buffer, apiKey: string | null): unknown {
  const withoutKey = (_: string, value: unknown) =>
    typeof value === 'string' && apiKey !== null ? value.replaceAll(apiKey, '(key)') : value;
  try {
    return bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'), withoutKey);
  } catch {
    return undefined;
  }
}
