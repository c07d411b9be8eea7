import type { RESTOptions } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';

type MakeRequest = RESTOptions['makeRequest'];

const repeatMs = 60_000;
const waitSeconds = 60;

/** Detects replies by Cloudflare, the edge in front of Discord's API. */
export type Edge = {
  /** For the REST options of discord.js. */
  makeRequest: MakeRequest;
  /** What the operator must do about a web page that came within the last minute, or null. */
  problem(): string | null;
};

/**
 * Discord's API replies in JSON. A 403 or 429 with a web page comes from the edge, which bans IP addresses (error 1015).
 * discord.js cannot parse such a page, and retries a 429 without `Retry-After` immediately and forever, which prolongs
 * the ban. So this turns the page into an ordinary error, or into a global rate limit of one minute.
 */
export function createEdge({ clock, log, make }: { clock: Clock; log: Log; make: MakeRequest }): Edge {
  let seen: { at: number; sentence: string } | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const report = (fields: { status: number; ray: string | null }, code: string | null): string => {
    const now = clock.now();
    const sentence = bannedSentence(fields.status, code);
    seen = { at: now, sentence };
    if (now - loggedAt >= repeatMs) {
      loggedAt = now;
      log.error(fields, sentence);
    }
    return sentence;
  };

  return {
    async makeRequest(url, init) {
      const response = await make(url, init);
      const { status, headers } = response;
      const isPage = headers.get('content-type')?.includes('text/html');
      if (!isPage || (status !== 403 && status !== 429)) return response;
      const page = await response.text();
      const code = /error(?: code)?:? *(1\d{3})/i.exec(page)?.[1] ?? null;
      const message = report({ status, ray: headers.get('cf-ray') }, code);
      return replacement(status, message, headers.get('retry-after'));
    },
    problem: () => (seen && clock.now() - seen.at <= repeatMs ? seen.sentence : null),
  };
}

const bannedSentence = (status: number, code: string | null): string =>
  `Discord's edge (Cloudflare) refuses this machine's address: it answered ${status} with a web page${code ? ` (error ${code})` : ''}. Stop what sends too many requests from this address and wait an hour without restarting, or use another address.`;

function replacement(status: number, message: string, retryAfter: string | null) {
  const headers = {
    'content-type': 'application/json',
    ...(status === 429 && {
      'retry-after': retryAfter ?? String(waitSeconds),
      'x-ratelimit-global': 'true',
    }),
  };
  const response = new Response(JSON.stringify({ message, code: 0 }), { status, headers });
  return response as unknown as Awaited<ReturnType<MakeRequest>>;
}
