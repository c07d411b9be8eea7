import { HTTPError } from 'discord.js';

/** A request whose connection broke, after all retries that are safe. discord.js does not repeat it by itself. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const unsentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const brokenCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']);

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** The request never reached Discord, so it can be sent again. */
export const isUnsent = (error: unknown): boolean => unsentCodes.has(codeOf(error));

/** The connection broke; the request may have reached Discord. */
export const isBroken = (error: unknown): boolean => brokenCodes.has(codeOf(error));

/** The outcome of the request is unknown: a broken connection, a timeout, a 5xx. */
export function isLost(error: unknown): boolean {
  if (error instanceof ConnectionLost || isUnsent(error) || isBroken(error)) return true;
  if (error instanceof HTTPError) return error.status >= 500;
  const { name } = error as { name?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  const code = codeOf(error);
  return typeof code === 'string' && /^(?:UND_ERR_|E[A-Z]{3,})/.test(code); // rarer codes of sockets
}
