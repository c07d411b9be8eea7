import type { FastifyReply } from 'fastify';
import type { Clock, Limits } from '../types.js';
import { createWindows } from './windows.js';

/** Bans senders after too many requests answered with 401, 403 or 429. */
export type Bans = {
  isBanned(sender: string): boolean;
  /** Counts an answer; a 429 with scope `shared` does not count. */
  count(sender: string, status: number, scope: unknown): void;
};

const TEN_MINUTES = 10 * 60_000;

/**
 * Discord bans the IP address. All bots share one address here, so the ban applies to a token, valid or not.
 * @see https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
export function createBans(clock: Clock, limits: Limits): Bans {
  const windows = createWindows(clock);
  const until = new Map<string, number>();
  const rule = { size: limits.invalidRequests, windowMs: TEN_MINUTES };
  return {
    isBanned(sender) {
      if (until.size === 0) return false;
      const end = until.get(sender);
      if (end === undefined) return false;
      if (clock.now() < end) return true;
      until.delete(sender);
      return false;
    },
    count(sender, status, scope) {
      if (status !== 401 && status !== 403 && (status !== 429 || scope === 'shared')) return;
      if (!windows.take(sender, rule)) until.set(sender, clock.now() + limits.banMs);
    },
  };
}

/** Sends the HTML page of Discord's proxy, which has no retry time. */
export function sendBan(reply: FastifyReply): void {
  reply
    .status(429)
    .header('server', 'cloudflare')
    .type('text/html; charset=UTF-8')
    .send(
      '<!doctype html><html><head><title>Access denied | discord.com used Cloudflare to restrict access</title>' +
        '</head><body><h1>Error 1015</h1><p>You are being rate limited</p></body></html>',
    );
}
