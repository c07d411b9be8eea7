import type { Clock } from '../base/clock.js';

/**
 * How many requests one node accepts, learned from its refusals (HTTP 429). Unlimited until the first refusal.
 * After one, the limit is slightly below what the node accepted, and grows by a fifth for every 30 s without
 * another refusal.
 */
export type Budget = {
  /** Counts a request that is sent now. */
  spend(): void;
  /** The node answered 429. @param retryAfterMs from its `Retry-After` header; 0 without one */
  refused(retryAfterMs: number): void;
  /** Requests that background work may send now; a quarter of the limit is reserved for members who wait. */
  room(): number;
};

const WINDOW_MS = 10_000;
/** A node that refuses everything for a while is down; that says nothing about its limit. */
const LEAST = 20;
/** Above this the limit is dropped. */
const MOST = 1_000;
const GROWS_EVERY_MS = 30_000;
const BACKGROUND_SHARE = 0.75;
/** Used without `Retry-After`. */
const DEFAULT_REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

export function createBudget(clock: Clock): Budget {
  let sent: number[] = [];
  let learned = Number.POSITIVE_INFINITY;
  let refusedAt = 0;
  let restsUntil = 0;

  const recent = (): number => {
    const since = clock.now() - WINDOW_MS;
    const first = sent.findIndex((at) => at > since);
    sent = first < 0 ? [] : sent.slice(first);
    return sent.length;
  };
  const limit = (): number => {
    const grown = learned * 1.2 ** Math.floor((clock.now() - refusedAt) / GROWS_EVERY_MS);
    return grown > MOST ? Number.POSITIVE_INFINITY : grown;
  };

  return {
    spend() {
      if (sent.length >= 2 * MOST) sent = sent.slice(MOST); // only counted once a limit is being learned
      sent.push(clock.now());
    },
    refused(retryAfterMs) {
      learned = Math.max(LEAST, Math.floor(Math.min(limit(), recent()) * 0.9));
      refusedAt = clock.now();
      restsUntil = refusedAt + Math.min(LONGEST_REST_MS, retryAfterMs || DEFAULT_REST_MS);
    },
    room() {
      if (clock.now() < restsUntil) return 0;
      const allowed = limit() * BACKGROUND_SHARE;
      return Number.isFinite(allowed) ? Math.max(0, Math.floor(allowed) - recent()) : allowed;
    },
  };
}
