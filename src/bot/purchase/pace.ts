import { isAppError } from '../../base/errors.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';

type Pace = {
  soonestMs: number;
  /** The pause grows with the age of the purchase: a thirtieth of it, or whatever part is named. */
  part?: number;
  slowestMs: number;
};

const hourMs = 3_600_000;
/** How often a purchase is looked at. */
const paces: Record<IntentStatus, Pace> = {
  requires_payment: { soonestMs: 2_000, slowestMs: 15_000 },
  processing: { soonestMs: 1_000, slowestMs: 15_000 },
  partially_paid: { soonestMs: 2_000, slowestMs: 15_000 },
  expired: { soonestMs: 5_000, slowestMs: hourMs },
  canceled: { soonestMs: 2_000, slowestMs: hourMs }, // money sent in spite of it still needs telling
  requires_review: { soonestMs: 15_000, slowestMs: hourMs },
  succeeded: { soonestMs: 4_000, part: 10, slowestMs: 6 * hourMs }, // it may be paid once more
  refunded: { soonestMs: 4_000, part: 10, slowestMs: 6 * hourMs }, // and so may this
};
const lateFundsMs = 30 * 24 * hourMs;

/** Where the service tells of changes by itself, looking is a net below that. */
const toldSoonestMs = 10_000;

/** What the service needs to end an offer whose time is up. */
const endingMs = 2_000;

/**
 * When an intent is to be looked at again: the older, the less often, but for its end, which is not waited past; null
 * after 30 days. Times in ms.
 * @param isTold the service tells of changes just now
 */
export function nextCheckAt(intent: Intent, now: number, isTold = false): number | null {
  const { status, created_at, expires_at } = intent;
  const pace = paces[status];
  const age = now - Date.parse(created_at);
  if (age > lateFundsMs) return null;
  const soonestMs = isTold ? Math.max(pace.soonestMs, toldSoonestMs) : pace.soonestMs;
  const at = now + Math.round(Math.max(soonestMs, Math.min(age / (pace.part ?? 30), pace.slowestMs)));
  if (status !== 'requires_payment') return at;
  return Math.min(at, Math.max(now, Date.parse(expires_at)) + endingMs);
}

/** A member who logged out may come back; a service that asks for time gets it. */
export function pauseAfter(failure: unknown): number {
  if (isAppError(failure, 'rate_limited')) return (failure.context.retryAfter ?? 5) * 1_000;
  return isAppError(failure) && failure.status === 401 ? 60_000 : 5_000;
}
