import { Agent, request } from 'undici';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { refreshSession } from '../contract/auth.js';
import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '../contract/endpoint.js';
import { pathOf } from '../contract/endpoint.js';
import { fromProblem } from '../contract/failure.js';
import { absorb, cookieHeader, type Jar } from './jar.js';

/** What a call needs: only the parts its endpoint has. */
export type Input<E extends Endpoint> = ([keyof Params<E>] extends [never] ? object : { params: Params<E> }) &
  (BodyInput<E> extends undefined ? object : { body: BodyInput<E> }) &
  (QueryInput<E> extends undefined ? object : { query?: QueryInput<E> }) & {
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type Http = {
  /**
   * Calls one endpoint with the jar's cookies.
   * @returns the success reply and the jar after it
   * @throws AppError as the service meant it; `provider_error` when it could not be reached or understood
   */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, jar: Jar): Promise<{ reply: Reply<E>; jar: Jar }>;
  /**
   * Trades the jar for its successor. The cookies of any success count, whatever its body is or whether it arrives:
   * a rotation the service has made must not be lost to a reply that does not fit.
   * @throws AppError with status 401 when the service refuses for good; else nothing is known
   */
  renew(jar: Jar): Promise<Jar>;
  /** A file the service named by an absolute or relative link, at most `maxBytes` long. */
  download(url: string, maxBytes: number): Promise<Uint8Array>;
};

type Parts = {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

const timeoutMs = 30_000;
/** Short, so that a lost reply leaves time to ask again before the service takes it for a replay. */
const renewTimeoutMs = 10_000;
const maxReplyBytes = 8_000_000;

export function createHttp(options: { baseUrl: string; clock: Clock }): Http {
  const { baseUrl, clock } = options;
  const dispatcher = new Agent(); // never the process-wide one, which discord.js' undici shares

  const send = async (endpoint: Endpoint, parts: Parts, jar: Jar) => {
    const cookie = cookieHeader(jar, pathOf(endpoint, parts.params));
    const payload = parts.body ?? (endpoint.method === 'POST' ? {} : undefined);
    const response = await request(new URL(pathOf(endpoint, parts.params, parts.query), baseUrl), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-request-id': newId('req'),
        ...(cookie && { cookie }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(parts.idempotencyKey && { 'idempotency-key': parts.idempotencyKey }),
      },
      body: payload === undefined ? null : JSON.stringify(payload),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher,
      ...(parts.signal && { signal: parts.signal }),
    }).catch((cause) => {
      throw new AppError('provider_error', undefined, { cause });
    });
    const after = absorb(jar, [response.headers['set-cookie'] ?? []].flat(), clock.now());
    const readText = async () => new TextDecoder().decode(await readCapped(response.body, maxReplyBytes));
    return { status: response.statusCode, headers: response.headers, readText, jar: after };
  };

  return {
    async call(endpoint, input, jar) {
      const { status, headers, readText, jar: after } = await send(endpoint, input as Parts, jar);
      const body = parseJson(await readText());
      if (status >= 400 || !(status in endpoint.replies)) {
        throw fromProblem(status, body, [headers['retry-after']].flat()[0]);
      }
      const reply = { status, body: checkBody(endpoint, status, body) } as Reply<typeof endpoint>;
      return { reply, jar: after };
    },
    async renew(jar) {
      const signal = AbortSignal.timeout(renewTimeoutMs);
      const { status, headers, readText, jar: after } = await send(refreshSession, { signal }, jar);
      const text = await readText().catch(() => '');
      if (status >= 200 && status < 300) return after;
      throw fromProblem(status, parseJson(text), [headers['retry-after']].flat()[0]);
    },
    async download(url, maxBytes) {
      const target = new URL(url, baseUrl);
      const response = await request(target, {
        dispatcher,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      }).catch((cause) => {
        throw new AppError('provider_error', undefined, { cause });
      });
      if (response.statusCode !== 200) {
        await response.body.dump();
        throw new AppError('provider_error', undefined, {
          cause: `status ${response.statusCode} for a file`,
        });
      }
      return readCapped(response.body, maxBytes);
    },
  };
}

/** A body of at most `maxBytes`. @throws AppError `too_large` beyond it, `provider_error` when it breaks off */
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
    throw cause instanceof AppError ? cause : new AppError('provider_error', undefined, { cause });
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkBody(endpoint: Endpoint, status: number, body: unknown): unknown {
  const schema = endpoint.replies[status];
  if (!schema) return null;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const cause = `${endpoint.id}: the reply does not fit at "${issue?.path.join('.')}": ${issue?.message}`;
  throw new AppError('provider_error', undefined, { cause });
}
