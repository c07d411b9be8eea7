import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Clock, Limits, RouteLimit } from '../types.js';
import { createWindows, type Window } from './windows.js';

export type RateLimitScope = 'user' | 'global' | 'shared';

/** The rate-limit result of a request: the headers of its bucket, and how long to wait when it is refused. */
type Verdict = {
  headers: Record<string, string>;
  refused: { scope: RateLimitScope; retryAfterMs: number } | null;
};

/**
 * The bucket of one route.
 * @param resource the channel, guild or webhook; each is counted separately
 * @param botId the bot to count for; absent for interaction routes, which are exempt from the global limit
 */
export type RateBucket = (resource: string, botId: string | undefined) => Verdict;

/**
 * Discord's rate limits: one bucket per route and main resource, and one global limit per bot.
 * @see https://discord.com/developers/docs/topics/rate-limits
 */
export type Limiter = { bucketOf(route: string): RateBucket };

const SECOND = 1_000;

export function createLimiter(clock: Clock, limits: Limits): Limiter {
  const everything = createWindows(clock);
  return {
    bucketOf(route) {
      const usual: RouteLimit = { size: limits.bucketSize, windowMs: limits.bucketWindowMs };
      const { size, windowMs, shared = false } = limits.routes[route] ?? usual;
      const windows = createWindows(clock);
      const id = createHash('md5').update(route).digest('hex');
      return (resource, botId): Verdict => {
        const all = botId === undefined ? undefined : everything.of(botId, SECOND);
        if (all && all.used >= limits.globalPerSecond) {
          return { headers: {}, refused: { scope: 'global', retryAfterMs: leftOf(all, clock.now()) } };
        }
        const mine = windows.of(shared ? resource : `${resource} ${botId}`, windowMs);
        const isFull = mine.used >= size;
        if (!isFull) {
          mine.used += 1;
          if (all) all.used += 1;
        }
        const leftMs = leftOf(mine, clock.now());
        return {
          headers: {
            'x-ratelimit-limit': String(size),
            'x-ratelimit-remaining': String(size - mine.used),
            'x-ratelimit-reset': ((mine.startedAt + windowMs) / SECOND).toFixed(3),
            'x-ratelimit-reset-after': (leftMs / SECOND).toFixed(3),
            'x-ratelimit-bucket': id,
          },
          refused: isFull ? { scope: shared ? 'shared' : 'user', retryAfterMs: leftMs } : null,
        };
      };
    },
  };
}

const leftOf = ({ startedAt, lengthMs }: Window, now: number): number =>
  Math.max(1, startedAt + lengthMs - now);

/** Sends the 429. The caller has already set the headers of the bucket, if any. */
export function sendRateLimit(
  reply: FastifyReply,
  { scope, retryAfterMs }: { scope: RateLimitScope; retryAfterMs: number },
): void {
  const global = scope === 'global';
  reply
    .status(429)
    .header('retry-after', String(Math.ceil(retryAfterMs / SECOND)))
    .header('x-ratelimit-scope', scope);
  if (global) reply.header('x-ratelimit-global', 'true');
  const message = scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.';
  reply.send({ message, retry_after: retryAfterMs / SECOND, global });
}
