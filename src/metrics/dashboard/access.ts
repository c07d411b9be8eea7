import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Clock } from '../../base/clock.js';
import { createRateLimit } from '../../base/rate-limit.js';

const name = 'dashboard';
const longestSeconds = 12 * 60 * 60;
/** Anyone on this machine may try; a token has at least 16 characters. */
const attemptsPerMinute = 10;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Access to the dashboard: the right token gets a cookie, which is valid until this process ends. */
export function createAccess({ token, clock }: { token: string; clock: Clock }) {
  const right = digest(token);
  const session = randomBytes(32).toString('base64url');
  const sessionDigest = digest(session);
  const attempts = createRateLimit({ clock, limit: attemptsPerMinute, windowMs: 60_000 });
  return {
    /**
     * @returns the cookie to set; null for a wrong token
     * @throws AppError `rate_limited`
     */
    enter(given: string): string | null {
      attempts.take('all');
      if (!timingSafeEqual(digest(given), right)) return null;
      return `${name}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${longestSeconds}`;
    },
    admits(cookies: string | undefined): boolean {
      const given = parseCookie(cookies ?? '')[name];
      return given !== undefined && timingSafeEqual(digest(given), sessionDigest);
    },
  };
}
