/** The last reported state of a rate limit bucket. Times in ms of our own clock. */
export type Bucket = {
  limit: number;
  remaining: number;
  resetAt: number;
  /** When it was reported. */
  saidAt: number;
  /** The longest observed window, ms. */
  windowMs: number;
};

type Headers = { get(name: string): string | null };

/** Reads the `x-ratelimit-*` headers; null when a reply has none. @see https://discord.com/developers/docs/topics/rate-limits */
export function readBucket(headers: Headers, before: Bucket | undefined, now: number): Bucket | null {
  const figure = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  const [limit, remaining, resetAfterMs] = [
    figure('limit'),
    figure('remaining'),
    figure('reset-after') * 1_000,
  ];
  if (![limit, remaining, resetAfterMs].every(Number.isFinite)) return null;
  const windowMs = Math.max(resetAfterMs, before?.limit === limit ? before.windowMs : 0);
  return { limit, remaining, resetAt: now + resetAfterMs, saidAt: now, windowMs };
}

/** Reserves the last requests of a window for the end of an answer until this long before the window ends, ms. */
const longestKeptMs = 500;
/**
 * Front-loads the other requests, more so when there is little new content, because unused requests expire with the
 * window.
 */
const haste = (expected: number, remaining: number): number => Math.min(0.6, (0.15 * expected) / remaining);

/** When an urgent request may go. */
export const nextAt = (bucket: Bucket | undefined, now: number): number =>
  bucket && bucket.remaining <= 0 && bucket.resetAt > now ? bucket.resetAt : now;

/**
 * When a progress update may go. At once while the expected updates fit into the remaining requests; otherwise the
 * remaining requests are spread over the window, with those that an end needs just before its end. All requests are used,
 * and the end of an answer waits at most half a second.
 * @param everyMs the interval between new content
 * @param endEdits requests that the end of the answer may need at once
 */
export function nextSpreadAt(bucket: Bucket | undefined, now: number, everyMs = 0, endEdits = 1): number {
  if (!bucket || bucket.resetAt <= now) return now;
  const { limit, remaining, resetAt, saidAt, windowMs } = bucket;
  if (remaining <= 0) return resetAt;
  const keptMs = Math.min(longestKeptMs, windowMs / limit / 2);
  if (remaining < endEdits) return Math.max(now, resetAt - (keptMs * remaining) / endEdits);
  const lastAt = resetAt - keptMs;
  const free = remaining - endEdits;
  const expected = Math.max(0, lastAt - now) / Math.max(1, everyMs);
  if (free > 0 && expected <= free) return now;
  const pauseMs = (lastAt - saidAt) / (free + 1);
  return Math.max(now, saidAt + (free > 0 ? pauseMs * haste(expected, free + 1) : pauseMs));
}
