import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kind } from './kinds.js';

/** A way in which Discord, or the network before it, fails a request. */
export type Failure = {
  name: string;
  /** Nothing comes back for so long that a campaign asks for it once only. */
  isSlow?: boolean;
  /** Discord means it: the member is told within about a minute. Anything else is tried again until it works. */
  isRefusal?: boolean;
  /** Discord reports the card as deleted, so it is no longer updated. */
  isGone?: boolean;
  /** @returns the status sent, or null without an answer */
  answer(request: IncomingMessage, response: ServerResponse, kind: Kind): number | null;
};

/** Longer than discord.js waits for an answer. */
const silenceMs = 20_000;
const retryAfterS = 0.5;

const refuse =
  (status: number, body: (kind: Kind) => object, headers: Record<string, string> = {}): Failure['answer'] =>
  (request, response, kind) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body(kind)));
    return status;
  };

export const refusedWith = (code: number): Failure => ({
  name: String(code),
  isRefusal: true,
  answer: refuse(403, () => ({ message: 'Refused', code })),
});

export const failures: readonly Failure[] = [
  {
    name: '403',
    isRefusal: true,
    answer: refuse(403, () => ({ message: 'Missing Permissions', code: 50013 })),
  },
  { name: '404', isRefusal: true, isGone: true, answer: refuse(404, ({ missing }) => missing) },
  {
    name: '429',
    answer: refuse(
      429,
      () => ({ message: 'You are being rate limited.', retry_after: retryAfterS, global: false }),
      { 'retry-after': '1', 'x-ratelimit-scope': 'user', via: '1.1 local' },
    ),
  },
  { name: '500', answer: refuse(500, () => ({ message: '500: Internal Server Error', code: 0 })) },
  {
    name: 'reset',
    answer(request) {
      request.socket.destroy();
      return null;
    },
  },
  {
    name: 'silence',
    isSlow: true,
    answer(request) {
      const { socket } = request;
      request.resume();
      setTimeout(() => socket.destroy(), silenceMs).unref();
      return null;
    },
  },
];

/** Seems to be done and is not: so a bot would behave that takes a refusal for done, which must be found. */
export const pretended: Failure = {
  name: 'pretended',
  isRefusal: true,
  answer: refuse(200, () => ({ id: '1' })),
};
