import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Clock, Limits } from '../types.js';

type Window = { startedAt: number; used: number };

type Verdict = { headers: Record<string, string>; retryAfterMs: number | null; global: boolean };

/**
 * Discord's rate limits: a bucket a route and main resource, and one limit a bot over all.
 * @see https://discord.com/developers/docs/topics/rate-limits
 */
export type Limiter = {
  /** @param bucket route template and main resource; @param owner the token the global limit counts for, if any */
  take(bucket: string, owner: string | undefined): Verdict;
};

const SECOND = 1_000;

export type RateLimitScope = 'user' | 'global' | 'shared';

/** The 429 itself; bucket headers are set already where there is a bucket. */
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

export function createLimiter(clock: Clock, limits: Limits): Limiter {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, lengthMs: number): Window => {
    const now = clock.now();
    const known = windows.get(key);
    if (known && now - known.startedAt < lengthMs && now >= known.startedAt) return known;
    if (windows.size > 10_000) windows.clear();
    const fresh = { startedAt: now, used: 0 };
    windows.set(key, fresh);
    return fresh;
  };

  return {
    take(bucket, owner) {
      const mine = windowOf(`bucket:${owner ?? ''}:${bucket}`, limits.bucketWindowMs);
      const all = owner === undefined ? undefined : windowOf(`global:${owner}`, SECOND);
      const global = all !== undefined && all.used >= limits.globalPerSecond;
      const refused = global || mine.used >= limits.bucketSize;
      if (!refused) {
        mine.used += 1;
        if (all) all.used += 1;
      }
      const blocking = global ? all : mine;
      const endsAt = blocking.startedAt + (global ? SECOND : limits.bucketWindowMs);
      const retryAfterMs = refused ? Math.max(1, endsAt - clock.now()) : null;
      return {
        headers: headersOf(bucket, mine, limits, clock.now()),
        retryAfterMs,
        global,
      };
    },
  };
}

function headersOf(bucket: string, window: Window, limits: Limits, now: number): Record<string, string> {
  const resetAt = window.startedAt + limits.bucketWindowMs;
  return {
    'x-ratelimit-limit': String(limits.bucketSize),
    'x-ratelimit-remaining': String(Math.max(0, limits.bucketSize - window.used)),
    'x-ratelimit-reset': (resetAt / SECOND).toFixed(3),
    'x-ratelimit-reset-after': (Math.max(0, resetAt - now) / SECOND).toFixed(3),
    'x-ratelimit-bucket': createHash('md5').update(bucket.split(' ', 2).join(' ')).digest('hex'),
  };
}
