import { isAppError } from '../../base/errors.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';

type Pace = {
  soonestMs: number;
  /** The interval grows with the age of the purchase: age / `part`, 30 by default. */
  part?: number;
  slowestMs: number;
};

const hourMs = 3_600_000;
/** Poll intervals by status. */
const paces: Record<IntentStatus, Pace> = {
  requires_payment: { soonestMs: 2_000, slowestMs: 15_000 },
  processing: { soonestMs: 1_000, slowestMs: 15_000 },
  partially_paid: { soonestMs: 2_000, slowestMs: 15_000 },
  expired: { soonestMs: 5_000, slowestMs: hourMs },
  canceled: { soonestMs: 2_000, slowestMs: hourMs }, // a payment may still arrive
  requires_review: { soonestMs: 15_000, slowestMs: hourMs },
  succeeded: { soonestMs: 4_000, part: 10, slowestMs: 6 * hourMs }, // it may be paid again
  refunded: { soonestMs: 4_000, part: 10, slowestMs: 6 * hourMs }, // it may be paid again
};
const lateFundsMs = 30 * 24 * hourMs;

/** The shortest interval while the service pushes changes and polling is only a fallback. */
const pushedSoonestMs = 10_000;

/** How long the service takes to expire an offer. */
const endingMs = 2_000;

/**
 * When to poll an intent again: less often as it ages, but right after it expires; null after 30 days. Times in ms.
 * @param isPushed the service pushes changes at the moment
 */
export function nextCheckAt(intent: Intent, now: number, isPushed = false): number | null {
  const { status, created_at, expires_at } = intent;
  const pace = paces[status];
  const age = now - Date.parse(created_at);
  if (age > lateFundsMs) return null;
  const soonestMs = isPushed ? Math.max(pace.soonestMs, pushedSoonestMs) : pace.soonestMs;
  const at = now + Math.round(Math.max(soonestMs, Math.min(age / (pace.part ?? 30), pace.slowestMs)));
  if (status !== 'requires_payment') return at;
  return Math.min(at, Math.max(now, Date.parse(expires_at)) + endingMs);
}

/** How long to wait after a failed poll, ms: honours Retry-After, and waits longer for a signed-out member. */
export function pauseAfter(failure: unknown): number {
  if (isAppError(failure, 'rate_limited')) return (failure.context.retryAfter ?? 5) * 1_000;
  return isAppError(failure) && failure.status === 401 ? 60_000 : 5_000;
}
