import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/base/clock.js';

/** What counts towards the limit, and whether batches are answered. */
export type Counting = 'requests' | 'questions' | 'no batches';

export type LimitedNode = {
  url: string;
  /** Requests that were answered, and requests that were refused with 429. */
  counts(): { answered: number; refused: number };
  close(): Promise<void>;
};

const WINDOW_MS = 10_000;
/** How long an answer takes, so that a manual clock does not fit a whole window of requests into one moment. */
const ANSWER_MS = 200;

/** A public Solana node in front of another: a number of requests in ten seconds, then 429 with Retry-After. */
export async function startLimitedNode(
  behind: string,
  { clock, limit, counting }: { clock: Clock; limit: number; counting: Counting },
): Promise<LimitedNode> {
  let taken: number[] = [];
  let answered = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked: unknown = JSON.parse(body);
    const cost = Array.isArray(asked) && counting === 'questions' ? asked.length : 1;
    taken = taken.filter((at) => at > clock.now() - WINDOW_MS);
    if (taken.length + cost > limit) {
      refused += 1;
      const freeInMs = (taken[0] ?? clock.now()) + WINDOW_MS - clock.now();
      return void response.writeHead(429, { 'retry-after': String(Math.ceil(freeInMs / 1_000)) }).end();
    }
    taken.push(...Array.from({ length: cost }, () => clock.now()));
    if (Array.isArray(asked) && counting === 'no batches') return void response.writeHead(400).end();
    answered += 1;
    await clock.sleep(ANSWER_MS);
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(behind, { method: 'POST', body, headers });
    response.writeHead(reply.status, headers).end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ answered, refused }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
