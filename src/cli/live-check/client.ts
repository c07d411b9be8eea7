import type { Clock } from '../../base/clock.js';

/** The reply to a request; `body` is its JSON, or its text. */
export type Answer = { status: number; headers: Headers; body: unknown };

export type Call = { method: string; path: string; body?: unknown; token?: string };

/** Requests to Discord's API without a library between the check and what Discord says. */
export type RestClient = {
  /** Waits for the limits of its route, and repeats requests refused with 429. */
  request(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends one request at once, whatever the limits. */
  send(call: Call): Promise<Answer>;
};

const mostRepeats = 5;

/** Requests of one route share a limit; ids other than that of the channel or server do not matter. */
const routeOf = (method: string, path: string): string =>
  `${method} ${path.split('?')[0]?.replace(/(?<!^\/(?:channels|guilds))\/\d{15,}/g, '/:id')}`;

/** @param api without the version, for example `https://discord.com/api` */
export function createRestClient({
  api,
  token,
  clock,
}: {
  api: string;
  token: string;
  clock: Clock;
}): RestClient {
  const freeAt = new Map<string, number>();

  const send = async ({ method, path, body, token: own = token }: Call): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const content =
      body === undefined ? undefined : isForm ? body : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${api}/v10${path}`, {
      method,
      headers: {
        authorization: `Bot ${own}`,
        'user-agent': 'DiscordBot (https://github.com/rigsmith, live-check)',
        ...(content !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: content }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text || null,
    };
  };

  const note = (route: string, { headers, status, body }: Answer): void => {
    const isEmpty = headers.get('x-ratelimit-remaining') === '0' || status === 429;
    const stated = status === 429 ? (body as { retry_after?: number } | null)?.retry_after : null;
    const seconds = Number(
      stated ?? headers.get('x-ratelimit-reset-after') ?? headers.get('retry-after') ?? 0,
    );
    if (isEmpty) freeAt.set(route, clock.now() + Math.ceil(seconds * 1_000) + 50);
  };

  return {
    async send(call) {
      const answer = await send(call);
      note(routeOf(call.method, call.path), answer);
      return answer;
    },
    async request(method, path, body) {
      const route = routeOf(method, path);
      for (let repeats = 0; ; repeats += 1) {
        const wait = (freeAt.get(route) ?? 0) - clock.now();
        if (wait > 0) await clock.sleep(wait);
        const answer = await send({ method, path, body });
        note(route, answer);
        if (answer.status !== 429 || repeats >= mostRepeats) return answer;
      }
    },
  };
}
