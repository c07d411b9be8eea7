import { DefaultRestOptions, MessageFlags, type RESTOptions, type ResponseLike } from 'discord.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { ConnectionLost, isBroken, isUnsent } from './lost-connection.js';

type MakeRequest = RESTOptions['makeRequest'];
type Init = Parameters<MakeRequest>[1];

const pausesMs = [100, 300, 900];

const isCallback = (url: string): boolean => /\/interactions\/[^/]+\/[^/]+\/callback(\?|$)/.test(url);

/** Idempotent posts: opening a direct message, typing, consuming an entitlement. */
const repeatablePosts = [/\/users\/@me\/channels$/, /\/typing$/, /\/entitlements\/\d+\/consume$/];

function payloadOf(body: Init['body']): { enforce_nonce?: boolean; flags?: number } {
  const text = typeof body === 'string' ? body : body instanceof FormData ? body.get('payload_json') : null;
  return typeof text === 'string' ? JSON.parse(text) : {};
}

/**
 * Whether the request is safe to repeat. An ephemeral follow-up has no nonce, but a duplicate is better than none.
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

/** Recognizes errors which mean that the first attempt of a repeated request succeeded. @returns a reply of success */
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

/**
 * Makes every request of discord.js. By default, discord.js repeats any request after ECONNRESET without a pause, and
 * gives up when undici reports `other side closed`. This retries requests that are safe to repeat, after a pause.
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
        if (!isUnsent(error) && !isBroken(error)) throw error;
        const pauseMs = mayRepeat || isUnsent(error) ? pausesMs[attempt] : undefined;
        if (pauseMs === undefined)
          throw new ConnectionLost(`the connection to Discord broke (${init.method ?? 'GET'})`, {
            cause: error,
          });
        await clock.sleep(pauseMs);
      }
    }
  };
}
