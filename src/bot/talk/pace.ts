/** What Discord last said of one bucket. Times in ms of our own clock. */
export type Bucket = {
  limit: number;
  remaining: number;
  resetAt: number;
  /** When that was said. */
  saidAt: number;
  /** Its whole length, as far as it was seen. */
  windowMs: number;
};

type Headers = { get(name: string): string | null };

/** Reads `x-ratelimit-*`; null where an answer has none. @see https://discord.com/developers/docs/topics/rate-limits */
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

/** The last place of a window is kept for an end until the window itself is this near to its own. */
const longestKeptMs = 500;
/**
 * Places before it go sooner than evenly, the more so the less there is to show: what is left when nothing more comes
 * is lost.
 */
const haste = (expected: number, remaining: number): number => Math.min(0.6, (0.15 * expected) / remaining);

/** When a request that cannot wait may go. */
export const nextAt = (bucket: Bucket | undefined, now: number): number =>
  bucket && bucket.remaining <= 0 && bucket.resetAt > now ? bucket.resetAt : now;

/**
 * When one may go that only shows how far something got. While what is expected fits into what remains, at once; else
 * what remains is spread over the window so that its last place goes just before the end. All places are used, and
 * whatever ends meanwhile finds one, or waits half a second.
 * @param everyMs how often there is something new to show
 */
export function nextSpreadAt(bucket: Bucket | undefined, now: number, everyMs = 0): number {
  if (!bucket || bucket.resetAt <= now) return now;
  const { limit, remaining, resetAt, saidAt, windowMs } = bucket;
  if (remaining <= 0) return resetAt;
  const lastAt = resetAt - Math.min(longestKeptMs, windowMs / limit / 2);
  const expected = Math.max(0, lastAt - now) / Math.max(1, everyMs);
  if (remaining > 1 && expected <= remaining - 1) return now;
  const pauseMs = (lastAt - saidAt) / remaining;
  return Math.max(now, saidAt + (remaining > 1 ? pauseMs * haste(expected, remaining) : pauseMs));
}
