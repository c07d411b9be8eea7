import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/base/rate-limit.js';
import { manualClock } from '../../support/clock.js';

test('allows a number of calls of a key in a window, then says how long to wait, then allows again', async () => {
  const clock = manualClock();
  const limit = createRateLimit({ clock, limit: 2, windowMs: 10_000 });
  limit.take('a');
  await clock.advance(4_000);
  limit.take('a');
  expect(() => limit.take('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', context: { retryAfter: 6 } }),
  );
  limit.take('b');
  await clock.advance(6_000);
  limit.take('a');
});

test('starts a new window when the clock was set back', () => {
  let now = 7_200_000;
  const limit = createRateLimit({ clock: { ...manualClock(), now: () => now }, limit: 1, windowMs: 10_000 });
  limit.take('a');
  expect(() => limit.take('a')).toThrow();
  now -= 3_600_000;
  limit.take('a');
  expect(() => limit.take('a')).toThrow(expect.objectContaining({ context: { retryAfter: 10 } }));
});
