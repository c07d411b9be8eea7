import { DefaultRestOptions, MessageFlags, type RESTOptions, type ResponseLike } from 'discord.js';
import { type Clock, systemClock } from '../base/clock.js';

type MakeRequest = RESTOptions['makeRequest'];
type Init = Parameters<MakeRequest>[1];

/** A request whose connection broke, after all retries that are safe. discord.js does not repeat it by itself. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const pausesMs = [100, 300, 900];

/** The request never reached Discord. */
const unsent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** It may have reached Discord. */
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']);

const isCallback = (url: string): boolean => /\/interactions\/[^/]+\/[^/]+\/callback(\?|$)/.test(url);

/** Posts that a repeat changes nothing about: opening a direct message, typing, consuming what was bought. */
const repeatablePosts = [/\/users\/@me\/channels$/, /\/typing$/, /\/entitlements\/\d+\/consume$/];

function payloadOf(body: Init['body']): { enforce_nonce?: boolean; flags?: number } {
  const text = typeof body === 'string' ? body : body instanceof FormData ? body.get('payload_json') : null;
  return typeof text === 'string' ? JSON.parse(text) : {};
}

/**
 * Whether sending it twice is the same as once. A follow-up for one member's eyes has no nonce; told twice is better
 * than not at all.
 */
function isRepeatable(url: string, { method = 'GET', body }: Init): boolean {
  if (method !== 'POST') return true;
  const { pathname } = new URL(url);
  if (isCallback(url) || repeatablePosts.some((pattern) => pattern.test(pathname))) return true;
  const { enforce_nonce, flags = 0 } = payloadOf(body);
  return (
    enforce_nonce === true ||
    (/\/webhooks\/\d+\/[^/]+$/.test(pathname) && (flags & MessageFlags.Ephemeral) !== 0)
  );
}

/** With its body read, so that a connection that breaks within it is noticed here. */
async function whole(response: ResponseLike): Promise<ResponseLike> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return answerOf(response.status, response.statusText, response.headers, bytes);
}

const answerOf = (
  status: number,
  statusText: string,
  headers: ResponseLike['headers'],
  bytes: Buffer,
): ResponseLike => ({
  status,
  statusText,
  headers,
  ok: status >= 200 && status < 300,
  body: null,
  bodyUsed: false,
  arrayBuffer: async () => new Uint8Array(bytes).buffer,
  json: async () => JSON.parse(bytes.toString()),
  text: async () => bytes.toString(),
});

const alreadyAcknowledged = 40060;

/** What a repeated request is told about what the first one did: that counts as done. */
async function doneBefore(
  url: string,
  { method }: Init,
  response: ResponseLike,
): Promise<ResponseLike | null> {
  const { headers, status } = response;
  if (method === 'DELETE' && status === 404) return answerOf(204, '', headers, Buffer.from('null'));
  if (!isCallback(url) || status !== 400) return null;
  const { code } = (await response.json()) as { code?: number };
  if (code !== alreadyAcknowledged) return null;
  const id = new URL(url).pathname.split('/').at(-3);
  return answerOf(200, 'OK', headers, Buffer.from(JSON.stringify({ interaction: { id } })));
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/**
 * What every request of discord.js goes through. By itself it repeats ECONNRESET at once, whatever the request does,
 * and gives up where undici says `other side closed`. Here broken connections are retried after a pause where that
 * is safe.
 */
export function createMakeRequest(
  clock: Pick<Clock, 'sleep'> = systemClock,
  make: MakeRequest = DefaultRestOptions.makeRequest as MakeRequest,
): MakeRequest {
  return async (url, init) => {
    const mayRepeat = isRepeatable(url, init);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await whole(await make(url, init));
        return (attempt > 0 && (await doneBefore(url, init, response))) || response;
      } catch (error) {
        const code = codeOf(error);
        if (!unsent.has(code) && !broken.has(code)) throw error;
        const pauseMs = mayRepeat || unsent.has(code) ? pausesMs[attempt] : undefined;
        if (pauseMs === undefined)
          throw new ConnectionLost(`the connection to Discord broke (${init.method ?? 'GET'})`, {
            cause: error,
          });
        await clock.sleep(pauseMs);
      }
    }
  };
}
