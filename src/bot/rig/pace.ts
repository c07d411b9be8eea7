import { isAppError } from '../../base/errors.js';

/** Poll intervals: long while the service pushes updates, short otherwise. */
export const checkMs = { pushed: 15_000, polled: 1_000 } as const;

/** Retry delay: longer after a refusal, which is not transient. */
export const pauseAfter = (failure: unknown): number => {
  if (isAppError(failure, 'rate_limited')) return (failure.context.retryAfter ?? 5) * 1_000;
  return isAppError(failure) && failure.status < 500 ? 60_000 : 5_000;
};
